package dev.tidemark.core.driver.upkeep;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;

/** A target that can be told to rewrite what it stores, so that dead data gives its space back. */
public interface CompactingTarget extends OpenTarget {

    /**
     * Gives back what dead data take, beside whatever else is going on, and returns when it is done or the target is
     * aborted.
     */
    void compact(Progress progress) throws DriverException;
}
