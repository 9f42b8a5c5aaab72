package dev.tidemark.web.fields;

import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.Param;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One field of a form.
 *
 * @param name        in the form, and in the page as its id
 * @param title       what it is called
 * @param kind        the kind of value, and how to write it
 * @param placeholder what holds where nothing is filled in
 * @param help        what it is
 * @param words       the valid words, where there is a list of them
 * @param text        what is filled in
 * @param wrong       what is wrong with it; empty for nothing
 * @param lines       for a field of several lines, how many; else 1
 * @param second      the same setting's default, where both are asked for
 */
public record Field(String name, String title, String kind, String placeholder, String help, List<String> words,
        String text, String wrong, int lines, Optional<Field> second) {

    /** Begins the names of fields that hold settings. */
    public static final String SETTING = "p.";

    /** What is wrong with a field; empty for nothing. */
    public record Wrong(String name, String text) {}

    /** Settings of one origin. @param folded whether they stand folded, as nothing in them is filled in */
    public record Section(String title, List<Field> fields, boolean folded) {}

    /**
     * The field of a declared setting.
     *
     * @param name        of the field
     * @param placeholder what holds where nothing is filled in
     * @param filled      what is filled in
     * @param wrong       what is wrong, by name of the field
     */
    public static Field of(Param<?> param, String name, String placeholder, Optional<String> filled,
            Map<String, String> wrong) {
        List<String> words = new ArrayList<>(param.type().words());
        if (param.absent() != null && !words.isEmpty()) {
            words.add(param.absent());
        }
        return new Field(name, param.name(), param.type().kind() + ", as in " + param.type().example(),
                placeholder.isEmpty() && param.required() ? "needed" : placeholder, help(param), words,
                filled.orElse(""), wrong.getOrDefault(name, ""), 1, Optional.empty());
    }

    /** What it is, what it used to be called, and what another value costs: all within one job. */
    private static String help(Param<?> param) {
        String older = param.aliases().stream().map(Alias::name).distinct().collect(Collectors.joining(", "));
        String cost = switch (param.change()) {
            case NOTHING, REOPEN -> "";
            case RESTART -> " Another value starts the engine anew, within the same job.";
            case REBUILD -> " Another value builds the data anew, within the same job.";
        };
        return param.help() + (older.isEmpty() ? "" : " Formerly " + older + ".") + cost;
    }

    /** The declared default as a text. */
    public static <T> String declared(Param<T> param) {
        return param.format(param.defaultValue());
    }

    /** The same with the field of its default beside it. */
    public Field beside(Field second) {
        return new Field(name, title, kind, "", help, words, text, wrong, lines, Optional.of(second));
    }

    /** Whether anything is filled in. */
    public boolean touched() {
        return !text.isEmpty() || second.map(Field::touched).orElse(false);
    }
}
