package dev.tidemark.core.driver.remote.jdbc;

/** Whether a transaction is open on a connection, as the server has said with its last answer. */
public enum TransactionState {
    NONE, OPEN,
    /** The client does not pass on what the server says. */
    UNKNOWN;

    /** As a client tells it that knows. */
    public static TransactionState of(boolean open) {
        return open ? OPEN : NONE;
    }
}
