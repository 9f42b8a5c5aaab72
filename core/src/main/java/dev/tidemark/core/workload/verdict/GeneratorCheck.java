package dev.tidemark.core.workload.verdict;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.stage.OpenLoop;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.PhaseSpan;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether a phase measured the target or the generator.
 *
 * @param limited whether the generator was too slow, so that the phase's latencies must not be used
 * @param message one sentence with the figures; empty where nothing was measured
 */
public record GeneratorCheck(boolean limited, String message) {

    /** The share of slots that the generator may make start late. */
    public static final double LATE_LIMIT = 0.01;
    /** The chance that so many are late of a generator that makes just that share late; below, it makes more. */
    private static final double CHANCE = 0.001;
    /** The share of the median response of a kind up to which a delay does no harm to its responses. */
    private static final double HARMLESS = 0.1;
    /** Slots per second below which it is not the rate that keeps a generator from being on time. */
    private static final double SLOW = 100;
    /** Of fewer slots the late ones are counted, since percents of them look like more than they are. */
    private static final long FEW = 1000;

    /** Begins the message where it was. */
    public static final String LIMITED = "Limited by the generator";

    private static final GeneratorCheck NOTHING = new GeneratorCheck(false, "");

    /**
     * Judges an open loop by the slots that were late through the generator's doing: by more than a millisecond and
     * than a tenth of the median response of their kind, and at least half of it because workers were outside the
     * target, see {@code GeneratorDelay}. So it does not matter how late they were, and a target that can't keep up is not
     * the generator's fault. More than one percent of them are too many, as far as their number tells: by the binomial
     * distribution, so that a few slots need more than one or two late ones. A closed loop has no schedule to be late
     * for, so it gets no verdict, only the share of the workers' time that was spent outside the target.
     *
     * @param span   the phase
     * @param demand how far its open loops were with what was due; empty where that is unknown
     * @param series everything recorded in it
     */
    public static GeneratorCheck of(PhaseSpan span, Optional<Demand> demand, SeriesSet series) {
        return span.open() ? open(span, demand, series) : closed(span);
    }

    /** The message of one of several generators that was {@link #limited}. @param name in words for people */
    public String of(String name) {
        return LIMITED + " (" + name + ")" + message.substring(LIMITED.length());
    }

    private static GeneratorCheck open(PhaseSpan span, Optional<Demand> demand, SeriesSet series) {
        long slots = series.scheduled().operations();
        if (slots == 0) {
            return NOTHING;
        }
        Late late = late(span, series);
        String figures = "it made " + (late.slots > 0 && slots < FEW ? late.slots + " of " + slots + " slots"
                : percent((double) late.slots / slots) + " of slots") + " start more than 1 ms "
                + (late.spared ? "and a tenth of the median response " : "") + "late";
        if (!tooMany(late.slots, slots)) {
            return new GeneratorCheck(false, "The generator kept up: " + figures + ", and " + delay(series) + ".");
        }
        return new GeneratorCheck(true, LIMITED + ": " + demand.filter(d -> d.reached() < Demand.NEARLY)
                .map(d -> unreached(span, d)).orElse(figures + ", by its own doing, of which 1 % may be")
                + (slots < SLOW * span.nanos() / 1e9 ? "; end what else runs on its machine, or set pacing to spin."
                : "; lower the rate, or leave it out to go as fast as possible."));
    }

    /** Workers that are busy all the time with what they have to do themselves. */
    private static String unreached(PhaseSpan span, Demand demand) {
        return (span.workers() == 1 ? "its only worker" : "its " + span.workers() + " workers")
                + " could offer " + percent(demand.reached())
                + " of the rate, for what has to be done outside the target";
    }

    private static boolean tooMany(long late, long slots) {
        return late > LATE_LIMIT * slots && BinomialDistribution.of(Math.toIntExact(Math.min(slots, Integer.MAX_VALUE)),
                LATE_LIMIT).survivalProbability((int) Math.min(late, Integer.MAX_VALUE) - 1) < CHANCE;
    }

    /** @param spared whether some were late by more than a millisecond that may not matter to their responses */
    private record Late(long slots, boolean spared) {}

    /** Where responses of a kind take long, slots are only counted that were late by enough to matter to them. */
    private static Late late(PhaseSpan span, SeriesSet series) {
        long[] harmed = {0};
        boolean spared = false;
        for (Map.Entry<SeriesKey, LogHistogram> own : series.histograms().entrySet()) {
            if (own.getKey().timing() == LatencyKind.SELF && own.getKey().step().isEmpty()) {
                long least = (long) (HARMLESS * series.responses(own.getKey().kind()).quantile(0.5));
                spared |= least > OpenLoop.LATE;
                own.getValue().forEachBucket((low, high, count) ->
                        harmed[0] += high > Math.max(OpenLoop.LATE, least) ? count : 0);
            }
        }
        return new Late(spared ? Math.min(span.lateFree(), harmed[0]) : span.lateFree(), spared);
    }

    private static String delay(SeriesSet series) {
        long p99 = series.overall(LatencyKind.SELF).quantile(0.99);
        return p99 <= OpenLoop.LATE || series.overall(LatencyKind.WAIT).sum() == 0
                ? "delayed 99 % of them by at most " + duration(p99) : ownShare(series);
    }

    private static String ownShare(SeriesSet series) {
        double self = series.overall(LatencyKind.SELF).sum();
        return percent(self / (self + series.overall(LatencyKind.WAIT).sum()))
                + " of the time that slots waited was its own";
    }

    private static GeneratorCheck closed(PhaseSpan span) {
        double workerTime = (double) span.nanos() * span.workers();
        if (workerTime <= 0) {
            return NOTHING;
        }
        return new GeneratorCheck(false, "Workers spent " + percent(span.outside() / workerTime)
                + " of their time outside the target.");
    }

    private static String duration(long nanos) {
        return nanos < 1_000_000 ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
                : String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", share * 100);
    }
}
