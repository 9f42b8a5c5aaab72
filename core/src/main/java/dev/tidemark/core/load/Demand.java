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

    /** Share of the slots that were due which workers that kept up have taken when the last one is due. */
    public static final double KEPT_UP = 0.99;
    /** The same of those whose backlog was empty just before. */
    public static final double NEARLY = 0.95;

    /** The same by another test of the growth, which sees more. */
    public Demand grew(boolean tested) {
        return new Demand(due, backlog, tested, emptied);
    }

    /**
     * Whether what was asked for was taken: nearly all, and no more was left than arrivals vary by chance (their
     * number's square root, Poisson); or more, of a queue that was empty just before, which every queue has.
     */
    public boolean keptUp() {
        return !grew && (reached() >= KEPT_UP && (double) backlog * backlog <= due || emptied && reached() >= NEARLY);
    }

    /** The share of the slots that were due which workers had taken. */
    public double reached() {
        return due == 0 ? 1 : 1 - (double) backlog / due;
    }
}
