package dev.tidemark.app;

import module java.base;

/**
 * What a plan will take, told before it is run.
 *
 * @param iterations repeats included; where searches are made, how many searches
 * @param fewest     the fewest iterations after which the searches may have found something; 0 where none are made
 * @param steps      the most iterations that the searches may come to; 0 where none are made
 * @param bytes      user bytes that the loads of the whole plan store; 0 when not known
 * @param preload    user bytes that are stored before the loads, in the whole plan; 0 when not known
 * @param made       what these are called, as in {@code a preload of}
 * @param unit       what the workload counts, in the plural
 * @param units      of the whole plan; 0 where only time ends an iteration, or where searches are made
 * @param upTo       whether it may end before all these units and bytes
 * @param time       of the whole plan; where searches are made, of one iteration. Empty while nothing of its kind has
 *                   been run
 * @param atMost     whether it may take less time, and nobody knows how much less
 * @param left       what takes time that is not in it, and nobody knows how much
 * @param search     what a search is called, as in {@code ramp}; empty where none are made
 */
public record JobForecast(int iterations, int fewest, int steps, long bytes, long preload, String made, String unit,
        long units, boolean upTo, Optional<Duration> time, boolean atMost, List<String> left, String search) {

    public JobForecast {
        left = List.copyOf(left);
    }

    /** How long something takes: between two times. */
    public record TimeRange(Duration least, Duration most) {}

    /** What all searches take, as far as {@link #time} tells; empty where none are made. */
    public Optional<TimeRange> inAll() {
        return time.filter(_ -> searching()).map(step -> new TimeRange(step.multipliedBy(fewest),
                step.multipliedBy(steps)));
    }

    /** The time, where it can be told by itself: empty where it may be less, or something is not in it. */
    public Optional<Duration> wholeTime() {
        return time.filter(_ -> !atMost && left.isEmpty());
    }

    /** What the time is to be read with; empty where all is in it. */
    public String unestimated() {
        return left.isEmpty() ? "" : " and " + String.join(", and ", left) + ", as long as that takes";
    }

    /** Whether searches are made, so that nobody knows how many iterations there will be. */
    public boolean searching() {
        return steps > 0;
    }
}
