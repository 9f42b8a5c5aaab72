package dev.tidemark.core.workload.registry;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.RecoveryMeasures;
import dev.tidemark.core.workload.volume.VolumeMeasures;

/**
 * The values of an iteration, whatever became of it. One whose load was interrupted, as by a kill, is summed up to the
 * end of its last stored interval, the last moment up to which acknowledgements are known, by what sums up a whole one.
 * What only the end could tell is absent: what the engine and the machine had counted by then, settling, censored
 * slots, the time outside the target.
 */
public final class Summary {

    private static final Set<String> ONLY_AT_END = Set.of(CommonMeasures.CENSORED.name(),
            CommonMeasures.OUTSIDE.name());

    /** Values that depend on where the load was cut into intervals, and on the readings at their ends. */
    private static final Set<String> OF_INTERVALS = Stream.of(Stream.of(CommonMeasures.VARIATION),
            BackgroundMeasures.BY_INTERVAL.stream(), RecoveryMeasures.BY_INTERVAL.stream(),
            VolumeMeasures.BY_INTERVAL.stream(), EngineMeasures.LARGEST.all().stream(),
            BacklogGrowth.ALL.all().stream()).flatMap(m -> m).map(Measure::name)
            .collect(Collectors.toSet());

    private Summary() {}

    /** Whether a value comes out otherwise once intervals have been added up to wider ones. */
    public static boolean dependsOnIntervals(String measure) {
        return OF_INTERVALS.contains(measure);
    }

    /**
     * @param measures those of the driver; others among them do no harm
     * @return nothing where the load did not begin
     */
    public static List<MeasuredValue> of(IterationDetail detail, MeasureSet measures) {
        Workload workload = Workloads.named(detail.workload());
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        return headline.get().ended() ? workload.summarise(onlyEnded(detail), measures)
                : ofInterrupted(workload, detail, headline.get(), measures);
    }

    /**
     * Where an iteration was when it ended before its time, unless it was under load, to stand behind the reason why:
     * {@code " (during preload)"}; else empty.
     */
    public static String where(IterationDetail detail) {
        return detail.phases().stream().filter(p -> !p.ended() && !p.headline()).findFirst()
                .map(p -> " (during " + Types.word(p.phase()) + ")").orElse("");
    }

    private static List<MeasuredValue> ofInterrupted(Workload workload, IterationDetail detail, PhaseSpan phase,
            MeasureSet measures) {
        if (phase.nanos() == 0) {
            return List.of(); // not even one interval: nothing is known
        }
        return workload.summarise(closed(onlyEnded(detail), phase), measures).stream()
                .filter(v -> !ONLY_AT_END.contains(v.measure()))
                .map(v -> phase.open() && isRaised(v.measure()) ? new MeasuredValue(v.measure(), v.number(), true) : v)
                .toList();
    }

    /** A phase without load that was interrupted says nothing of how long it takes. */
    private static IterationDetail onlyEnded(IterationDetail detail) {
        return with(detail, detail.phases().stream().filter(p -> p.ended() || p.headline()).toList(),
                detail.outcomes());
    }

    /**
     * As if the phase had ended with its last interval. In a closed loop the operations in progress then are known and
     * were censored; how many slots of an open one were due and not begun is not.
     */
    private static IterationDetail closed(IterationDetail detail, PhaseSpan phase) {
        List<Interval> own = detail.intervals().stream().filter(i -> i.phase() == phase.index()).toList();
        int last = own.stream().mapToInt(Interval::seq).max().orElse(0);
        long inFlight = own.stream().filter(i -> i.seq() == last).mapToInt(Interval::stuck).sum();
        PhaseSpan closed = new PhaseSpan(phase.index(), phase.phase(), true, phase.start(), phase.end(), inFlight,
                phase.workers(), phase.open(), 0, 0);
        return with(detail, detail.phases().stream().map(p -> p.index() == phase.index() ? closed : p).toList(),
                failures(Timeline.whole(detail, phase), phase));
    }

    /** The intervals count what failed; why it did, the end would have told. */
    private static List<OutcomeCount> failures(SeriesSet series, PhaseSpan phase) {
        List<OutcomeCount> failures = new ArrayList<>();
        series.totals().forEach((kind, t) -> {
            if (t.operations() > t.answered()) {
                failures.add(new OutcomeCount(phase.index(), kind, Outcome.FAILURE, "", t.operations() - t.answered(),
                        t.failedUnits()));
            }
        });
        return failures;
    }

    private static IterationDetail with(IterationDetail d, List<PhaseSpan> phases, List<OutcomeCount> outcomes) {
        return new IterationDetail(d.workload(), d.settings(), phases, d.intervals(), outcomes, d.readings(),
                d.workers(), d.events(), d.operations(), d.log());
    }

    /** Whether operations can raise it of which nothing is known. */
    private static boolean isRaised(String measure) {
        return Latencies.isPart(measure) && !measure.endsWith(".min");
    }
}
