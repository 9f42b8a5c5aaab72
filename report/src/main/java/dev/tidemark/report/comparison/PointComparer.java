package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.stat.PairedRatio;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.IterationNumbers;
import dev.tidemark.report.analysis.table.RunSamples.Run;
import dev.tidemark.report.analysis.table.RunSamples;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.comparison.WindowComparison.By;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;

/** Compares two sides at one point of the other settings. */
final class PointComparer {

    private static final double HOUR = 3600;
    /** From this length on, runs are cut into hours, below it into quarters. */
    private static final double LONG = 2 * HOUR;
    private static final int QUARTERS = 4;
    /** What is left over behind the last full hour is a part of its own when it is more than a sliver. */
    private static final double SLIVER = 0.1 * HOUR;

    /** Parts of a latency's name that are worth a comparison; a maximum or minimum is one value and only shown. */
    private static final Set<String> COMPARED = Set.of("mean", "p50", "p95", "p99", "p99.9");
    private static final Set<String> SHOWN = Set.of("max");
    /** The generator's own times, which say nothing about the target. */
    private static final Set<String> OWN = Set.of("wait", "self", "fsync-floor");
    private static final String VARIATION = "throughput-cv";
    /** What was written and what is kept: shown beside the speeds, since one may be bought with the other. */
    private static final Set<String> STORED = Stream.concat(Stream.of(EngineMeasures.COMPACTION_WRITE,
            EngineMeasures.FLUSH_WRITE, EngineMeasures.JOURNAL_WRITE, EngineMeasures.ON_DISK_SIZE,
            EngineMeasures.IN_MEMORY_SIZE, EngineMeasures.DOCUMENTS, EngineMeasures.KEYS,
            EngineMeasures.SEGMENTS_WRITTEN).map(Measure::name),
            Stream.of("total-write", "device-write", "write-amplification", "space-amplification"))
            .collect(Collectors.toSet());
    private static final Map<String, Double> QUANTILES = Map.of("p50", 0.5, "p95", 0.95, "p99", 0.99, "p99.9", 0.999);
    private static final String RESPONSE = "response.";
    /** Relative width of a bucket of {@link LogHistogram}, within which a percentile cannot differ. */
    private static final double BUCKET = 1.0 / 512;
    /** Half the last digit in which a ratio is shown: no error is taken to be smaller. */
    private static final double DIGIT = 0.0005;

    private final Side base;
    private final Side other;
    private final Measure throughput;
    private final Measure inParts;
    private final List<Measure> measures;
    private final String description;
    private final Matching matching;
    private final List<Iteration> bases;
    private final List<Iteration> others;
    private final Optional<String> otherWork;
    private final Optional<String> unusable;
    /** Why the sides found something else by what was checked, unless their users say how far they must agree. */
    private final Optional<String> found;
    private final OptionalDouble least;

    /**
     * @param throughput the measure that leads
     * @param inParts    the measure whose units per second are those of the intervals
     */
    PointComparer(Side base, Side other, Measure throughput, Measure inParts, List<Measure> measures,
            String description, List<Iteration> bases, List<Iteration> others) {
        this.base = base;
        this.other = other;
        this.throughput = throughput;
        this.inParts = inParts;
        this.measures = measures;
        this.description = description;
        this.matching = Matching.of(usable(bases), usable(others), this::pass);
        this.bases = matching.base();
        this.others = matching.other();
        this.otherWork = CheckedAnswers.otherWork(base, this.bases, other, this.others);
        this.least = AnswerAgreement.least(both());
        this.found = least.isPresent() ? Optional.empty()
                : CheckedAnswers.difference(base, this.bases, other, this.others);
        this.unusable = invalid(bases, others).or(this::missing);
    }

    private Optional<LabelResults.Pass> pass(Iteration iteration) {
        return base.imported() || other.imported() ? Optional.empty()
                : base.results().pass(iteration).or(() -> other.results().pass(iteration));
    }

    private static List<Iteration> usable(List<Iteration> iterations) {
        return iterations.stream().filter(i -> i.state() == IterationState.DONE).toList();
    }

    /** A run whose numbers must not be used is no reason to compare only the others, which may be the lucky ones. */
    private Optional<String> invalid(List<Iteration> bases, List<Iteration> others) {
        List<String> all = Stream.concat(invalid(base, bases), invalid(other, others)).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }

    private static Stream<String> invalid(Side side, List<Iteration> iterations) {
        IterationNumbers numbers = IterationNumbers.of(side.results());
        return iterations.stream().filter(i -> i.state() == IterationState.INVALID && !side.ranAgain(i))
                .map(i -> "iteration " + numbers.of(i) + " of " + side.name() + " is invalid: "
                        + i.verdict().replaceFirst("\\.$", ""));
    }

    private Optional<String> missing() {
        Side without = bases.isEmpty() ? base : others.isEmpty() ? other : null;
        return without == null ? Optional.empty() : Optional.of("no iteration of " + without.name() + " is "
                + StateWords.of(IterationState.DONE));
    }

    PointComparison compare(LongFunction<IterationDetail> details) {
        if (unusable.isPresent()) {
            return PointComparison.refused(description, matching, unusable.get(), Optional.empty());
        }
        Optional<AnswerAgreement> agreement = otherWork.isPresent() ? Optional.empty() : AnswerAgreement.of(base,
                bases, other, others, matching.basis() == Matching.Basis.ROUNDS, details);
        Optional<String> refusal = otherWork.isPresent() ? Optional.empty()
                : found.or(() -> agreement.flatMap(a -> least.isPresent() ? a.refusal(least.getAsDouble())
                        : Optional.empty()));
        return refusal.isPresent() ? PointComparison.refused(description, matching, refusal.get(), agreement)
                : compare(details, agreement);
    }

    /** Why nobody knows whether the sides found the same; empty where that is known, or nobody asks. */
    private Optional<String> unchecked(Optional<AnswerAgreement> agreement) {
        return otherWork.filter(_ -> found.isPresent() || ownAnswers())
                .or(() -> ownAnswers() && agreement.isEmpty()
                        ? Optional.of("no query was asked again after the measurement (checked-queries)")
                        : Optional.empty());
    }

    /** Whether it is the checked queries that tell, rather than how many were found under load. */
    private boolean ownAnswers() {
        return least.isPresent() || both().stream().anyMatch(AnswerAgreement::isOwn);
    }

    private PointComparison compare(LongFunction<IterationDetail> details, Optional<AnswerAgreement> agreement) {
        DoubleSummaryStatistics seconds = both().stream()
                .mapToDouble(i -> CumulativeSeries.seconds(details.apply(i.id())).orElse(0.0)).summaryStatistics();
        return seconds.getMin() == 0 ? new PointComparison(description, matching, Optional.empty(),
                unchecked(agreement), agreement, Optional.empty(), Optional.empty(), overall(Optional.empty()),
                Optional.empty(), List.of(), List.of()) : compare(details, agreement, seconds.getMin(), seconds.getMax());
    }

    private List<Iteration> both() {
        List<Iteration> both = new ArrayList<>(bases);
        both.addAll(others);
        return both;
    }

    private PointComparison compare(LongFunction<IterationDetail> details, Optional<AnswerAgreement> agreement,
            double seconds, double longest) {
        TimeWindow whole = new TimeWindow(0, seconds);
        List<TimeWindow> spans = new ArrayList<>(seconds >= LONG ? hours(seconds) : whole.parts(QUARTERS));
        int timed = spans.size();
        spans.add(new TimeWindow(seconds >= LONG ? seconds - HOUR : seconds * (QUARTERS - 1) / QUARTERS, seconds));
        spans.addAll(whole.parts(CumulativeComparison.THIRDS));
        CumulativeComparison cumulativeComparison = new CumulativeComparison(read(bases, details, spans),
                read(others, details, spans), spans);
        ResultEquivalence answers = ResultEquivalence.of(base.name(), bases, cumulativeComparison.base(), other.name(),
                others, cumulativeComparison.other(), ownAnswers()).unless(otherWork);
        if (answers.difference().isPresent()) {
            return PointComparison.refused(description, matching, answers.difference().get(), agreement);
        }
        boolean fine = cumulativeComparison.leastIntervals() >= timed;
        List<WindowComparison> parts = fine ? parts(cumulativeComparison, timed, seconds) : List.of();
        Optional<ComparedWindow> last = fine
                ? Optional.of(timePart(cumulativeComparison, timed, seconds >= LONG ? "last hour"
                : "last quarter")) : Optional.empty();
        return new PointComparison(description, matching, Optional.empty(), answers.notCompared().or(() ->
                unchecked(agreement)), agreement, Optional.of(seconds), Optional.of(longest),
                overall(Optional.of(cumulativeComparison)), last, parts, apart(details));
    }

    private List<QueryTime> apart(LongFunction<IterationDetail> details) {
        return matching.basis() != Matching.Basis.ROUNDS || otherWork.isPresent() ? List.of()
                : QueryTime.apart(base, bases, other, others, details);
    }

    private static List<TimeWindow> hours(double seconds) {
        List<TimeWindow> hours = new ArrayList<>();
        for (int hour = 0; (hour + 1) * HOUR <= seconds; hour++) {
            hours.add(new TimeWindow(hour * HOUR, (hour + 1) * HOUR));
        }
        if (seconds - hours.size() * HOUR > SLIVER) {
            hours.add(new TimeWindow(hours.size() * HOUR, seconds));
        }
        return hours;
    }

    private static List<CumulativeSeries> read(List<Iteration> iterations, LongFunction<IterationDetail> details,
            List<TimeWindow> spans) {
        return iterations.stream().map(i -> CumulativeSeries.of(details.apply(i.id()), spans).orElseThrow()).toList();
    }

    // ---- Overall ----

    private List<Delta> overall(Optional<CumulativeComparison> courses) {
        List<Delta> deltas = new ArrayList<>();
        deltas.add(delta(throughput, thirds(courses, throughput)));
        for (Measure m : measures) {
            if (!m.equals(throughput) && (isLatency(m) || m.name().equals(VARIATION) || STORED.contains(m.name())
                    || isDuration(m) || OperationCosts.isCost(m))) {
                Delta delta = delta(m, thirds(courses, m));
                if (delta.base().isPresent() && delta.other().isPresent()) {
                    deltas.add(delta);
                }
            }
        }
        return deltas;
    }

    /** How a figure's ratio went through single runs; empty for several, whose repeats say more. */
    private List<Double> thirds(Optional<CumulativeComparison> courses, Measure m) {
        if (courses.isEmpty() || bases.size() > 1 || others.size() > 1) {
            return List.of();
        }
        if (m.equals(inParts)) {
            return courses.get().thirds((c, place) -> c.unitsIn(courses.get().spans().get(place)));
        }
        String part = m.name().startsWith(RESPONSE) ? m.name().substring(RESPONSE.length()) : "";
        return part.equals("mean") || QUANTILES.containsKey(part)
                ? courses.get().thirds((c, place) -> mayBeLarger(c, place, part) ? Double.NaN : response(c, place, part))
                : List.of();
    }

    /** What ranks runs that do a fixed amount of work. */
    private boolean isDuration(Measure m) {
        return m.name().equals(base.results().objective()) && m.unit().equals("s");
    }

    private static boolean isLatency(Measure m) {
        int dot = m.name().indexOf('.');
        return m.unit().equals("ms") && dot > 0 && !OWN.contains(m.name().substring(0, dot))
                && (COMPARED.contains(m.name().substring(dot + 1)) || SHOWN.contains(m.name().substring(dot + 1)));
    }

    /** Whether a measure's ratio is compared, and not only shown: then it has an interval. */
    static boolean compared(Measure m) {
        return m.better() == Direction.HIGHER || OperationCosts.isCost(m)
                || COMPARED.contains(m.name().substring(m.name().indexOf('.') + 1));
    }

    private Delta delta(Measure m, List<Double> thirds) {
        return new Delta(m, Tails.cell(m, bases), Tails.cell(m, others), mayBeLarger(m, both()) || !compared(m)
                ? new Evidence.Shown()
                : evidence(m, RunSamples.runs(m, bases), RunSamples.runs(m, others), thirds));
    }

    private Evidence evidence(Measure m, List<Run> a, List<Run> b, List<Double> thirds) {
        if (a.size() < bases.size() || b.size() < others.size()
                || Stream.concat(a.stream(), b.stream()).anyMatch(r -> !(r.value() > 0))) {
            return new Evidence.Shown();
        }
        return switch (matching.basis()) {
            case ROUNDS -> new Evidence.Rounds(PairedRatio.of(byRound(a), byRound(b), resolution(m)),
                    Comparison.LEVEL, false);
            case SESSIONS -> new Evidence.Sessions(values(a).boxed().toList(), values(b).boxed().toList(),
                    Comparison.LEVEL);
            case ONE_RUN -> new Evidence.OneRun(Math.exp(values(b).map(Math::log).average().orElseThrow()
                    - values(a).map(Math::log).average().orElseThrow()), thirds);
        };
    }

    private static DoubleStream values(List<Run> runs) {
        return runs.stream().mapToDouble(Run::value);
    }

    /** Round by round; several runs of a round count as their geometric mean. */
    private static double[] byRound(List<Run> runs) {
        return runs.stream().collect(Collectors.groupingBy(Run::batch, TreeMap::new, Collectors.groupingBy(Run::round,
                TreeMap::new, Collectors.averagingDouble(r -> Math.log(r.value()))))).values().stream()
                .flatMap(rounds -> rounds.values().stream()).mapToDouble(Math::exp).toArray();
    }

    private static double resolution(Measure m) {
        return QUANTILES.containsKey(m.name().substring(m.name().indexOf('.') + 1)) ? BUCKET : DIGIT;
    }

    // ---- Part by part ----

    private List<WindowComparison> parts(CumulativeComparison cumulativeComparison, int timed, double seconds) {
        List<WindowComparison> all = new ArrayList<>();
        List<ComparedWindow> byTime = new ArrayList<>();
        for (int i = 0; i < timed; i++) {
            byTime.add(timePart(cumulativeComparison, i, (seconds >= LONG ? "hour " : "quarter ") + (i + 1)));
        }
        all.add(new WindowComparison(By.TIME, seconds >= LONG ? "By hour" : "By quarter of the time", byTime));
        List<ComparedWindow> byOperations =
                workParts(cumulativeComparison, CumulativeSeries::units, CumulativeSeries::whenUnits,
                Numbers::rounded);
        all.add(new WindowComparison(By.OPERATIONS, "By operations done", byOperations));
        List<ComparedWindow> byVolume = cumulativeComparison.least(CumulativeSeries::bytes) > 0
                ? workParts(cumulativeComparison, CumulativeSeries::bytes, CumulativeSeries::whenBytes,
                        Numbers::roundedBytes)
                : List.of();
        if (!same(byVolume, byOperations)) {
            all.add(new WindowComparison(By.VOLUME, "By volume of data written", byVolume));
        }
        return all.stream().filter(windowComparison -> !windowComparison.parts().isEmpty()).toList();
    }

    /** When every operation writes as much as any other, the volume of data says no more than their number. */
    private static boolean same(List<ComparedWindow> some, List<ComparedWindow> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            double a = some.get(i).throughput().ratio().orElse(0);
            double b = others.get(i).throughput().ratio().orElse(0);
            if (Math.abs(a - b) > 1e-3 * b) {
                return false;
            }
        }
        return true;
    }

    private ComparedWindow timePart(CumulativeComparison cumulativeComparison, int place, String name) {
        TimeWindow span = cumulativeComparison.spans().get(place);
        List<Delta> deltas = new ArrayList<>();
        deltas.add(partDelta(inParts, cumulativeComparison, c -> c.unitsIn(span) / span.seconds()));
        for (String part : List.of("mean", "p99")) {
            measures.stream().filter(m -> m.name().equals(RESPONSE + part)).findFirst()
                    .filter(m -> cumulativeComparison.all().allMatch(c -> c.responses(place).count() > 0))
                    .ifPresent(m -> deltas.add(marked(partDelta(m, cumulativeComparison,
                            c -> response(c, place, part) / 1e6,
                            c -> part.equals("p99") && RunParts.isLargest(c.responses(place).count())),
                            cumulativeComparison, c -> mayBeLarger(c, place, part))));
        }
        return new ComparedWindow(name, span.from(), span.to(), deltas);
    }

    /**
     * Where of a part only the least is known, or of the whole, of which nobody knows which parts that touches, it is not
     * compared.
     *
     * @param mayBeLarger of which runs the part's figure may be
     */
    private Delta marked(Delta part, CumulativeComparison cumulativeComparison,
            Predicate<CumulativeSeries> mayBeLarger) {
        Measure m = part.measure();
        boolean a = mayBeLarger(m, bases) || cumulativeComparison.base().stream().anyMatch(mayBeLarger);
        boolean b = mayBeLarger(m, others) || cumulativeComparison.other().stream().anyMatch(mayBeLarger);
        return !a && !b ? part : new Delta(m, part.base().map(c -> new Cell(c.estimate(), a, c.maximum())),
                part.other().map(c -> new Cell(c.estimate(), b, c.maximum())), new Evidence.Shown());
    }

    private static boolean mayBeLarger(Measure m, List<Iteration> runs) {
        return runs.stream().anyMatch(i -> i.value(m.name()).map(MeasuredValue::atLeast).orElse(false));
    }

    /** Of a mean the whole tells it. */
    private static boolean mayBeLarger(CumulativeSeries run, int place, String part) {
        return QUANTILES.containsKey(part) && run.mayBeLarger(place, QUANTILES.get(part));
    }

    /** In nanoseconds. */
    private static double response(CumulativeSeries run, int place, String part) {
        LogHistogram responses = run.responses(place);
        return part.equals("mean") ? responses.mean() : responses.quantile(QUANTILES.get(part));
    }

    /**
     * Equal parts of the work that every run did, four or as many as were measured; each run has its own time for each.
     * Empty where not even halves were: the start may have been over before the first interval was.
     */
    private List<ComparedWindow> workParts(CumulativeComparison cumulativeComparison,
            ToDoubleFunction<CumulativeSeries> amount,
            Moment when, Function<Double, String> words) {
        TimeWindow whole = new TimeWindow(0, cumulativeComparison.least(amount));
        return IntStream.iterate(QUARTERS, count -> count > 1, count -> count - 1).mapToObj(whole::parts)
                .filter(parts -> cumulativeComparison.all()
                .allMatch(c -> parts.stream().allMatch(p -> c.resolves(took(c, when, p)))))
                .findFirst().map(parts -> workParts(cumulativeComparison, parts, when, words)).orElse(List.of());
    }

    private static TimeWindow took(CumulativeSeries cumulativeSeries, Moment when, TimeWindow amount) {
        return new TimeWindow(when.of(cumulativeSeries, amount.from()), when.of(cumulativeSeries, amount.to()));
    }

    private List<ComparedWindow> workParts(CumulativeComparison cumulativeComparison, List<TimeWindow> amounts,
            Moment when,
            Function<Double, String> words) {
        List<ComparedWindow> parts = new ArrayList<>();
        for (TimeWindow p : amounts) {
            Delta delta = partDelta(inParts, cumulativeComparison, c -> {
                TimeWindow took = took(c, when, p);
                return c.unitsIn(took) / took.seconds();
            });
            parts.add(new ComparedWindow((p.from() == 0 ? "0" : words.apply(p.from())) + " to " + words.apply(p.to()),
                    p.from(),
                    p.to(), List.of(delta)));
        }
        return parts;
    }

    /** When a run had done so much. */
    private interface Moment {
        double of(CumulativeSeries cumulativeSeries, double amount);
    }

    private Delta partDelta(Measure m, CumulativeComparison cumulativeComparison,
            ToDoubleFunction<CumulativeSeries> what) {
        return partDelta(m, cumulativeComparison, what, _ -> false);
    }

    /** @param maximum of which runs it is a percentile that is only the largest value */
    private Delta partDelta(Measure m, CumulativeComparison cumulativeComparison,
            ToDoubleFunction<CumulativeSeries> what, Predicate<CumulativeSeries> maximum) {
        List<Run> a = runs(bases, cumulativeComparison.base(), what);
        List<Run> b = runs(others, cumulativeComparison.other(), what);
        return new Delta(m, cell(a, cumulativeComparison.base().stream().anyMatch(maximum)),
                cell(b, cumulativeComparison.other().stream().anyMatch(maximum)), evidence(m, a, b, List.of()));
    }

    private static List<Run> runs(List<Iteration> iterations, List<CumulativeSeries> courses,
            ToDoubleFunction<CumulativeSeries> what) {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < courses.size(); i++) {
            double value = what.applyAsDouble(courses.get(i));
            if (Double.isFinite(value)) {
                runs.add(Run.of(iterations.get(i), value));
            }
        }
        return runs;
    }

    private static Optional<Cell> cell(List<Run> runs, boolean maximum) {
        return runs.isEmpty() ? Optional.empty() : Optional.of(new Cell(
                Estimate.of(runs.stream().mapToDouble(Run::value).toArray()), false, maximum));
    }
}
