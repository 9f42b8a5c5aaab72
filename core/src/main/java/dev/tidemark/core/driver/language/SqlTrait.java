package dev.tidemark.core.driver.language;

import module java.base;

/** In what dialects of SQL differ, as far as it matters for where a statement ends. */
public enum SqlTrait {
    /** {@code `name`}. */
    BACKTICKS,
    /** {@code [name]}. */
    BRACKETS,
    /** A backslash in quotes, but not in backticks, takes the next sign for itself. */
    BACKSLASHES,
    /** The same in {@code E'…'} alone. */
    ESCAPE_STRINGS,
    /** {@code $$ … $$} and {@code $tag$ … $tag$}. */
    DOLLAR_QUOTES,
    /** Comments have comments in them. */
    NESTED_COMMENTS,
    /** {@code #} begins a comment, two hyphens only before a blank, and {@code /*!} is carried out. */
    MYSQL_COMMENTS,
    /** A line {@code DELIMITER //} says what ends statements from there on; {@code \\g} and {@code \\G} end one, too. */
    DELIMITER,
    /** A semicolon within parentheses ends nothing. */
    PARENTHESES,
    /** Bodies of functions and procedures, {@code BEGIN … END}, have semicolons of their own. */
    ATOMIC_BODIES,
    /** Triggers end with {@code ; END ;}. */
    TRIGGER_BODIES;

    /** MySQL, and MariaDB by the same words, with the modes that they have by default. */
    public static final Set<SqlTrait> OF_MYSQL = Set.copyOf(
            EnumSet.of(BACKTICKS, BACKSLASHES, MYSQL_COMMENTS, DELIMITER));
}
