package dev.tidemark.bench.server;

/** A connection as a program without a harness uses it. */
interface BareClient extends AutoCloseable {

    /** Gets the values of some keys, together if the client can; fails where one is not there. */
    void get(long[] keys) throws Exception;

    /** Gives a key another value. */
    default void put(long key, byte[] value) throws Exception {
        throw new UnsupportedOperationException();
    }
}
