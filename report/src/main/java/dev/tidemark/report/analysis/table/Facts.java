package dev.tidemark.report.analysis.table;

import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.param.DigestedText;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.workload.script.ScriptFigures;
import java.util.List;

/** How detected facts are told to people, where that is not how they are stored. */
public final class Facts {

    /** What stands for a server's setting that is at its default. */
    public static final String DEFAULT = "default";

    private static final String FREE_SPACE = "free-space";
    private static final String ENGINE = "engine";

    private Facts() {}

    /** Whether all of them know each setting of one kind of server that is not at its default: what is absent is. */
    public static boolean defaultsAreAbsent(List<Iteration> iterations) {
        return iterations.stream().allMatch(i -> i.setting(NonDefaultSettings.COMPLETE.name()).isPresent())
                && iterations.stream().map(i -> i.setting(ENGINE).map(s -> s.text().split(" ")[0])).distinct()
                        .count() < 2;
    }

    /** Whether it is a whole text, whose digest is part of another setting, and which is shown by itself. */
    public static boolean isText(Setting setting) {
        return DigestedText.is(setting) || setting.name().equals(ScriptFigures.TEXT); // which may be set, too
    }

    /**
     * A setting's or a fact's value as people read it. Free space is stored rounded down to tens of percent, so that
     * runs on the same file system stay equal, and is therefore a lower bound.
     *
     * @param name of the fact; of one of several directories with an ending
     */
    public static String shown(String name, String text) {
        return name.startsWith(FREE_SPACE) && text.endsWith("%") ? text.startsWith("0 ") ? "less than 10 %"
                : "at least " + text : text;
    }
}
