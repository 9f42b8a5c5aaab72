package dev.tidemark.core.param;

import module java.base;

/** How several values of a setting stand in one text, behind a flag or in a field of a form. */
public enum ValueList {

    /** Commas between; one that belongs to a value is written {@code \,}. */
    COMMAS("(?<!\\\\),", ", ", text -> text.replace("\\,", ","), value -> value.replace(",", "\\,")),
    /** Semicolons between, since values have commas. */
    SEMICOLONS(";", "; ", text -> text.replace("\\,", ","), UnaryOperator.identity()),
    /** A text is one value, whatever it has in it. */
    ONE(null, "\n", UnaryOperator.identity(), UnaryOperator.identity());

    private final String between;
    private final String joint;
    private final UnaryOperator<String> read;
    private final UnaryOperator<String> write;

    ValueList(String between, String joint, UnaryOperator<String> read, UnaryOperator<String> write) {
        this.between = between;
        this.joint = joint;
        this.read = read;
        this.write = write;
    }

    public List<String> values(String text) {
        Stream<String> parts = between == null ? Stream.of(text) : Stream.of(text.split(between, -1));
        return parts.map(read).map(String::strip).toList();
    }

    /** The other way round. */
    public String text(List<String> values) {
        return values.stream().map(write).collect(Collectors.joining(joint));
    }
}
