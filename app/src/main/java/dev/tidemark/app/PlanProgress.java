package dev.tidemark.app;

import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.Phase;
import java.util.Optional;

/**
 * How far a plan is and how long it will still take, told from its own past: the mean time of the iterations that are
 * over, and the share done of the running one. Where searches decide how many iterations there are, only of the running
 * iteration. All times are nanoseconds of one clock.
 */
public final class PlanProgress {

    private final int toRun;
    private final boolean searching;
    private final long start;
    private int over;
    private long iterationStart;
    private double fraction;

    public PlanProgress(int toRun, long now) {
        this(toRun, false, now);
    }

    private PlanProgress(int toRun, boolean searching, long now) {
        this.toRun = toRun;
        this.searching = searching;
        this.start = now;
        this.iterationStart = now;
    }

    /** Of a plan of which nobody knows how many iterations it has. */
    public static PlanProgress searching(long now) {
        return new PlanProgress(0, true, now);
    }

    public boolean searching() {
        return searching;
    }

    public void iterationBegan(long now) {
        iterationStart = now;
        fraction = 0;
    }

    /** The measured phase counts for most of an iteration; what comes after it is not known before it comes. */
    public void live(Live live) {
        if (live.phase() == Phase.MEASURE && live.expected() > 0) {
            fraction = Math.max(fraction, 0.9 * Math.min(1, (double) live.done() / live.expected()));
        }
    }

    public void iterationEnded() {
        over++;
        fraction = 0;
    }

    public int over() {
        return over;
    }

    public int toRun() {
        return toRun;
    }

    /** From 0 to 1: of the plan, or of the running iteration of a search. */
    public double share() {
        return searching ? fraction : toRun == 0 ? 1 : Math.min(1, (over + fraction) / toRun);
    }

    /** Nanoseconds still to go, with what {@link #share} is of; empty while nothing is known yet. */
    public Optional<Long> left(long now) {
        double share = share();
        if (share <= 0) {
            return Optional.empty();
        }
        double perShare = (now - (searching ? iterationStart : start)) / share;
        boolean early = (over == 0 || searching) && now - iterationStart < 1_000_000_000L;
        return early ? Optional.empty() : Optional.of((long) ((1 - share) * perShare));
    }
}
