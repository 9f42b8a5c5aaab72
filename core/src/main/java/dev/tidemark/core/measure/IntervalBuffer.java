package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.Outcome;

/**
 * What one worker recorded of one interval. Owned by one thread at a time: the worker fills it, hands it over to the
 * collector, and gets it back empty. Its pages stay, so a buffer in use allocates nothing.
 */
public final class IntervalBuffer {

    private static final LatencyKind[] TIMINGS = LatencyKind.values();
    /** How long operations were waited for that were not answered: since they were due, and since they were started. */
    private static final LatencyKind[] WAITED = {LatencyKind.RESPONSE, LatencyKind.SERVICE};
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final int OPERATIONS = 0;
    private static final int UNITS = OPERATIONS + OUTCOMES.length;
    /** Units done by operations that were not answered. */
    private static final int DONE_NEVERTHELESS = UNITS + OUTCOMES.length;
    private static final int FAILED = DONE_NEVERTHELESS + 1;
    private static final int BYTES_IN = FAILED + 1;
    private static final int BYTES_OUT = BYTES_IN + 1;
    private static final int HITS = BYTES_OUT + 1;
    private static final int ROWS_READ = HITS + 1;
    private static final int RETRIED = ROWS_READ + 1;
    private static final int RETRIES = RETRIED + 1;
    private static final int ROWS_WRITTEN = RETRIES + 1;
    private static final int REFUSED = ROWS_WRITTEN + 1;
    private static final int WIDTH = 32;
    /** Parts of an interval of which the first and the last end are kept; a power of 2. */
    private static final int BINS = 64;

    private final int kinds;
    private final int steps;
    private final LogHistogram[] answered;
    private final LogHistogram[] failed;
    /** By kind and step, as what follows; made when they are first met, since most kinds have few of all steps. */
    private final LogHistogram[] stepped;
    private final LogHistogram[] parts;
    private final LogHistogram[] partsFailed;
    private final long[] partRows;
    /** A row of {@link #WIDTH} numbers per kind. */
    private final long[] counts;
    /**
     * By kind, and by whether they were answered, when operations ended in each of the {@link #BINS} parts of the
     * interval: 1 more than the nanoseconds since the phase's start of the first end in each, then of the last ones; 0
     * for none. A gap longer than a part has its ends in two of them, and so is known exactly.
     */
    private final long[][] ends;
    private int seq;
    private long start;
    /** The length of a part is 2 to this power. */
    private int shift;
    /** Links the buffers that were handed over; see {@link Recorder}. */
    IntervalBuffer next;

    IntervalBuffer(int kinds, int steps) {
        this.kinds = kinds;
        this.steps = steps;
        answered = histograms(kinds * TIMINGS.length);
        failed = histograms(kinds * WAITED.length);
        stepped = new LogHistogram[kinds * steps];
        parts = new LogHistogram[kinds * steps];
        partsFailed = new LogHistogram[kinds * steps];
        partRows = new long[kinds * steps];
        counts = new long[kinds * WIDTH];
        ends = new long[kinds * 2][];
    }

    private static LogHistogram[] histograms(int length) {
        LogHistogram[] histograms = new LogHistogram[length];
        for (int i = 0; i < length; i++) {
            histograms[i] = new LogHistogram();
        }
        return histograms;
    }

    /** The interval it belongs to. */
    public int seq() {
        return seq;
    }

    void belongsTo(int interval, IntervalRule rule) {
        seq = interval;
        start = rule.start(interval);
        shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(rule.end(interval) - start)
                - Integer.numberOfTrailingZeros(BINS));
    }

    /** An operation ended within the interval. @param moment in nanoseconds since the phase's start */
    void ended(int kind, boolean answered, long moment) {
        int at = 2 * kind + (answered ? 0 : 1);
        long[] of = ends[at];
        if (of == null) {
            of = ends[at] = new long[2 * BINS];
        }
        long since = Math.max(0, moment - start); // pushed completions may tell of an end a little late
        int bin = (int) Math.min(BINS - 1, since >> shift);
        long noted = start + since + 1;
        if (of[bin] == 0 || noted < of[bin]) {
            of[bin] = noted;
        }
        if (noted > of[BINS + bin]) {
            of[BINS + bin] = noted;
        }
    }

    void answered(int kind, LatencyKind latencyKind, long nanos) {
        answered[kind * TIMINGS.length + latencyKind.ordinal()].record(nanos);
    }

    /** @param latencyKind RESPONSE or SERVICE, the first two */
    void failed(int kind, LatencyKind latencyKind, long nanos) {
        failed[kind * WAITED.length + latencyKind.ordinal()].record(nanos);
    }

    void stepped(int kind, int step, long nanos) {
        int at = kind * steps + step;
        if (stepped[at] == null) {
            stepped[at] = new LogHistogram();
        }
        stepped[at].record(nanos);
    }

    /** A part was answered of which the actor kept the time. */
    void part(int kind, int step, long nanos, long rows) {
        of(parts, kind * steps + step).record(nanos);
        partRows[kind * steps + step] += rows;
    }

    void partFailed(int kind, int step, long nanos) {
        of(partsFailed, kind * steps + step).record(nanos);
    }

    private static LogHistogram of(LogHistogram[] histograms, int i) {
        LogHistogram found = histograms[i];
        return found == null ? histograms[i] = LogHistogram.coarse() : found;
    }

    void count(int kind, Outcome outcome, long units, long failedUnits, long bytesIn, long bytesOut, long hits) {
        int row = kind * WIDTH;
        counts[row + OPERATIONS + outcome.ordinal()]++;
        counts[row + UNITS + outcome.ordinal()] += outcome.answered() ? units : failedUnits;
        if (outcome.answered()) {
            add(row + HITS, hits);
        } else {
            counts[row + DONE_NEVERTHELESS] += units;
        }
        add(row + FAILED, failedUnits);
        add(row + BYTES_IN, bytesIn);
        add(row + BYTES_OUT, bytesOut);
    }

    void scanned(int kind, long rows) {
        counts[kind * WIDTH + ROWS_READ] += rows;
    }

    void wrote(int kind, long rows) {
        counts[kind * WIDTH + ROWS_WRITTEN] += rows;
    }

    /** An operation was tried again so often. */
    void retried(int kind, long times) {
        counts[kind * WIDTH + RETRIED]++;
        counts[kind * WIDTH + RETRIES] += times;
    }

    /** An operation of an open loop that was due in the interval was refused a connection. */
    void refused(int kind) {
        counts[kind * WIDTH + REFUSED]++;
    }

    /** Most operations have most of these numbers 0, and looking is cheaper than adding. */
    private void add(int place, long more) {
        if (more != 0) {
            counts[place] += more;
        }
    }

    /** Also one of which all operations ended later holds their times. */
    boolean isEmpty() {
        for (int kind = 0; kind < kinds; kind++) {
            if (operations(kind) > 0 || counts[kind * WIDTH + REFUSED] > 0) {
                return false;
            }
        }
        for (LogHistogram[] group : List.of(answered, failed, stepped, parts, partsFailed)) {
            for (LogHistogram histogram : group) {
                if (histogram != null && histogram.count() > 0) {
                    return false;
                }
            }
        }
        return true;
    }

    void clear() {
        for (LogHistogram[] group : List.of(answered, failed, stepped, parts, partsFailed)) {
            for (LogHistogram histogram : group) {
                if (histogram != null) {
                    histogram.clear();
                }
            }
        }
        for (long[] of : ends) {
            if (of != null) {
                Arrays.fill(of, 0);
            }
        }
        Arrays.fill(counts, 0);
        Arrays.fill(partRows, 0);
    }

    /** Operations of a kind that ended, in all. */
    long operations(int kind) {
        long sum = 0;
        for (Outcome outcome : OUTCOMES) {
            sum += operations(kind, outcome);
        }
        return sum;
    }

    long operations(int kind, Outcome outcome) {
        return counts[kind * WIDTH + OPERATIONS + outcome.ordinal()];
    }

    /** Units done by the answered operations of a kind, or lost by those that ended another way. */
    long units(int kind, Outcome outcome) {
        return counts[kind * WIDTH + UNITS + outcome.ordinal()];
    }

    /** Units done by operations of a kind, answered or not. */
    long units(int kind) {
        return units(kind, Outcome.OK) + units(kind, Outcome.MISS) + counts[kind * WIDTH + DONE_NEVERTHELESS];
    }

    /** Units that failed in operations of a kind. */
    long failedUnits(int kind) {
        return counts[kind * WIDTH + FAILED];
    }

    /** Nanoseconds that operations of a kind spent inside the target. */
    long busy(int kind) {
        return (long) (answered[kind * TIMINGS.length + LatencyKind.SERVICE.ordinal()].sum()
                + failed[kind * WAITED.length + LatencyKind.SERVICE.ordinal()].sum());
    }

    /** Adds everything on it to a set, under the kinds' and steps' names. */
    void addTo(SeriesSet set, List<String> kindNames, List<String> stepNames) {
        for (int kind = 0; kind < kinds; kind++) {
            String name = kindNames.get(kind);
            for (LatencyKind latencyKind : TIMINGS) {
                set.add(SeriesKey.of(name, latencyKind), answered[kind * TIMINGS.length + latencyKind.ordinal()]);
            }
            for (LatencyKind latencyKind : WAITED) {
                set.add(new SeriesKey(name, "", latencyKind, true),
                        failed[kind * WAITED.length + latencyKind.ordinal()]);
            }
            for (int step = 0; step < steps; step++) {
                int at = kind * steps + step;
                SeriesKey key = new SeriesKey(name, stepNames.get(step), LatencyKind.SERVICE, false);
                add(set, key, stepped[at]);
                add(set, key, parts[at]);
                add(set, new SeriesKey(name, stepNames.get(step), LatencyKind.SERVICE, true), partsFailed[at]);
                set.addRows(name, stepNames.get(step), partRows[at]);
            }
            if (operations(kind) > 0 || counts[kind * WIDTH + REFUSED] > 0) {
                set.add(name, totals(kind));
            }
            addEnds(set, name, true, ends[2 * kind]);
            addEnds(set, name, false, ends[2 * kind + 1]);
        }
    }

    private void addEnds(SeriesSet set, String kind, boolean answered, long[] of) {
        if (of == null) {
            return;
        }
        long[] from = new long[BINS];
        long[] to = new long[BINS];
        int size = 0;
        for (int bin = 0; bin < BINS; bin++) {
            if (of[bin] != 0) {
                from[size] = of[bin] - 1;
                to[size++] = of[BINS + bin] - 1;
            }
        }
        set.addEnds(kind, answered, new EndTimes(1L << shift, from, to, size));
    }

    private static void add(SeriesSet set, SeriesKey key, LogHistogram histogram) {
        if (histogram != null) {
            set.add(key, histogram);
        }
    }

    private Totals totals(int kind) {
        int row = kind * WIDTH;
        long misses = operations(kind, Outcome.MISS);
        return new Totals(operations(kind), operations(kind, Outcome.OK) + misses, misses, units(kind),
                counts[row + FAILED], counts[row + BYTES_IN], counts[row + BYTES_OUT], counts[row + HITS],
                counts[row + ROWS_READ], counts[row + RETRIED], counts[row + RETRIES],
                counts[row + ROWS_WRITTEN], counts[row + REFUSED]);
    }
}
