package dev.tidemark.store.accounts;

/** What a person or a program may do on the web pages. */
public enum Role {
    /** Runs and changes everything. */
    ADMINISTRATOR,
    /** Browses reports and the status. */
    READER;

    /** Whether whoever has this role may do what needs the other. */
    public boolean covers(Role needed) {
        return this == ADMINISTRATOR || needed == READER;
    }
}
