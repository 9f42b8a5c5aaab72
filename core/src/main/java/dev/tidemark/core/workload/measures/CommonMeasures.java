package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;

/** The measures that every workload has in the same words, and how each is computed from what was recorded. */
public final class CommonMeasures {

    public static final Measure ELAPSED = new Measure("elapsed", "Duration", "s", LOWER, 2,
            "From the first slot of the headline phase to its last acknowledgement, at a rate to when a further slot "
                    + "would be due if that is later, or to its time limit where workers hung; no fixed sleeps are in "
                    + "it.");
    public static final Measure SETTLED = new Measure("settled", "Settled", "s", LOWER, 2,
            "The duration and, after it, the settle time.");
    public static final Measure DOCUMENTS_PER_SECOND = new Measure("documents-per-second", "Throughput", "documents/s",
            HIGHER, 0, "Documents acknowledged per second of the duration.");
    public static final Measure BYTES_PER_SECOND = new Measure("mb-per-second", "Volume rate", "MB/s", HIGHER, 1,
            "User bytes moved per second of the duration; MB are 10⁶ bytes.");
    public static final Measure FAILURES = new Measure("failures", "Failures", "", LOWER, 0,
            "Units that failed, timed out, had no connection or lost it, or were rejected as overloaded in the headline "
                    + "phase.");
    public static final Measure REJECTED = new Measure("push-backs", "Rejected", "", LOWER, 0,
            "Operations that the target rejected as overloaded, as when a lock was not free in time; they count as failures, "
                    + "too.");
    public static final Measure VARIATION = new Measure("throughput-cv", "Throughput CV", "%", LOWER, 1,
            "Spread of the throughput over intervals of one length: standard deviation ÷ mean; needs three of them.");
    public static final Measure CENSORED = new Measure("censored", "Censored", "", LOWER, 0,
            "Slots that were due, and operations in progress, that never finished; they could only raise the "
                    + "percentiles.");
    public static final Measure OUTSIDE = new Measure("outside-target", "Outside target", "%", NEITHER, 1,
            "Share of the workers' time spent neither inside the target nor thinking: making the data, bookkeeping.");

    public static final List<Measure> RESPONSE = latency("response", "Response",
            "Response time, from when an operation was due to its answer");
    public static final List<Measure> SERVICE = latency("service", "Service",
            "Service time, from when an operation was started to its answer");
    public static final Measure WAIT = new Measure("wait.p99", "Wait p99", "ms", LOWER, 3,
            "Time a due slot waited for a worker that the target kept busy, 99th percentile (open loop).");
    public static final Measure SELF = new Measure("self.p99", "Self p99", "ms", LOWER, 3,
            "Time a slot waited for the generator itself, which prepared it or earlier ones, 99th percentile (open "
                    + "loop).");

    private CommonMeasures() {}

    /** The measures of one kind of latency. @param meaning what is timed, beginning a sentence */
    public static List<Measure> latency(String name, String title, String meaning) {
        return latency(name, title, meaning, true);
    }

    /** The same of a step of operations, which is recorded where it was answered only. */
    public static List<Measure> stepLatency(String name, String title, String meaning) {
        return latency(name, title, meaning, false);
    }

    private static List<Measure> latency(String name, String title, String meaning, boolean unanswered) {
        List<Measure> measures = new ArrayList<>();
        for (String part : List.of("p50", "p99", "mean", "min", "p95", "p99.9", "max")) {
            measures.add(new Measure(name + "." + part, title + " " + part, "ms", LOWER, 3,
                    meaning + ": " + partInWords(part) + " over all operations of the headline phase."
                            + (part.equals("min") || !unanswered ? " Of those that were answered."
                            : " One without an answer counts as long as it was waited for, and at least so (≥); one "
                            + "that was refused a connection has no time.")));
        }
        return List.copyOf(measures);
    }

    private static String partInWords(String part) {
        return switch (part) {
            case "mean" -> "the mean";
            case "min" -> "the smallest";
            case "max" -> "the largest";
            default -> part.substring(1) + " % of them took no longer, by nearest rank,";
        };
    }

    /** Every measure of this class that the iteration yields. */
    public static List<MeasuredValue> of(IterationDetail detail, PhaseSpan phase, SeriesSet series) {
        List<MeasuredValue> values = new ArrayList<>();
        if (series.total().operations() > 0) {
            put(values, ELAPSED, phase.nanos() / 1e9);
        }
        settledNanos(detail, phase).ifPresent(nanos -> put(values, SETTLED, nanos / 1e9));
        double seconds = phase.nanos() / 1e9;
        if (seconds > 0) {
            put(values, BYTES_PER_SECOND, (series.total().bytesIn() + series.total().bytesOut()) / seconds);
        }
        put(values, FAILURES, failures(detail, phase, ""));
        put(values, CENSORED, phase.censored());
        variation(detail, phase).ifPresent(cv -> put(values, VARIATION, cv));
        Latencies.of(series, LatencyKind.RESPONSE, phase.censored()).addTo(values, RESPONSE);
        if (phase.open()) {
            Latencies.of(series, LatencyKind.SERVICE, phase.censored()).addTo(values, SERVICE);
            Latencies.of(series, LatencyKind.WAIT, phase.censored()).addTo(values, WAIT, 0.99);
            Latencies.of(series, LatencyKind.SELF, phase.censored()).addTo(values, SELF, 0.99);
            values.addAll(BacklogGrowth.values(detail, phase));
        } else if (phase.workers() > 0 && phase.nanos() > 0) {
            put(values, OUTSIDE, Math.min(1, (double) phase.outside() / phase.nanos() / phase.workers()));
        }
        return values;
    }

    public static void put(List<MeasuredValue> values, Measure measure, double base) {
        values.add(MeasuredValue.of(measure.name(), measure.fromBase(base)));
    }

    /** What the runner does between the two, such as reading the engine's counters, is not the target's time. */
    private static Optional<Long> settledNanos(IterationDetail detail, PhaseSpan headline) {
        return detail.phases().stream().filter(p -> p.phase() == Phase.SETTLE).findFirst()
                .map(settle -> headline.nanos() + settle.nanos());
    }

    /** @param group whose; empty for all */
    public static long failures(IterationDetail detail, PhaseSpan phase, String group) {
        return detail.outcomes().stream()
                .filter(o -> o.phase() == phase.index() && !o.outcome().answered())
                .filter(o -> QualifiedNames.own(group, o.kind()).isPresent())
                .mapToLong(OutcomeCount::units).sum();
    }

    /** How many operations ended one way. @param group whose; empty for all */
    public static long ended(IterationDetail detail, PhaseSpan phase, Outcome outcome, String group) {
        return detail.outcomes().stream().filter(o -> o.phase() == phase.index() && o.outcome() == outcome)
                .filter(o -> QualifiedNames.own(group, o.kind()).isPresent())
                .mapToLong(OutcomeCount::operations).sum();
    }

    /**
     * Coefficient of variation of the units per second of the phase's intervals of one length, the one that most of
     * them have. Throughput varies less over ten seconds than over one, and the last interval is seldom whole: the
     * phase ends in its middle.
     */
    private static OptionalDouble variation(IterationDetail detail, PhaseSpan phase) {
        List<Timeline.Window> windows = Timeline.of(detail, phase).windows().stream()
                .filter(w -> w.end() <= phase.end()).toList();
        long usual = usual(windows.stream().map(w -> w.end() - w.start()).toList());
        double[] rates = windows.stream().filter(w -> w.end() - w.start() == usual)
                .mapToDouble(w -> (double) w.series().total().units() / usual).toArray();
        return rates.length < 3 ? OptionalDouble.empty() : variation(rates);
    }

    /** The length that occurs most often; of several the longest. */
    private static long usual(Collection<Long> lengths) {
        Map<Long, Long> counts = lengths.stream().collect(Collectors.groupingBy(l -> l, Collectors.counting()));
        return counts.entrySet().stream().max(Map.Entry.<Long, Long>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey())).map(Map.Entry::getKey).orElse(0L);
    }

    private static OptionalDouble variation(double[] rates) {
        double mean = Arrays.stream(rates).average().orElseThrow();
        double squares = Arrays.stream(rates).map(r -> (r - mean) * (r - mean)).sum();
        return mean == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (rates.length - 1)) / mean);
    }

    /**
     * What the engine counted, under the names of the driver's measures: counters as their {@link NodeSums#growth growth}
     * over the headline phase and the settling after it, gauges as the last reading; of all of the target's nodes together. Of
     * {@link EngineMeasures#LARGEST} it is the largest at one of them.
     *
     * @param atEnd the gauges that are wanted as they were at the last acknowledgement, before settling
     */
    private static List<MeasuredValue> engine(IterationDetail detail, MeasureSet measures, List<Measure> atEnd) {
        String last = SettleMeasures.last(detail);
        List<MeasuredValue> values = new ArrayList<>();
        Set<String> early = atEnd.stream().map(Measure::name).collect(Collectors.toSet()); // whatever they are titled
        for (Measure measure : measures.all()) {
            OptionalDouble level = isLargest(measure) ? NodeSums.largest(detail, measure.name())
                    : NodeSums.level(detail, early.contains(measure.name()) ? TimedSnapshot.END : last, measure);
            if (NodeSums.isCounted(detail.readings(last), measure.name())) {
                NodeSums.growth(detail, TimedSnapshot.START, last, List.of(measure.name()))
                        .ifPresent(grown -> put(values, measure, grown));
            } else if (level.isPresent()) {
                put(values, measure, level.getAsDouble());
            }
        }
        return values;
    }

    private static boolean isLargest(Measure measure) {
        return EngineMeasures.LARGEST.find(measure.name()).isPresent();
    }

    /**
     * The same of a workload that stores into a place of its own beside all else in the target: how much there is of
     * something tells of that, or leaves such places out, and is no figure of one.
     */
    public static List<MeasuredValue> engineOfPlaces(IterationDetail detail, MeasureSet measures) {
        List<TimedSnapshot> last = detail.readings(SettleMeasures.last(detail));
        return engine(detail, MeasureSet.of(measures.all().stream().filter(m -> isLargest(m)
                || NodeSums.isCounted(last, m.name())).toArray(Measure[]::new)), List.of());
    }

    /** The same of a workload that stores keys: that it has no documents is no figure. */
    public static List<MeasuredValue> engineOfKeys(IterationDetail detail, MeasureSet measures, List<Measure> atEnd) {
        return without(engine(detail, measures, atEnd), EngineMeasures.DOCUMENTS);
    }

    /** The same of a workload that stores documents, and no keys. */
    public static List<MeasuredValue> engineOfDocuments(IterationDetail detail, MeasureSet measures,
            List<Measure> atEnd) {
        return without(engine(detail, measures, atEnd), EngineMeasures.KEYS, EngineMeasures.KEYS_ESTIMATED);
    }

    private static List<MeasuredValue> without(List<MeasuredValue> values, Measure... measures) {
        return values.stream().filter(v -> Arrays.stream(measures).noneMatch(m -> m.name().equals(v.measure())))
                .toList();
    }
}
