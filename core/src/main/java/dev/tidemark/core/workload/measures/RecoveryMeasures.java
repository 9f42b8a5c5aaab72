package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.measures.Recovery.Figure;
import dev.tidemark.core.workload.measures.Recovery.Stretch;

/**
 * What faults on the timetable did to the load; of several in a run the worst, but that errors are added up, and the
 * first of them is that which came soonest. Times without an answer are exact where they are longer than a 32nd of an
 * interval, since workers keep the first and the last end in each of its parts; all others are known to one interval.
 */
public final class RecoveryMeasures {

    public static final Measure LONGEST_GAP = new Measure("longest-gap", "Longest gap", "s", LOWER, 3,
            "Longest time in the headline phase in which no operation was answered, from its first slot to its end; of "
                    + "times shorter than a 32nd of an interval no more than that is known, and it is told instead. "
                    + "Only with a timetable.");
    public static final Measure OUTAGE = new Measure("outage", "Outage", "s", LOWER, 3,
            "Longest time without an answer that ended after a fault began: of all operations together, or of one kind "
                    + "where that is more than twice as long, and more than twice the longest of that kind before the "
                    + "first fault. From the last answer before it to the first one after it, as longest-gap.");
    public static final Measure FIRST_ERROR = new Measure("first-error", "First error", "s", NEITHER, 3,
            "Time from when a fault began to the first operation that ended otherwise than answered; of several faults "
                    + "the shortest. Nothing is ranked by it: to refuse at once is no better than to bear a fault.");
    public static final Measure ERRORS = new Measure("fault-errors", "Errors after faults", "", LOWER, 0,
            "Operations that ended otherwise than answered from the interval on in which the first fault began.");
    public static final Measure RATE_TIME = new Measure("recovery-time", "Rate back after", "s", LOWER, 2,
            "Time from when a fault began until, in an interval and on average over it and the two after it, the rate "
                    + "was at least 95 % of that of the intervals before the first fault, or no more than three of "
                    + "their standard deviations below it, and answers had come again; 0 where it never fell below. "
                    + "The rate is what was answered per second, in an open loop for each operation that was due.");
    public static final Measure BACKLOG_TIME = new Measure("backlog-time", "Backlog gone after", "s", LOWER, 2,
            "Time from when a fault began to the end of the interval in which no more slots waited than at most before "
                    + "the first fault, or than there are workers; 0 where there never were twice as many (open loop).");

    public static final Measure CHECKED = new Measure("checked-writes", "Checked writes", "", NEITHER, 0,
            "Acknowledged documents that were read back after a load with faults, of ingest with verify.");
    public static final Measure LOST = new Measure("lost-writes", "Lost writes", "", LOWER, 0,
            "Of them, those that were not there.");
    public static final Measure UNKNOWN = new Measure("unknown-writes", "Unknown writes", "", LOWER, 0,
            "Documents whose connection broke, or for which no answer came in time, of ingest: whether they were stored "
                    + "is not known. Those for which no connection was to be had are not among them; acknowledged ones are that "
                    + "the verification could not read, since the target did not answer.");

    /** Of three stretches of time, each told by some of its percentiles. */
    private static final List<Measure> BEFORE = stretch("before",
            "of the operations of the whole intervals before the first fault");
    private static final List<Measure> DURING = stretch("during",
            "of the operations of the intervals from the one in which the fault began to when it was over, answers came "
                    + "and the rate was back; of several faults the worst");
    private static final List<Measure> AFTER = stretch("after",
            "of the operations of the intervals after that; of several faults the worst");

    /** To stand after a workload's own. */
    public static final MeasureSet ALL = MeasureSet.of(OUTAGE, RATE_TIME, BACKLOG_TIME, FIRST_ERROR, ERRORS,
            LOST, UNKNOWN, CHECKED, LONGEST_GAP).plus(MeasureSet.of(BEFORE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(DURING.toArray(Measure[]::new))).plus(MeasureSet.of(AFTER.toArray(Measure[]::new)));

    /** How what was asked ended of which nobody knows whether it was done. */
    private static final Set<Outcome> UNKNOWN_ENDS = EnumSet.of(Outcome.CONNECTION_LOST, Outcome.TIMEOUT);
    private static final Set<Outcome> UNREAD = EnumSet.of(Outcome.CONNECTION_LOST, Outcome.TIMEOUT,
            Outcome.NO_CONNECTION, Outcome.PUSH_BACK, Outcome.ROLLED_BACK);

    /** Those that come out otherwise of wider intervals. */
    public static final List<Measure> BY_INTERVAL = ALL.all().stream()
            .filter(m -> !List.of(CHECKED, LOST, UNKNOWN).contains(m)).toList();

    private RecoveryMeasures() {}

    private static List<Measure> stretch(String name, String meaning) {
        return Stretch.PARTS.stream().map(part -> new Measure("response-" + name + "." + part,
                "Response " + part + " " + name, "ms", LOWER, 3, "Response time, " + part + ", " + meaning + "."))
                .toList();
    }

    /** Those that the iteration yields: none where it had no timetable. */
    public static List<MeasuredValue> of(IterationDetail detail) {
        List<MeasuredValue> values = new ArrayList<>();
        boolean configured = detail.settings().stream().anyMatch(s -> s.name().equals(LoadParams.BACKGROUND.name())
                && !s.text().equals(LoadParams.BACKGROUND.absent()));
        if (!configured || detail.headline().isEmpty()) {
            return values;
        }
        RecoveryAnalysis.longestGap(Timeline.of(detail, detail.headline().get()), detail.headline().get())
                .ifPresent(gap -> put(values, LONGEST_GAP, gap));
        List<Recovery> faults = Recovery.of(detail);
        if (faults.isEmpty()) {
            return values;
        }
        worst(faults, r -> Optional.of(r.outage())).ifPresent(f -> put(values, OUTAGE, f));
        worst(faults, Recovery::rate).ifPresent(f -> put(values, RATE_TIME, f));
        worst(faults, Recovery::backlog).ifPresent(f -> put(values, BACKLOG_TIME, f));
        faults.stream().flatMapToDouble(r -> r.firstError().stream()).min()
                .ifPresent(seconds -> values.add(MeasuredValue.of(FIRST_ERROR.name(), seconds)));
        values.add(MeasuredValue.of(ERRORS.name(), faults.stream().mapToLong(Recovery::errors).sum()));
        BEFORE.forEach(m -> slowest(values, m, List.of(faults.getFirst().before())));
        DURING.forEach(m -> slowest(values, m, faults.stream().map(Recovery::during).toList()));
        AFTER.forEach(m -> slowest(values, m, faults.stream().map(Recovery::after).toList()));
        return values;
    }

    /** What became of documents that were to be stored beside faults; nothing where there were none. */
    public static List<MeasuredValue> writes(IterationDetail detail) {
        List<MeasuredValue> values = new ArrayList<>();
        if (!Recovery.isAny(detail.events())) {
            return values;
        }
        Optional<PhaseSpan> verification = detail.phases().stream().filter(p -> p.phase() == Phase.VERIFY && p.ended())
                .findFirst();
        long unread = verification.map(phase -> units(detail, phase, RecoveryMeasures::isUninformative)).orElse(0L);
        detail.headline().ifPresent(phase -> values.add(MeasuredValue.of(UNKNOWN.name(),
                unread + units(detail, phase, o -> UNKNOWN_ENDS.contains(o.outcome())))));
        verification.ifPresent(phase -> {
            long lost = CommonMeasures.ended(detail, phase, Outcome.MISS, "");
            long checked = CommonMeasures.ended(detail, phase, Outcome.OK, "") + lost;
            values.add(MeasuredValue.of(CHECKED.name(), checked));
            if (checked > 0 || unread == 0) { // of what nobody could look for, nobody knows that none was lost
                values.add(MeasuredValue.of(LOST.name(), lost));
            }
        });
        return values;
    }

    private static long units(IterationDetail detail, PhaseSpan phase, Predicate<OutcomeCount> condition) {
        return detail.outcomes().stream().filter(o -> o.phase() == phase.index() && condition.test(o))
                .mapToLong(OutcomeCount::units).sum();
    }

    /** Whether a verification's read ended so that nobody knows what is there. */
    public static boolean isUninformative(OutcomeCount read) {
        return UNREAD.contains(read.outcome());
    }

    /** The longest; at least so long where any of them is only known to be at least what it is. */
    private static Optional<Figure> worst(List<Recovery> faults, Function<Recovery, Optional<Figure>> figure) {
        List<Figure> all = faults.stream().map(figure).flatMap(Optional::stream).toList();
        return all.stream().max(Comparator.comparingDouble(Figure::seconds))
                .map(longest -> new Figure(longest.seconds(), all.stream().anyMatch(Figure::atLeast)));
    }

    private static void put(List<MeasuredValue> values, Measure measure, Figure figure) {
        values.add(new MeasuredValue(measure.name(), figure.seconds(), figure.atLeast()));
    }

    /** Likewise. */
    private static void slowest(List<MeasuredValue> values, Measure measure, List<Stretch> stretches) {
        List<MeasuredValue> each = stretches.stream()
                .flatMap(s -> s.value(Latencies.part(measure.name())).stream()).toList();
        each.stream().mapToDouble(MeasuredValue::number).max().ifPresent(slowest -> values.add(new MeasuredValue(
                measure.name(), slowest, each.stream().anyMatch(MeasuredValue::atLeast))));
    }
}
