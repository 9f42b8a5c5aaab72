package dev.tidemark.report.comparison;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Amounts;
import dev.tidemark.report.comparison.Parts.Part;
import java.util.List;
import java.util.Optional;

/**
 * Both sides at one point of the other settings.
 *
 * @param description the other settings in words: {@code shards 2 · batch-size 10}; empty when nothing else varies
 * @param base        the first side's usable iterations
 * @param other       the second side's
 * @param refusal     why speeds are not compared, in one sentence without its full stop; then there are no deltas
 * @param seconds     how long both sides' runs lasted at least: what is compared part by part; empty without intervals
 * @param longest     how long the longest of them lasted; empty as before
 * @param overall     throughput first, then the other figures of the whole runs; empty when refused
 * @param last        the last hour, or the last quarter of what lasted less than two; its first delta is throughput
 * @param parts       by time, by operations done, by volume of data, as far as there are intervals
 */
public record PointComparison(String description, List<Iteration> base, List<Iteration> other,
        Optional<String> refusal, Optional<Double> seconds, Optional<Double> longest, List<Delta> overall,
        Optional<Part> last, List<Parts> parts) {

    /** So many times the shortest run's length is worth a word. */
    private static final double UNEQUAL = 1.05;

    public PointComparison {
        base = List.copyOf(base);
        other = List.copyOf(other);
        overall = List.copyOf(overall);
        parts = List.copyOf(parts);
    }

    static PointComparison refused(String description, List<Iteration> base, List<Iteration> other, String why) {
        return new PointComparison(description, base, other, Optional.of(why), Optional.empty(),
                Optional.empty(), List.of(), Optional.empty(), List.of());
    }

    /** Empty when speeds are not compared. */
    public Optional<Delta> throughput() {
        return overall.stream().findFirst();
    }

    /**
     * What to know when runs were of clearly different length: the parts end where the shortest run did, so the last one is
     * not the last of the longer runs.
     */
    Optional<String> cut() {
        return last.isPresent() && longest.orElseThrow() > UNEQUAL * seconds.orElseThrow()
                ? Optional.of("Runs lasted from " + Amounts.time(seconds.get()) + " to "
                        + Amounts.time(longest.get()) + (description.isEmpty() ? "" : " with " + description)
                        + ": parts by time are of the first " + Amounts.time(seconds.get()) + " of each.")
                : Optional.empty();
    }

    /** Whether each side was run once, so that nothing is known of how much runs differ by themselves. */
    public boolean oneRunEach() {
        return base.size() == 1 && other.size() == 1;
    }
}
