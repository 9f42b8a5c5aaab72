package dev.tidemark.web.fields;

import module java.base;
import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.web.http.TextSanitizer;

/**
 * One field of a form.
 *
 * @param name        in the form, and in the page as its id
 * @param title       what it is called
 * @param was         what it used to be called; may be empty
 * @param kind        the kind of value, and how to write it; empty where that is seen
 * @param placeholder what holds where nothing is filled in
 * @param help        what it is
 * @param words       the valid words, where there is a list of them
 * @param input       how it is filled in
 * @param text        what is filled in
 * @param feedback        what is said of that
 * @param origin      where what is filled in comes from, if not from a person; may be empty
 * @param lines       for a field of several lines, how many; else 1
 * @param second      the same setting's default, where both are asked for
 * @param link        where more is found
 */
public record Field(String name, String title, String was, String kind, String placeholder, String help,
        List<String> words, Input input, String text, Feedback feedback, String origin, int lines,
        Optional<Field> second, Optional<Link> link) {

    /** How a field is filled in. */
    public enum Input {
        TYPED,
        /** One of the words is chosen, and nothing typed. */
        CHOSEN,
        /** A date and a time of day. */
        MOMENT,
        /** A directory of the server's machine, typed or looked for. */
        DIRECTORY,
        /** Where a secret is; what is typed there by mistake is kept nowhere. */
        SECRET
    }

    /** Begins the names of fields that hold settings. */
    public static final String SETTING = "set.";

    /** Of a field for a text of several lines. */
    private static final int ROWS = 8;

    private static final List<String> BOTH = List.of("true", "false");

    /**
     * What is said of what a field holds.
     *
     * @param name  of the field
     * @param wrong what is wrong with it, in a sentence; empty for nothing
     * @param taken as what it is taken, where that is not what was typed; may be empty
     */
    public record Feedback(String name, String wrong, String taken) {

        public Feedback {
            wrong = TextSanitizer.sentence(wrong);
        }

        public static Feedback wrong(String name, String wrong) {
            return new Feedback(name, wrong, "");
        }

        /** Whether nothing is wrong. */
        public boolean right() {
            return wrong.isEmpty();
        }
    }

    /** A page where more is found. */
    public record Link(String text, String path) {}

    /**
     * Settings of one origin.
     *
     * @param folded whether they stand folded, as nothing in them is filled in
     * @param also   where others of the same origin stand; may be empty
     */
    public record Section(String title, List<Field> fields, boolean folded, String also) {

        public Section(String title, List<Field> fields, boolean folded) {
            this(title, fields, folded, "");
        }

        /** Of the folded part, by which the page keeps it unfolded when the form is drawn anew; unique in a form. */
        public String id() {
            return "section-" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        }

        /** What is in it, so that it is found while it is folded. */
        public String names() {
            return fields.stream().map(Field::title).collect(Collectors.joining(", "));
        }
    }

    /**
     * A field in which something is typed.
     *
     * @param words that are offered
     * @param wrong what is wrong, by name of the field
     */
    public static Field typed(String name, String title, String kind, String placeholder, String help,
            List<String> words, int lines, Optional<String> filled, Map<String, String> wrong) {
        return new Field(name, title, "", kind, placeholder, help, words, Input.TYPED, filled.orElse(""),
                Feedback.wrong(name, wrong.getOrDefault(name, "")), "", lines, Optional.empty(), Optional.empty());
    }

    /** A field in which one of some words is chosen, or none, for which the placeholder stands. */
    public static Field chosen(String name, String title, String placeholder, String help, List<String> words,
            Optional<String> filled, Map<String, String> wrong) {
        return typed(name, title, "", placeholder, help, words, 1, filled, wrong).by(Input.CHOSEN);
    }

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
        List<String> words = new ArrayList<>(words(param));
        if (param.absent() != null && !words.isEmpty()) {
            words.add(param.absent());
        }
        String shown = placeholder.isEmpty() && param.required() ? "needed" : placeholder.isEmpty()
                || input(param) != Input.CHOSEN ? placeholder : "default (" + placeholder + ")";
        return new Field(name, param.name(), older(param), kind(param), shown, TextSanitizer.sentence(param.help()),
                words, input(param), filled.orElse(""), Feedback.wrong(name, wrong.getOrDefault(name, "")), "",
                param.type() == Types.LINES ? ROWS : 1, Optional.empty(), Optional.empty());
    }

    /** How a setting is filled in. */
    public static Input input(Param<?> param) {
        if (param.type() == Types.BOOLEAN) {
            return Input.CHOSEN;
        }
        return param.type() == Types.SECRET ? Input.SECRET : Input.TYPED;
    }

    /** What kind of value a setting has, and how it is written. */
    public static String kind(Param<?> param) {
        if (param.type() == Types.BOOLEAN) {
            return "";
        }
        if (!param.type().words().isEmpty()) {
            return "one of " + String.join(", ", param.type().words());
        }
        String example = param.type().example();
        return param.type().kind() + (example.matches("(a|any) .*") ? "" : ", as in " + example);
    }

    /** What a setting is, and what it used to be called. */
    public static String help(Param<?> param) {
        String older = older(param);
        return TextSanitizer.sentence(param.explained()) + (older.isEmpty() ? "" : " (was " + older + ")");
    }

    /** The words to choose from; none where something is typed. */
    public static List<String> words(Param<?> param) {
        return param.type() == Types.BOOLEAN ? BOTH : param.type().words();
    }

    /** What a setting used to be called. */
    private static String older(Param<?> param) {
        return param.aliases().stream().map(Alias::name).distinct().collect(Collectors.joining(", "));
    }

    /** The declared default as a text. */
    public static <T> String declared(Param<T> param) {
        return param.format(param.defaultValue());
    }

    /**
     * As what values are taken, where one has a unit or word that is written in another way as a rule: whether
     * {@code 64Mb} are bits or bytes is not to be guessed by whoever typed it.
     *
     * @return a sentence; empty where each is taken as it was typed, or one cannot be used
     */
    public static String taken(Param<?> param, List<String> values) {
        if (param.type().several() != ValueList.COMMAS) {
            return "";
        }
        try {
            List<String> taken = values.stream().map(v -> written(param, v)).toList();
            boolean other = false;
            for (int i = 0; i < taken.size(); i++) {
                String typed = values.get(i).replaceAll("\\s", "");
                other |= typed.matches(".*\\p{L}.*") && !typed.equals(taken.get(i).replaceAll("\\s", ""));
            }
            return other ? "Taken as " + String.join(", ", taken) + "." : "";
        } catch (InvalidInputException e) {
            return "";
        }
    }

    /** A value as it is stored. @throws InvalidInputException when it cannot be used */
    public static <T> String written(Param<T> param, String text) {
        return param.format(param.parse(text.strip()));
    }

    /** What is wrong with a value, without the setting's name, which stands beside it. @return empty for nothing */
    public static Optional<String> complaint(Param<?> param, String text) {
        try {
            param.parse(text);
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(unnamed(e.getMessage(), param.name()) + older(param, text));
        }
    }

    /** How a value is written that an older name of the setting took. */
    private static String older(Param<?> param, String text) {
        return param.aliases().stream().flatMap(alias -> Stream.of(alias.translate(text))
                .filter(now -> !now.equals(text) && takes(param, now))
                .map(now -> "; " + alias.name() + " " + text.strip() + " is " + now + " here")).findFirst().orElse("");
    }

    private static boolean takes(Param<?> param, String text) {
        try {
            param.parse(text);
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }

    /** A complaint without the name that it begins with. */
    public static String unnamed(String complaint, String name) {
        return complaint.startsWith(name + ": ") ? complaint.substring(name.length() + 2) : complaint;
    }

    /** The same with the field of its default beside it. */
    public Field withDefault(Field second) {
        return new Field(name, title, was, kind, "", help, words, input, text, feedback, origin, lines,
                Optional.of(second), link);
    }

    /** The same with more to say: what may be chosen, and where more is found. */
    public Field offering(List<String> words, String help, Link link) {
        return new Field(name, title, was, kind, placeholder, help, words, input, text, feedback, origin, lines, second,
                Optional.of(link));
    }

    public Field saying(String help) {
        return new Field(name, title, was, kind, placeholder, help, words, input, text, feedback, origin, lines, second,
                link);
    }

    /** The same with what is said of what it holds. */
    public Field feedback(Feedback feedback) {
        return new Field(name, title, was, kind, placeholder, help, words, input, text, feedback, origin, lines, second,
                link);
    }

    /** The same filled in in another way. */
    public Field by(Input input) {
        return new Field(name, title, was, kind, placeholder, help, words, input, text, feedback, origin, lines, second,
                link);
    }

    /** The same with more words to choose from. */
    public Field choosing(List<String> words) {
        return new Field(name, title, was, kind, placeholder, help, words, input, text, feedback, origin, lines, second,
                link);
    }

    /** The same, as what is filled in was put there by something else than a person. */
    public Field from(String origin) {
        return new Field(name, title, was, kind, placeholder, help, words, input, text, feedback, origin, lines, second,
                link);
    }

    /** Whether one of the words is chosen, and nothing typed. */
    public boolean closed() {
        return input == Input.CHOSEN;
    }

    /** The words to choose from; what was sent and is none of them is there too, so that it is seen. */
    public List<String> choices() {
        List<String> choices = new ArrayList<>(words);
        if (!text.isEmpty() && !words.contains(text)) {
            choices.add(text);
        }
        return choices;
    }

    /** Whether nothing is wrong with it. */
    public boolean right() {
        return feedback.right() && second.map(Field::right).orElse(true);
    }

    /** Whether anything is filled in. */
    public boolean touched() {
        return !text.isEmpty() || second.map(Field::touched).orElse(false);
    }
}
