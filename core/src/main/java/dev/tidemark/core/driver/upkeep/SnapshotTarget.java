package dev.tidemark.core.driver.upkeep;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;

/** A target that can copy what it stores at one moment while it is in use, as a backup does. */
public interface SnapshotTarget extends OpenTarget {

    /**
     * Makes a copy beside the data, in place of the one before. It is dropped with the data.
     *
     * @return the copy's size in bytes, whether or not files are shared with the data
     */
    long snapshot() throws DriverException;
}
