package dev.tidemark.core.driver.embedded;

/**
 * A sorted set of keys with their values: those of a keyspace, or the rows of its index
 * ({@link dev.tidemark.core.driver.support.IndexRows}).
 */
public record KeyTable(int keyspace, boolean index) {

    /** What a database says that has no such space; {@code where} begins the sentence. */
    public String missing(Object where) {
        return where + (index ? " has no index of keyspace " : " has no keyspace ") + keyspace;
    }

    /** {@code keyspace-0}, {@code index-0} and so on. */
    @Override
    public String toString() {
        return (index ? "index-" : "keyspace-") + keyspace;
    }
}
