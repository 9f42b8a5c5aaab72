package dev.tidemark.web.http;

/** Who may use a route. */
public enum Access {
    /** Everybody, logged in or not: the way in, and what the pages are drawn with. */
    ANYONE,
    /** Who is logged in, as reader or administrator: looks, and changes nothing but their own session. */
    READER,
    /** Who is logged in as administrator: runs and changes. */
    ADMINISTRATOR
}
