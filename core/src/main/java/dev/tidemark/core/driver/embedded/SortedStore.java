package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.param.Values;

/**
 * An engine with one folder open, in which tables hold values by keys in the order of the keys' bytes, unsigned: all
 * that the sessions, the shards and the target above it need of an engine. Thread-safe.
 *
 * @param <T> the engine's own handle of a table
 */
public interface SortedStore<T> {

    /** Where its files are. */
    Path folder();

    // ---- tables

    /** Those that are there when it is opened, by name. */
    Map<TableName, T> tables() throws DriverException;

    /** Makes a table that is not there, empty. Nothing is written meanwhile. */
    T make(TableName name) throws DriverException;

    /** Removes a table with all that is in it; nobody uses it any more. */
    default void remove(TableName name, T table) throws DriverException {
        throw new UnsupportedOperationException("tables stay");
    }

    /** How many keys a table has, perhaps estimated; empty where they would have to be counted. */
    default OptionalLong keys(T table) throws DriverException {
        return OptionalLong.empty();
    }

    /** Bytes that a key of a number and its value take at least, the value uncompressed. */
    default double bytesOf(int valueSize) {
        return (double) Long.BYTES + valueSize;
    }

    /** How many keyspaces it can have. */
    default int mostKeyspaces() {
        return Integer.MAX_VALUE;
    }

    /** The size of the longest key that it takes; no key may be empty then. {@link Integer#MAX_VALUE} without limit. */
    default int longestKey() {
        return Integer.MAX_VALUE;
    }

    /** Whether new keyspaces keep the sizes of their values in a table of their own, too. */
    default boolean headsApart() {
        return false;
    }

    // ---- access

    /** One worker's side of it. */
    Access<T> access() throws DriverException;

    /**
     * One worker's side of a store: reads of what is committed, and a transaction. Used by one thread at a time.
     * Buffers are used from position to limit and left as they were.
     */
    interface Access<T> extends AutoCloseable {

        /** @return the value's size, which may exceed what fitted; {@link KeyValueSession#ABSENT} if there is none */
        int get(T table, ByteBuffer key, ByteBuffer into) throws Exception;

        /** The size of a key's value, as {@link #get} answers it. @param nothing without room for any byte of it */
        default int size(T table, ByteBuffer key, ByteBuffer nothing) throws Exception {
            return get(table, key, nothing);
        }

        /**
         * Goes over keys, for a short time and with no other cursor beside it.
         *
         * @param from  the key to begin with, or the next one
         * @param depth what it will be asked for
         * @param most  after how many keys it is closed at the latest; {@link Integer#MAX_VALUE} when unknown
         */
        Cursor cursor(T table, ByteBuffer from, Depth depth, int most) throws Exception;

        /** As {@link #cursor} over the whole table and for long; the worker goes on meanwhile. */
        Cursor walk(T table, Depth depth) throws Exception;

        /** Adds the storing of a copy to the transaction. */
        void put(T table, ByteBuffer key, ByteBuffer value) throws Exception;

        /** Adds a deletion to the transaction. */
        void delete(T table, ByteBuffer key) throws Exception;

        /**
         * Stores the transaction, all or nothing; {@link #rollback} follows whatever happens.
         *
         * @param completion reads and adds to the transaction, within the engine's where it has one; null for nothing
         */
        void commit(Completion completion) throws Exception;

        /** Empties the transaction. */
        void rollback();

        /** Gives back what the engine holds for this worker; called once. */
        @Override
        void close() throws DriverException;
    }

    /** What is added to a transaction when it is committed, since it depends on what is there then. */
    @FunctionalInterface
    interface Completion {
        void run() throws Exception;
    }

    /**
     * Goes over the keys of a table in one consistent view. What it answers is valid until it goes on, and left as it
     * is but for positions and limits.
     */
    interface Cursor extends AutoCloseable {

        /** Goes to the next key; to the first one at first. @return whether there is one */
        boolean next() throws Exception;

        /** The key that it is at. */
        ByteBuffer key() throws Exception;

        /** The size of its value in bytes. Only where sizes or values were asked for. */
        int size() throws Exception;

        /** Its value. Only where values were asked for. */
        ByteBuffer value() throws Exception;

        @Override
        void close() throws DriverException;
    }

    // ---- styles

    /** A worker's calls of the engine's API, as a style makes them. @param table of {@link TableName.Kind#STYLE} */
    default StyleWriter styleWriter(ApiStyle style, T table) throws DriverException {
        throw new UnsupportedOperationException("no style writes into tables");
    }

    /** The key that a {@link #styleWriter} is to be given for a key of a table. */
    default byte[] styleKey(T table, byte[] key) {
        return key;
    }

    // ---- the engine

    /** The settings as the engine tells them; those that it does not tell as they are given here. */
    Values effective(Values given) throws DriverException;

    /** Counters by name, in base units. */
    Map<String, Double> counters() throws DriverException;

    /** Gauges by name, in base units. */
    Map<String, Double> gauges() throws DriverException;

    /** Bytes that the engine still takes, where it has a limit of its own. */
    default long room() {
        return Long.MAX_VALUE;
    }

    /** Makes everything committed so far outlast the process; nothing to do where the system has it by then. */
    default void makeDurable() throws DriverException {}

    /** Writes out what is in memory alone, so that a store that is opened next does not begin with it. */
    default void writeOut() throws DriverException {}

    /** Waits until nothing is left to be written or tidied up, or until it is {@link #stop stopped}. */
    default void settle(Progress progress) throws DriverException {}

    /** Rewrites what it stores, so that dead data gives its space back. */
    default void compact() throws DriverException {
        throw new UnsupportedOperationException("it has no compaction on request");
    }

    /** Copies it as it is now into an empty folder. */
    default void copy(Path into) throws DriverException {
        throw new UnsupportedOperationException("it cannot be copied in use");
    }

    /** What has stopped its work in the background, if anything has. */
    default Optional<DriverException> backgroundFailure() throws DriverException {
        return Optional.empty();
    }

    /** Makes what waits give up soon. */
    void stop();

    /**
     * Closes it. No session is in use.
     *
     * @param keep whether what was committed must still be there when it is opened again; else nothing has to be
     *             written out, on a disk that may be full
     */
    void close(boolean keep) throws DriverException;
}
