package dev.tidemark.core.driver.language;

/** Tells what stands where in a text of statements, from its beginning on. Of one text; not thread-safe. */
public interface StatementLexer {

    /** What something is. */
    enum Kind {
        /** Blanks, or a comment to the end of its line: not sent when it stands in front of a statement. */
        BLANK,
        /** A comment that goes with its statement. */
        COMMENT,
        /** A text or a name in quotes, with these. */
        QUOTED,
        /** The backslash of a command, which is none of the database's. */
        COMMAND,
        /** The end of a statement, which is not sent. */
        END,
        /** The end of a statement that is sent together with the next one. */
        JOINT,
        /**
         * A variable of the statement's own language, as {@code $name}, which may be one of the script's. Only where
         * the language {@linkplain StatementLanguage#namesVariables has such}.
         */
        VARIABLE,
        /** Anything else: a word or a sign. */
        TEXT
    }

    /** @param end where it ends, exclusive */
    record Token(Kind kind, int end) {}

    /**
     * What begins at a place within the text, which is where the last one ended, or behind what the caller has read.
     *
     * @throws dev.tidemark.core.param.InvalidInputException when it does not end, or cannot be what it seems to be
     */
    Token next(int at);
}
