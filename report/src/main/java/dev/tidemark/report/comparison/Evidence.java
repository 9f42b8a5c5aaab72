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
     * @param base  the first side's figures, all above 0, at least two
     * @param other the second side's
     * @param level chance at which the interval of their ratio misses the true one, were sessions alike
     */
    record Sessions(List<Double> base, List<Double> other, double level) implements Evidence {
        public Sessions {
            base = List.copyOf(base);
            other = List.copyOf(other);
        }

        /** Of independent runs. */
        Comparison ratio() {
            return Comparison.independent(array(base), array(other), level);
        }

        private static double[] array(List<Double> figures) {
            return figures.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

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
