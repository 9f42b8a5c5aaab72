package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;

/** Something that counts what a machine does. */
interface HostSource extends AutoCloseable {

    /**
     * The counters now.
     *
     * @throws IOException when they can't be had this time, with a message that stands in a warning
     */
    List<MetricSnapshot> read() throws IOException;

    @Override
    default void close() {}
}
