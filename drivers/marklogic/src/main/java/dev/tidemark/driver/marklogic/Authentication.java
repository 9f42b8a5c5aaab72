package dev.tidemark.driver.marklogic;

/** How a user proves who it is. */
enum Authentication {
    /** By an answer to a challenge, as MarkLogic's servers are set up by default. */
    DIGEST,
    /** By the password itself. */
    BASIC
}
