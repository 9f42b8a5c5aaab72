package dev.tidemark.core.driver.upkeep;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;

/** A target whose upkeep can be asked for at a moment of one's choice. */
public interface MaintainedTarget extends OpenTarget {

    /**
     * Does one of {@link Driver#maintenance()}, beside whatever else is going on, and returns when it is done or the
     * target is aborted.
     */
    void maintain(Maintenance what, Progress progress) throws DriverException;
}
