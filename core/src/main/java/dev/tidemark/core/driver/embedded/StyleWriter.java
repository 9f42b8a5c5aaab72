package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;

/** How an application would call an engine to store documents. Not thread-safe. */
public interface StyleWriter extends AutoCloseable {

    /** Looks for a key. @return whether it is there */
    boolean has(byte[] key) throws Exception;

    /** Stores a document in a transaction of its own: added and committed, where the engine has no call for that. */
    default void put(byte[] key, byte[] value) throws Exception {
        try {
            add(key, value);
        } catch (Exception e) {
            rollback();
            throw e;
        }
        commit();
    }

    /** Adds a document to the transaction, which it begins if need be. */
    void add(byte[] key, byte[] value) throws Exception;

    /** Stores what was added, or nothing of it where it fails; there is no transaction any more, whatever happens. */
    void commit() throws Exception;

    /** Forgets what was added; nothing to do where nothing was. */
    void rollback() throws DriverException;

    /** Gives back what the engine holds for it. What was added and not committed is forgotten. */
    @Override
    void close() throws DriverException;

    /** Of documents one by one: for a table whose styles have no batches. */
    interface Single extends StyleWriter {

        @Override
        void put(byte[] key, byte[] value) throws Exception;

        @Override
        default void add(byte[] key, byte[] value) {
            throw new UnsupportedOperationException("each document is stored by itself");
        }

        @Override
        default void commit() {
            throw new UnsupportedOperationException("each document is stored by itself");
        }

        /** {@inheritDoc} There never is a transaction. */
        @Override
        default void rollback() {}
    }
}
