package dev.tidemark.store.accounts;

/** What a person or a program may do on the web pages. */
public enum Role {
    /** Runs and changes everything. */
    ADMINISTRATOR,
    /** Browses reports and the status. */
    READER
}
