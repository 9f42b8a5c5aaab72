package dev.tidemark.core.load;

/**
 * What the schedules of a stage asked for, and how far its workers were with it when the last slot became due.
 *
 * @param due     slots that were due by then
 * @param backlog those of them that no worker had taken yet
 * @param grew    whether the backlog grew throughout, and by more than chance does
 * @param emptied whether there was none at least once in the last quarter of that time
 */
public record Demand(long due, long backlog, boolean grew, boolean emptied) {

    /** The share of the slots that were due which workers had taken. */
    public double reached() {
        return due == 0 ? 1 : 1 - (double) backlog / due;
    }
}
