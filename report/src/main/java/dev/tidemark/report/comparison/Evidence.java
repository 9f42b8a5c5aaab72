package dev.tidemark.report.comparison;

import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.PairedRatio;
import java.util.List;

/** What the runs say of how far the ratio of a figure could be from the true one. */
public sealed interface Evidence {

    /**
     * Both sides ran in the same rounds, so that their ratio has an error.
     *
     * @param ratio  pair by pair
     * @param level  chance at which its interval misses the true ratio
     * @param tested whether the figure belongs to the family that is decided together; the interval is then the one
     *               that decided, else it speaks for itself and decides nothing
     */
    record Rounds(PairedRatio ratio, double level, boolean tested) implements Evidence {}

    /**
     * Both sides ran several times, but not side by side: how sessions differ is not in the error.
     *
     * @param ratio of independent runs
     */
    record Sessions(Comparison ratio) implements Evidence {}

    /**
     * A side ran once, so that nothing is known of how much runs differ.
     *
     * @param ratio  of both sides' geometric means
     * @param thirds the ratio in the first, the middle and the last third of the runs; empty where a side ran several
     *               times, or for too few intervals
     */
    record OneRun(double ratio, List<Double> thirds) implements Evidence {
        public OneRun {
            thirds = List.copyOf(thirds);
        }
    }

    /** Only shown: a side lacks it, it is not above 0, only known to be at least so large, or an extreme. */
    record Shown() implements Evidence {}
}
