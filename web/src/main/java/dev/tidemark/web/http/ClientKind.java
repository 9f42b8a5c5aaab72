package dev.tidemark.web.http;

/** By whom a route is used, and so how they show who they are and how they are answered. */
public enum ClientKind {
    /** A person with a browser: shows a session's cookie, and for a change a form with its token. */
    PAGE,
    /**
     * A program: shows a token in the header {@code Authorization}. A browser's session may look, but its cookie
     * changes nothing. Refusals are {@linkplain Problem problems}.
     */
    PROGRAM
}
