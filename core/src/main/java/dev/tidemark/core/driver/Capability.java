package dev.tidemark.core.driver;

/** What the sessions of a driver can do; each constant stands for one interface that they implement. */
public enum Capability {
    /** {@link DocumentWriter}. */
    DOCUMENT_WRITER,
    /** {@link DocumentReader}. */
    DOCUMENT_READER,
    /** {@link KeyspaceSession}; the open target is a {@link KeyspaceTarget}. */
    KEYSPACES,
    /** {@link AsyncKeyspaceSession}, where the target's settings ask for more than one operation in flight. */
    ASYNC_KEYSPACES
}
