package dev.tidemark.core.driver;

import dev.tidemark.core.param.Values;

/**
 * A target whose data stays where it is when it is closed and not dropped, so that another one with other settings can
 * go on with it.
 */
public interface ReopenableTarget extends OpenTarget {

    /**
     * Whether what a target with one set of settings holds is what one with another would have made: nothing that the
     * data depends on is another, nor is its place.
     *
     * @param from of the driver's params
     * @param to   likewise
     */
    boolean leavesData(Values from, Values to);

    /**
     * Takes over what the target before has left, instead of {@link #create}.
     * @throws DriverException when it is not there, or another process uses it
     */
    void takeOver() throws DriverException;
}
