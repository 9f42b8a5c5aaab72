package dev.tidemark.core.driver.language;

import module java.base;

/** What a script's statements are written in, as the database's own client reads it. */
@FunctionalInterface
public interface StatementLanguage {

    /**
     * SQL as most databases have it. A backtick begins a quoted name, since it means nothing else where it is not; so
     * do dollar quotes and {@code E'…'}.
     */
    StatementLanguage STANDARD = text -> new SqlLexer(text, EnumSet.of(SqlTrait.BACKTICKS, SqlTrait.DOLLAR_QUOTES,
            SqlTrait.ESCAPE_STRINGS, SqlTrait.NESTED_COMMENTS, SqlTrait.PARENTHESES));

    /** Reads a text from its beginning. */
    StatementLexer lexer(String text);

    /**
     * Whether a statement is words with values in them, not SQL: then only what is set somewhere is a variable, within
     * quotes only in braces, and a value is a word or a part of one.
     */
    default boolean isWords() {
        return false;
    }

    /** Whether all values are written into a statement's text, so that they can be so within quotes, too. */
    default boolean writesValues() {
        return false;
    }

    /**
     * Whether a statement takes values by variables of its own language, which the lexer tells: then what is set
     * somewhere is bound to the one of its name, as {@link BoundStatement} reads it, and a colon is a sign like others,
     * unless a variable in braces, {@code :{name}}, is written into the text.
     */
    default boolean namesVariables() {
        return false;
    }

    /** The only names that columns of answers have; empty where each statement has its own. */
    default Optional<Set<String>> columns() {
        return Optional.empty();
    }

    /**
     * Whether a question mark is a sign like any other, so that {@link #PLACE} and {@link #PLACE_AS_WRITTEN} stand in a
     * text for values, within quotes, too. Of words only.
     */
    default boolean hasQuestionMarks() {
        return false;
    }

    /** Whether answers are JSON, whose columns are JSON pointers (RFC 6901): by these a script takes values. */
    default boolean answersJson() {
        return false;
    }

    /** Stands for a value, which is written as its place there wants it; no text has this sign. */
    char PLACE = '\u0003';

    /** Stands for one that goes as it stands, whatever its place. */
    char PLACE_AS_WRITTEN = '\u0004';

    /**
     * Why a statement can never be carried out, in one line; empty where the server may. @param text as it is written
     */
    default Optional<String> refuses(String text) {
        return Optional.empty();
    }

    /**
     * What of a statement is a secret and must not be kept with it, and what is to be done instead, in words; empty where
     * there is none.
     *
     * @param text with {@link #PLACE} and {@link #PLACE_AS_WRITTEN} where its values stand
     */
    default Optional<String> reveals(String text) {
        return Optional.empty();
    }

    /** What is said of a place for a value that has a number or no name, as clients of other kinds have them. */
    static String unnamed(String place) {
        return place + " gets no value: values have names here; write :name, and set it by \\set, \\values or define";
    }
}
