package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.DigestedText;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.workload.script.ScriptFigures;

/** Texts that are kept with a report's iterations, by what tells them apart. */
public final class RecordedTexts {

    private RecordedTexts() {}

    /** What scripts held: the value of the setting {@code script} to their text. */
    public static SequencedMap<String, String> scripts(Report report) {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        for (Iteration i : report.results().iterations()) {
            i.setting(ScriptFigures.TEXT).filter(text -> !text.text().equals("none"))
                    .ifPresent(text -> i.setting(ScriptFigures.WORKLOAD)
                            .ifPresent(script -> texts.put(script.text(), text.text())));
        }
        return texts;
    }

    /** What servers told, as of a schema: a fact's name and its digest to the text. */
    public static SequencedMap<String, String> serverTexts(Report report) {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        for (Iteration i : report.results().iterations()) {
            for (Setting text : i.settings()) {
                if (DigestedText.is(text) && !text.name().equals(ScriptFigures.TEXT)) {
                    i.setting(DigestedText.owner(text.name())).ifPresent(digest -> texts.put(digest.name() + " "
                            + digest.text(), text.text()));
                }
            }
        }
        return texts;
    }
}
