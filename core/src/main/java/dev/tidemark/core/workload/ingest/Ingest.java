package dev.tidemark.core.workload.ingest;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.DeclaredWorkload;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.Precondition;
import dev.tidemark.core.workload.Retention;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.measures.RecoveryMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;

/**
 * How fast can this system take in documents, and which settings matter? Each iteration stores documents into a fresh
 * database, a batch per transaction, as fast as the workers can or at a rate; then waits for the target's background
 * work, and may read the documents back and compare them.
 */
public final class Ingest extends DeclaredWorkload {

    static final OperationKinds INSERTS = new OperationKinds(List.of("insert"), List.of("read", "check", "commit"));
    static final OperationKinds VERIFICATIONS = new OperationKinds(List.of("verify"), List.of());

    static final Measure TOTAL_WRITE = new Measure("total-write", "Total write", "MB", LOWER, 0,
            "Compaction, flush and WAL write together, where the engine counts all three.");
    static final Measure SPACE_AMPLIFICATION = new Measure("space-amplification", "Space amplification", "", LOWER, 2,
            "On disk size after settling ÷ bytes of the documents and their URIs; none with settle: false.");

    /** The columns of the manual's table in their order, then the others, the most wanted first. */
    private static final MeasureSet MEASURES = MeasureSet.of(CommonMeasures.ELAPSED, EngineMeasures.COMPACTION_WRITE,
            EngineMeasures.FLUSH_WRITE, EngineMeasures.JOURNAL_WRITE, TOTAL_WRITE, EngineMeasures.ON_DISK_SIZE,
            EngineMeasures.IN_MEMORY_SIZE, EngineMeasures.DOCUMENTS, EngineMeasures.SEGMENTS_WRITTEN,
            CommonMeasures.DOCUMENTS_PER_SECOND, CommonMeasures.BYTES_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(0), CommonMeasures.RESPONSE.get(1)))
            .plus(MeasureSet.of(SettleMeasures.WRITE_AMPLIFICATION, CommonMeasures.FAILURES, CommonMeasures.SETTLED,
                    SPACE_AMPLIFICATION, EngineMeasures.STALL_TIME))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF, CommonMeasures.OUTSIDE,
                    CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(BacklogGrowth.ALL)
            .plus(SettleMeasures.ALL)
            .plus(BackgroundMeasures.ALL).plus(RecoveryMeasures.ALL)
            .plus(HostMeasures.ALL).plus(OperationCosts.ALL);

    public Ingest() {
        super("ingest", "How fast can this system take in documents, and which settings matter?", "documents",
                Capability.DOCUMENT_WRITER, IngestParams.ALL, MEASURES, CommonMeasures.ELAPSED.name(),
                CommonMeasures.DOCUMENTS_PER_SECOND.name());
    }

    @Override
    public Set<Capability> needs(Values values) {
        return values.get(IngestParams.VERIFY) > 0 ? Set.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER)
                : needs();
    }

    @Override
    public List<Precondition> preconditions() {
        return IngestParams.PRECONDITIONS;
    }

    /** Documents are of any size; how many bytes are stored in a second depends less on that. */
    @Override
    public String pace() {
        return CommonMeasures.BYTES_PER_SECOND.name();
    }

    @Override
    public SequencedMap<String, Map<String, String>> presets() {
        Map<String, String> old = new LinkedHashMap<>();
        old.put("shards", "1");
        old.put("batch-size", "1");
        old.put("background-io-limit", "unlimited");
        old.put("compaction-ratio", "2");
        old.put("memtable", "16MB");
        old.put("blind-insert", "true");
        old.put("workers", "16");
        old.put("source", "generate");
        old.put("rate", "10/s");
        old.put("duration", "10s");
        old.put("payload", "10kB");
        SequencedMap<String, Map<String, String>> presets = new LinkedHashMap<>();
        presets.put("old-defaults", old);
        return presets;
    }

    @Override
    public Values effective(Values values) {
        return IngestLimit.effective(values);
    }

    @Override
    public WorkEstimate estimate(Values values) {
        boolean generated = values.get(IngestParams.SOURCE) == IngestParams.Source.GENERATE;
        IngestContent content = generated ? null : IngestContent.of(values, 0);
        IngestLimit amount = generated ? IngestLimit.of(values) : content.bound(values, IngestLimit.of(values));
        Optional<Double> rate = values.find(IngestParams.RATE);
        Optional<Duration> paced = Arrivals.scheduled(values)
                ? Optional.of(Arrivals.amount(values, values.find(IngestParams.DURATION), amount.documents()).time())
                : rate.filter(r -> amount.bounded()).map(r -> Duration.ofNanos((long) (amount.documents() / r * 1e9)));
        double meanSize = generated ? values.get(IngestParams.PAYLOAD) : content.meanBytes();
        double due = rate.flatMap(r -> amount.time().map(t -> r * t.toNanos() / 1e9)).orElse(Double.POSITIVE_INFINITY);
        double most = Math.min(due, amount.bounded() ? amount.documents() : Double.POSITIVE_INFINITY);
        return new WorkEstimate(amount.bounded() ? Math.round(most) : 0,
                Double.isInfinite(most) ? 0 : Math.round(most * meanSize),
                Stream.of(paced, amount.time()).flatMap(Optional::stream).min(Comparator.naturalOrder()),
                amount.bounded() && !Arrivals.paced(values, IngestParams.RATE));
    }

    @Override
    public Optional<String> whyNotShared(Values values) {
        return values.get(IngestParams.VERIFY) == 0 ? Optional.empty()
                : Optional.of("documents that several agents stored are not read back yet; set verify to 0");
    }

    @Override
    public Retention keep(Values values) {
        return values.get(IngestParams.KEEP);
    }

    @Override
    public ExecutionPlan executionPlan(WorkloadContext workloadContext) {
        Values values = workloadContext.values();
        IngestContent content = IngestContent.of(values, workloadContext.seed());
        IngestLimit amount = content.bound(values, IngestLimit.of(values));
        int batch = Math.toIntExact(values.get(IngestParams.BATCH_SIZE));
        int workers = Math.toIntExact(values.get(IngestParams.WORKERS));
        IngestVerification verification = new IngestVerification(values.get(IngestParams.VERIFY), batch, amount);
        Stage measure = new Stage(Phase.MEASURE, load(values, batch, amount, workloadContext.arrivalSeed()),
                new Limit(amount.batches(batch), amount.time().orElse(null)), INSERTS,
                worker -> new IngestActor(workloadContext.target().session(worker, DocumentSession.class),
                        content.documents(), amount, batch,
                        values.get(IngestParams.BLIND_INSERT), content.readIsStep(), verification),
                amount.bounded() ? amount.documents() : 0, true);
        List<Supplier<Stage>> stages = new ArrayList<>(List.of(() -> measure));
        if (verification.isEnabled()) {
            stages.add(() -> verification.stage(workloadContext, content, workers));
        }
        return new ExecutionPlan(stages, values.get(IngestParams.SETTLE), new Evaluation(amount, values, verification),
                sharedDevice(workloadContext));
    }

    private record Evaluation(IngestLimit amount, Values values, IngestVerification verification)
            implements ExecutionPlan.Evaluation {

        @Override
        public Optional<String> judge(List<StageResult> results) {
            return verdict(results, amount, values);
        }

        @Override
        public List<String> warnings(List<StageResult> results) {
            return verification.warnings();
        }
    }

    private static List<String> sharedDevice(WorkloadContext workloadContext) {
        Optional<Path> source = workloadContext.values().find(IngestParams.SOURCE_DIRECTORY)
                .filter(s -> workloadContext.values().get(IngestParams.SOURCE) == IngestParams.Source.DIRECTORY);
        boolean shared = source.isPresent() && LocalStorage.directories(workloadContext.target()).stream()
                .anyMatch(directory -> Environment.sameDevice(source.get(), directory));
        return shared ? List.of("Source and target lie on the same disk: reading the files takes time from writing the "
                + "documents; put one of them on another disk.") : List.of();
    }

    private static Load load(Values values, int batch, IngestLimit amount, long seed) {
        int workers = Math.toIntExact(values.get(IngestParams.WORKERS));
        if (!Arrivals.paced(values, IngestParams.RATE)) {
            return new Load.Closed(workers, values.get(IngestParams.THINK_TIME));
        }
        Schedule schedule = Arrivals.schedule(values, IngestParams.RATE, batch, seed);
        return new Load.Open(workers, Arrivals.scheduled(values) || !amount.bounded() ? schedule
                : Schedules.ending(schedule, (double) amount.documents() / batch));
    }

    /** Why the numbers must not be used; the limit on failures is not judged here. */
    private static Optional<String> verdict(List<StageResult> results, IngestLimit amount, Values values) {
        boolean faults = values.find(LoadParams.BACKGROUND).filter(BackgroundSchedule::hasFaults).isPresent();
        return results.stream().map(r -> switch (r.span().phase()) {
            case MEASURE -> unfinished(r, amount);
            case VERIFY -> unverified(r, faults);
            default -> Optional.<String>empty();
        }).flatMap(Optional::stream).findFirst();
    }

    /** How long an amount took means nothing when a part of it got lost inside the target. */
    private static Optional<String> unfinished(StageResult measured, IngestLimit amount) {
        if (!amount.bounded() || amount.time().isPresent()) {
            return Optional.empty();
        }
        long done = measured.workers().stream().mapToLong(WorkerCount::units).sum();
        long failed = measured.outcomes().stream().filter(o -> !o.outcome().answered())
                .mapToLong(OutcomeCount::units).sum();
        long missing = amount.documents() - done - failed;
        return missing == 0 ? Optional.empty() : Optional.of("the target never answered for " + missing + " of "
                + amount.documents() + " documents");
    }

    /**
     * Verification demands every acknowledged document, unchanged; how many a fault has lost is a figure of its own. Of
     * one that could not be read nobody knows whether it is there.
     */
    private static Optional<String> unverified(StageResult verified, boolean faults) {
        List<OutcomeCount> unread = verified.outcomes().stream().filter(RecoveryMeasures::isUninformative).toList();
        List<OutcomeCount> wrong = verified.outcomes().stream().filter(o -> o.outcome() != Outcome.OK
                && !unread.contains(o) && !(faults && o.outcome() == Outcome.MISS)).toList();
        if (!wrong.isEmpty()) {
            return Optional.of("verification failed for " + documents(wrong) + ": " + wrong.getFirst().reason());
        }
        if (!unread.isEmpty()) {
            boolean gone = unread.stream().allMatch(o -> o.outcome() == Outcome.NO_CONNECTION);
            return Optional.of((gone ? "the target did not come back" : "the target did not answer the verification")
                    + (gone && !faults ? " after the load" : "") + ": of " + documents(unread)
                    + " that it had acknowledged nobody knows whether they are there: " + unread.getFirst().reason());
        }
        return verified.span().censored() == 0 ? Optional.empty() : Optional.of("verification failed: the target never "
                + "answered " + verified.span().censored() + " of its reads");
    }

    private static String documents(List<OutcomeCount> counts) {
        long documents = counts.stream().mapToLong(OutcomeCount::operations).sum();
        return documents + (documents == 1 ? " document" : " documents");
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet series = Timeline.whole(detail, phase);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfDocuments(detail, driverMeasures, List.of(EngineMeasures.IN_MEMORY_SIZE)));
        values.addAll(SettleMeasures.amplification(detail, series.total().bytesIn(), series.total().bytesOut()));
        values.addAll(SettleMeasures.of(detail));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(RecoveryMeasures.of(detail));
        values.addAll(RecoveryMeasures.writes(detail));
        values.addAll(HostMeasures.of(detail));
        values.addAll(OperationCosts.of(detail, series.total().units()));
        Map<String, Double> byName = new HashMap<>();
        values.forEach(v -> byName.put(v.measure(), v.number()));
        if (phase.nanos() > 0) {
            put(values, CommonMeasures.DOCUMENTS_PER_SECOND, series.total().units() / (phase.nanos() / 1e9));
        }
        OptionalDouble written = totalWrite(byName);
        written.ifPresent(megabytes -> values.add(MeasuredValue.of(TOTAL_WRITE.name(), megabytes)));
        if (series.total().bytesIn() > 0) {
            values.addAll(SettleMeasures.spaceAmplification(detail, series.total().bytesIn(), true));
        }
        return values;
    }

    /**
     * The sum of what the engine says it wrote; empty when it leaves some of it out, as the journal: that is no total.
     */
    private static OptionalDouble totalWrite(Map<String, Double> byName) {
        List<Double> parts = Stream.of(EngineMeasures.COMPACTION_WRITE, EngineMeasures.FLUSH_WRITE,
                EngineMeasures.JOURNAL_WRITE).map(m -> byName.get(m.name())).toList();
        return parts.contains(null) ? OptionalDouble.empty()
                : OptionalDouble.of(parts.stream().mapToDouble(Double::doubleValue).sum());
    }
}
