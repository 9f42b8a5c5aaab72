package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.CommitLimit;

/**
 * What a server offers that holds keys of bytes in their order, each with a value: all that a driver for it has to say.
 * A range goes from a key, with it, to another, without it. Exceptions are the client's own; what they mean, the
 * connector tells.
 *
 * @param <C> a connection
 */
public interface KeyServer<C> {

    /** The value of a key; null where it is not there. */
    byte[] get(C connection, byte[] key) throws Exception;

    /**
     * Stores values and deletes keys, all of them or none.
     *
     * @param updates by key; the value is null where the key is to be deleted, which need not be there
     */
    void update(C connection, SequencedMap<KeyBytes, byte[]> updates) throws Exception;

    /** Stores a value where the key is not there yet, in one step whoever else does so. @return whether it did */
    boolean putNew(C connection, byte[] key, byte[] value) throws Exception;

    /**
     * Reads keys and values of a range in their order, as they were at one moment.
     *
     * @param most after how many to end
     * @return how many there were
     */
    int range(C connection, byte[] from, byte[] to, int most, Visitor visitor) throws Exception;

    /** How many keys there are in a range. */
    long count(C connection, byte[] from, byte[] to) throws Exception;

    /** Deletes all keys of a range. */
    void delete(C connection, byte[] from, byte[] to) throws Exception;

    /** Name and version, as it says itself. */
    String version(C connection) throws Exception;

    /** What it holds now, by the names of the driver's measures. */
    default Map<String, Double> gauges(C connection) throws Exception {
        return Map.of();
    }

    /** What one {@link #update} takes. */
    default CommitLimit limit() {
        return CommitLimit.NONE;
    }

    /** Receives keys and values. */
    @FunctionalInterface
    interface Visitor {
        void visit(byte[] key, byte[] value) throws Exception;
    }
}
