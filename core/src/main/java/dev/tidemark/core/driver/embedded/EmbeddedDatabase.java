package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** An engine with a folder open; {@link ByteArrayTarget} opens and closes it. Thread-safe. */
public interface EmbeddedDatabase {

    /** Where its files are. */
    Path folder();

    /** Makes a space, if it is not there; its keyspace is. */
    void make(KeyTable keyTable) throws DriverException;

    boolean has(KeyTable keyTable);

    /**
     * A session on it, which is a {@link FullScanner}.
     *
     * @param ended told once when the session is closed
     */
    FullScanner session(Runnable ended) throws DriverException;

    /** The settings as the engine tells them; those that it does not tell as they are given here. */
    Values effective(Values given) throws DriverException;

    /** Counters by name, in base units. */
    Map<String, Double> counters() throws DriverException;

    /** Gauges by name, in base units. */
    Map<String, Double> gauges() throws DriverException;

    /** Makes everything committed so far outlast the process; nothing to do where the system has it by then. */
    default void makeDurable() throws DriverException {}

    /** Waits until nothing is left to be written or tidied up, or until {@code stopped}. */
    void settle() throws DriverException;

    /** What has stopped its work in the background, if anything has. */
    default Optional<DriverException> backgroundFailure() throws DriverException {
        return Optional.empty();
    }

    /** Makes what waits give up soon. */
    void stop();

    /** Closes it. No session is in use. */
    void close() throws DriverException;

    /** The same for one that is not needed any more: nothing has to be written out, on a disk that may be full. */
    default void discard() throws DriverException {
        close();
    }
}
