package dev.tidemark.core.driver;

/** One worker's side of an open target. Not thread-safe. What it can do, the driver's capabilities say. */
public interface Session extends AutoCloseable {

    /**
     * Opens what its first operation would have to open, so that none waits for it. Where that fails, nothing is said:
     * the operation meets it, and is counted.
     */
    default void openAhead() {}

    @Override
    void close() throws DriverException;
}
