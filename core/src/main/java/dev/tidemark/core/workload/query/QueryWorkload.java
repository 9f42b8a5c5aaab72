package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.ExactNeighbours;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.DeclaredWorkload;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.Precondition;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.WorkloadContext;

/**
 * What rate of queries can this system sustain, and what do memory, caches, shards, segments and the size of the index
 * change?
 */
public final class QueryWorkload extends DeclaredWorkload {

    public static final String NAME = "query";

    public QueryWorkload() {
        super(NAME,
                "What rate of queries can this system sustain, and what do caches, shards and the size of the index "
                        + "change?", "queries", Capability.SEARCH, QueryParams.ALL, QueryMeasures.ALL, "response.mean",
                QueryMeasures.QUERIES_PER_SECOND.name());
    }

    @Override
    public List<Precondition> preconditions() {
        return QueryParams.PRECONDITIONS;
    }

    @Override
    public boolean foundTooLittle(List<Iteration> ofPoint) {
        return MeanRecall.of(ofPoint).filter(MeanRecall::tooLittle).isPresent();
    }

    @Override
    public String usualDriver() {
        return "lucene";
    }

    @Override
    public Set<Capability> needs(Values values) {
        return QueryParams.hasVectors(values) ? Set.of(Capability.SEARCH, Capability.VECTOR_SEARCH) : needs();
    }

    @Override
    public Optional<String> whyNoMix() {
        return Optional.of("query has no mix of operations; the kinds of queries are said by query-mix");
    }

    @Override
    public SequencedMap<String, Map<String, String>> presets() {
        SequencedMap<String, Map<String, String>> presets = new LinkedHashMap<>();
        presets.put("one-user", new TreeMap<>(Map.of("workers", "1", "queries", "1000", "warm-up-queries", "10000")));
        presets.put("vectors", new TreeMap<>(Map.of("vector-dimension", "128", "query-mix", "vector", "documents",
                "20000", "document-words", "10")));
        return presets;
    }

    /** {@inheritDoc} What was asked for by its time is not ended before by the usual number of queries. */
    @Override
    public Values effective(Values values) {
        Values v = Arrivals.outdone(Arrivals.effective(values), QueryParams.QUERIES, List.of(QueryParams.DURATION));
        return QueryContent.effective(!Arrivals.scheduled(v) ? v
                : Arrivals.outdone(v, QueryParams.QUERIES, List.of(Arrivals.ARRIVALS)));
    }

    @Override
    public WorkEstimate estimate(Values values) {
        QueryContent.checkFiles(values);
        Optional<Arrivals.Amount> scheduled = scheduled(values);
        long queries = scheduled.map(Arrivals.Amount::units)
                .orElseGet(() -> values.find(QueryParams.QUERIES).orElse(0L));
        Optional<Duration> paced = scheduled.map(Arrivals.Amount::time).or(() -> values.find(QueryParams.RATE)
                .filter(_ -> queries > 0).map(rate -> Duration.ofNanos((long) (queries / rate * 1e9))));
        return new WorkEstimate(queries, 0, Stream.of(values.find(QueryParams.DURATION), paced)
                .flatMap(Optional::stream).min(Duration::compareTo), queries > 0 && paced.isEmpty())
                .after(OwnIndex.isOf(values) ? WorkEstimate.Data.NONE
                : new WorkEstimate.Data(WorkEstimate.DataKind.INDEX,
                        values.get(QueryParams.DOCUMENTS), QueryContent.bytes(values))).after(warmUp(values));
    }

    private static WorkEstimate.WarmUp warmUp(Values values) {
        return values.get(QueryParams.CACHE) != QueryParams.Cache.WARM ? WorkEstimate.WarmUp.NONE
                : values.find(QueryParams.WARM_UP_QUERIES).map(queries -> new WorkEstimate.WarmUp(queries,
                        values.get(QueryParams.WARM_UP_LIMIT))).orElse(WorkEstimate.WarmUp.NONE);
    }

    /** Queries that a measurement will ask at most; 0 where nobody knows, as of a loop that a time ends. */
    static long measured(Values values) {
        Optional<Long> due = values.find(QueryParams.RATE).flatMap(rate -> values.find(QueryParams.DURATION)
                .map(duration -> Math.round(rate * duration.toNanos() / 1e9)));
        return scheduled(values).map(Arrivals.Amount::units).orElseGet(() -> Stream.of(
                values.find(QueryParams.QUERIES), due).flatMap(Optional::stream).min(Long::compare).orElse(0L));
    }

    /** What steps or a trace offer; empty where there are none. */
    private static Optional<Arrivals.Amount> scheduled(Values values) {
        return Arrivals.scheduled(values) ? Optional.of(Arrivals.amount(values, values.find(QueryParams.DURATION),
                values.find(QueryParams.QUERIES).orElse(Limit.UNLIMITED))) : Optional.empty();
    }

    /**
     * An index is the same for all iterations that only ask it otherwise; one that is updated is an iteration's own.
     */
    @Override
    public Optional<String> content(Values values) {
        return values.find(QueryUpdates.RATE).isPresent() || visits(values) ? Optional.empty()
                : Optional.of(QueryContent.identity(values));
    }

    /** {@inheritDoc} An index of others' is there. */
    @Override
    public boolean visits(Values values) {
        return OwnIndex.isOf(values);
    }

    @Override
    public Optional<String> named(Values values) {
        return OwnIndex.isOf(values) ? OwnIndex.named(values) : Optional.empty();
    }

    @Override
    public void requireNamed(Values values, OpenTarget target) {
        OwnIndex.requireNamed(values, (SearchTarget) target);
    }

    @Override
    public boolean writes(Values values) {
        return values.find(QueryUpdates.RATE).isPresent();
    }

    /** {@inheritDoc} What is found out after the load, of the answers under load, too, one process finds out. */
    @Override
    public Optional<String> whyNotShared(Values values) {
        if (OwnIndex.isOf(values)) {
            return Optional.of("an index of your own is asked by one process only; use one agent");
        }
        if (values.find(QueryUpdates.RATE).isPresent()) {
            return Optional.of("an index is updated by one process only; use one agent, or leave "
                    + QueryUpdates.RATE.name() + " out");
        }
        return QueryParams.hasVectors(values)
                ? Optional.of("the recall of neighbours is found out by one process only; use one agent")
                : Optional.empty();
    }

    @Override
    public boolean warmsUpItself() {
        return true;
    }

    @Override
    public ExecutionPlan executionPlan(WorkloadContext context) {
        return new Recipe(context).plan();
    }

    /** What to run at a point. */
    private static final class Recipe {
        private final WorkloadContext context;
        private final Values values;
        private final QueryContent content;
        private final QueryActor.AnswerOptions options;
        private final FirstAnswers first;
        private final SlowestQueries slowest;
        private final RecallSamples recall;
        private final int sessions;
        private final QueryPreparation preparation;
        private final Optional<QueryUpdates> updates;
        private final Optional<OwnIndex> own;
        /** Of the check; one worker after the other adds to them. */
        private final List<AnswerTable.Row> answers = Collections.synchronizedList(new ArrayList<>());
        /** Null where the warm-up asks a fixed number. */
        private final QueryWarmUp warmUp;

        Recipe(WorkloadContext context) {
            this.context = context;
            values = context.values();
            own = OwnIndex.isOf(values) ? Optional.of(OwnIndex.of((SearchTarget) context.target())) : Optional.empty();
            content = own.isPresent() ? QueryContent.ofOwn(values, (SearchTarget) context.target(), context.seed())
                    : QueryContent.of(values, context.seed());
            preparation = new QueryPreparation(context, content.documents());
            content.remarks().forEach(context.context().note());
            int top = Math.toIntExact(values.get(QueryParams.TOP));
            options = new QueryActor.AnswerOptions(top, values.find(QueryParams.COUNT_ALL).orElse(true),
                    Math.toIntExact(values.find(QueryParams.CANDIDATES).orElse((long) top)));
            sessions = Math.toIntExact(values.find(QueryParams.IN_FLIGHT).orElseGet(() -> values.get(
                    QueryParams.WORKERS)));
            updates = QueryUpdates.of(values, sessions);
            boolean sameAnswers = updates.stream().noneMatch(QueryUpdates::adds);
            first = values.get(QueryParams.COMPARE) && sameAnswers ? new FirstAnswers(content.test().distinct()) : null;
            slowest = values.find(QueryParams.SLOWEST).map(most -> new SlowestQueries(Math.toIntExact(most)))
                    .orElse(null);
            warmUp = values.find(QueryParams.STEADY_WITHIN).map(within -> QueryWarmUp.of(within, measured(values)))
                    .orElse(null);
            boolean near = content.vectors() != null || content.field() != null;
            recall = !near || !sameAnswers ? null : new RecallSamples(Math.toIntExact(values.get(
                    QueryParams.RECALL_SAMPLES)), top, context.seed());
        }

        ExecutionPlan plan() {
            List<Supplier<Stage>> stages = new ArrayList<>();
            boolean warm = values.get(QueryParams.CACHE) == QueryParams.Cache.WARM;
            values.find(QueryParams.WARM_UP_QUERIES).filter(_ -> warm)
                    .ifPresent(most -> stages.add(() -> warmUp(most)));
            stages.add(this::measure);
            stages.add(this::check);
            boolean made = own.isPresent() || preparation.isDone();
            if (made && own.isEmpty()) {
                context.context().note().accept("The index is the one that an iteration before has made.");
            }
            updates.flatMap(QueryUpdates::note).ifPresent(context.context().note());
            return new ExecutionPlan(made ? Optional.empty() : Optional.of(preparation::prepare), stages, false,
                    new AfterLoad(), content.warnings()).finding(content.facts());
        }

        /** Tells what is to be known when the load is over. */
        private final class AfterLoad implements ExecutionPlan.Evaluation {
            @Override
            public Optional<String> judge(List<StageResult> results) {
                return explain();
            }

            @Override
            public List<String> warnings(List<StageResult> results) {
                long asked = queries(results, r -> r.span().headline());
                Stream<String> warnings = Stream.of(content.askedAgain(values, asked),
                        content.askedBefore(values, asked, queries(results, r -> r.span().phase() == Phase.WARM_UP)),
                        own.filter(_ -> updates.isEmpty()).flatMap(OwnIndex::change)).flatMap(Optional::stream);
                return Stream.concat(warnings, updates.stream().flatMap(behind -> results.stream()
                        .filter(r -> r.span().headline()).flatMap(r -> behind.warning(r).stream()))).toList();
            }

            @Override
            public List<String> ownWarnings() {
                return warmUp == null ? List.of() : warmUp.warning().stream().toList();
            }

            @Override
            public List<LogBlock> log(List<StageResult> results) {
                return results.stream().map(StageResult::span).filter(span -> span.phase() == Phase.VERIFY).findFirst()
                        .map(span -> new AnswerTable(answers).blocks(span.index())).orElse(List.of());
            }
        }

        /** How many were asked in some of the stages. */
        private static long queries(List<StageResult> results, Predicate<StageResult> of) {
            return results.stream().filter(of).flatMap(r -> r.outcomes().stream())
                    .filter(o -> QueryKind.ALL.operations().contains(o.kind())).mapToLong(OutcomeCount::operations)
                    .sum();
        }

        private Stage warmUp(long most) {
            int workers = Math.toIntExact(values.get(QueryParams.WORKERS));
            return new Stage(Phase.WARM_UP, new Load.Closed(workers, Duration.ZERO),
                    new Limit(most, values.get(QueryParams.WARM_UP_LIMIT)), QueryKind.ALL,
                    worker -> new QueryActor(session(worker), content.warmUp(), options, warmUp == null
                            ? QueryActor.AnswerSinks.NOTHING : QueryActor.AnswerSinks.until(warmUp.steady()),
                            context.context().clock()), most, false);
        }

        private Stage measure() {
            if (values.get(QueryParams.CACHE) == QueryParams.Cache.COLD) {
                cool();
            }
            if (warmUp != null) {
                warmUp.note().ifPresent(context.context().note());
            }
            long most = values.find(QueryParams.QUERIES).orElse(Limit.UNLIMITED);
            List<WorkerGroup> groups = new ArrayList<>(List.of(new WorkerGroup("", load(), most, asking())));
            updates.ifPresent(concurrent -> groups.addAll(concurrent.groups(context, content.documents())));
            return new Stage(Phase.MEASURE, updates.isPresent() ? QueryUpdates.KINDS : QueryKind.ALL, groups,
                    values.find(QueryParams.DURATION).orElse(null), values.find(QueryParams.QUERIES).orElse(0L), true)
                    .logging(values.find(QueryParams.LOGGED).orElse(0L));
        }

        private void cool() {
            try {
                preparation.cool();
            } catch (DriverException e) {
                throw new IllegalStateException("the caches could not be emptied: " + e.getMessage(), e);
            }
        }

        private ActorFactory asking() {
            return worker -> new QueryActor(session(worker), content.test(), options, new QueryActor.AnswerSinks(first,
                    slowest == null ? null : slowest.mine(), recall, null), context.context().clock());
        }

        private SearchSession session(int worker) throws Exception {
            SearchSession session = context.target().session(worker, SearchSession.class);
            session.openAhead();
            return session;
        }

        private Load load() {
            int workers = Math.toIntExact(values.get(QueryParams.WORKERS));
            if (!Arrivals.paced(values, QueryParams.RATE)) {
                return new Load.Closed(workers, values.get(QueryParams.THINK_TIME));
            }
            Schedule schedule = Arrivals.schedule(values, QueryParams.RATE, 1, context.arrivalSeed());
            return new Load.Open(schedule, values.find(QueryParams.IN_FLIGHT).<Concurrency>map(
                    most -> new Concurrency.VirtualThreads(Math.toIntExact(most)))
                    .orElseGet(() -> new Concurrency.Threads(workers)));
        }

        private Stage check() {
            long checked = updates.stream().anyMatch(QueryUpdates::adds) ? 0
                    : Math.min(content.test().distinct(), values.find(QueryParams.CHECKED).orElse(0L));
            AnswerCheck.CheckInput work = new AnswerCheck.CheckInput(content.test(), checked, own.isEmpty(),
                    new QueryActor.AnswerOptions(options.top(), true, options.candidates()),
                    recall == null ? List.of() : recall.all(), answers);
            return new Stage(Phase.VERIFY, new Load.Closed(1, Duration.ZERO), Limit.operations(work.operations()),
                    AnswerCheck.KINDS, worker -> check(session(worker), work), work.operations(),
                    false);
        }

        private AnswerCheck check(SearchSession session, AnswerCheck.CheckInput work) throws IOException {
            return new AnswerCheck(session, work, work.samples().isEmpty() ? null : content.field() != null
                    ? new EngineNeighbours(session, vector -> OwnIndex.changed(values, content.field().exact(vector,
                            EngineNeighbours.candidates(options.top()))))
                    : Neighbours.of(ExactNeighbours.of(content.documents(), content.distance())));
        }

        /** Asks the slowest queries again, when the load is over; what cannot be explained spoils no number. */
        private Optional<String> explain() {
            List<SlowestQueries.Slow> slow = slowest == null ? List.of() : slowest.all();
            if (!slow.isEmpty()) {
                try (SearchSession session = session(0)) {
                    for (int i = 0; i < slow.size(); i++) {
                        context.context().note().accept(SlowQueryNote.of(i + 1, slow.get(i), content.test(), options,
                                session));
                    }
                } catch (Exception e) {
                    context.context().note().accept("The slowest queries could not be asked again: " + e.getMessage());
                }
            }
            return Optional.empty();
        }
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        return QueryMeasures.of(detail, driverMeasures);
    }
}
