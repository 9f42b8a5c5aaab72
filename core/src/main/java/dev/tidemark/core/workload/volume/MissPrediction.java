package dev.tidemark.core.workload.volume;

import module java.base;

/**
 * What arithmetic says of the lookups that were really made: each asked at some moment, after so many writes. Told of
 * stretches of intervals, at most a thousand of them, within which lookups and writes keep pace. Added to in order of
 * time; not thread-safe.
 */
final class MissPrediction {

    private static final int MOST_STRETCHES = 1000;

    private final Optional<ExpectedData> data;
    private final int stretch;
    private int intervals;
    private double writes;
    private ExpectedData.Done pending = ExpectedData.Done.NOTHING;
    private double pendingLast;
    private boolean known = true;
    private final Share all = new Share();
    private final Share last = new Share();

    /** @param intervals how many will be added, about */
    MissPrediction(Optional<ExpectedData> data, int intervals) {
        this.data = data;
        this.stretch = 1 + intervals / MOST_STRETCHES;
    }

    /**
     * Another interval.
     *
     * @param inLastPart which share of it belongs to the last part, from 0 to 1
     */
    void add(ExpectedData.Done more, double inLastPart) {
        pending = pending.plus(more);
        pendingLast += inLastPart * more.lookups();
        if (++intervals % stretch == 0) {
            endStretch();
        }
    }

    private void endStretch() {
        if (pending.lookups() > 0) {
            OptionalDouble missing = data.isEmpty() ? OptionalDouble.empty()
                    : data.get().missing(writes, writes + pending.writes());
            known &= missing.isPresent();
            all.add(pending.lookups(), missing.orElse(0));
            last.add(pendingLast, missing.orElse(0));
        }
        writes += pending.writes();
        pending = ExpectedData.Done.NOTHING;
        pendingLast = 0;
    }

    /** Of all lookups; empty where arithmetic does not tell, or there was none. */
    OptionalDouble share() {
        return share(all);
    }

    /** By which the share of all lookups may well differ from that, in either direction, by chance alone. */
    OptionalDouble deviation() {
        return share().isEmpty() ? OptionalDouble.empty() : data.get().missingDeviation(writes, Math.round(all.lookups));
    }

    /** Of those in the last part. */
    OptionalDouble lastShare() {
        return share(last);
    }

    private OptionalDouble share(Share share) {
        endStretch();
        return known && share.lookups > 0 ? OptionalDouble.of(share.misses / share.lookups) : OptionalDouble.empty();
    }

    private static final class Share {
        private double lookups;
        private double misses;

        void add(double more, double missing) {
            lookups += more;
            misses += missing * more;
        }
    }
}
