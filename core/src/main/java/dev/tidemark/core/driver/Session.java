package dev.tidemark.core.driver;

/** One worker's side of an open target. Not thread-safe. What it can do is told by the interfaces it implements. */
public interface Session extends AutoCloseable {

    @Override
    void close() throws DriverException;
}
