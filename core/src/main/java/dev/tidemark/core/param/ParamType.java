package dev.tidemark.core.param;

import module java.base;

/**
 * How the values of a param are written, read and ordered.
 *
 * @param <T> the Java type of a value
 */
public interface ParamType<T> {

    /** The kind of value in the user's words: count, size, duration, rate, boolean, one of, path, text. */
    String kind();

    /** The unit of {@link #number}: {@code ""}, {@code B}, {@code s}, {@code /s}, {@code B/s}. */
    default String unit() {
        return "";
    }

    /** How to write a value, for help and errors, as in {@code 10kB or 8KiB}. */
    String example();

    /**
     * Reads a value.
     *
     * @throws InvalidInputException saying what was expected; without the param's name, which the caller puts in front
     */
    T parse(String text);

    /**
     * Writes a value in its shortest exact form; {@code parse(format(v))} equals {@code v}. As the value itself says
     * unless the type says it otherwise.
     */
    default String format(T value) {
        return value.toString();
    }

    /** The value as a number in {@link #unit()}, for order and for charts; empty when it has none. */
    default OptionalDouble number(T value) {
        return OptionalDouble.empty();
    }

    /**
     * Whether every value is a number, a length of time or a word of a list, so that none can name anything outside. A
     * param of any other type says what it reaches, see {@link Param#reaching}.
     */
    default boolean closed() {
        return !words().isEmpty();
    }

    /** The valid words, when the type has a closed list of them. */
    default List<String> words() {
        return List.of();
    }

    /**
     * Whether a value is written as {@code name=number,name=number}: an experiment file may then have a mapping in its
     * place.
     */
    default boolean isMap() {
        return false;
    }

    /** How several values stand in one text. */
    default ValueList several() {
        return isMap() ? ValueList.SEMICOLONS : ValueList.COMMAS;
    }

    /** The names that such a mapping can have, when there is a closed list of them. */
    default List<String> names() {
        return List.of();
    }
}
