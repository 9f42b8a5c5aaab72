package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.DeclaredWorkload;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.measures.CommonMeasures;

/**
 * Which of a client's API styles should my application use? Each iteration stores the same documents by one style into
 * an empty place of its own, and looks afterwards whether they are there.
 */
public final class ApiWorkload extends DeclaredWorkload {

    /** The fact that says which protocol a style speaks. */
    public static final String PROTOCOL = "protocol";
    /** The fact that says how many round trips a call has; only where it is not one. */
    public static final String ROUND_TRIPS = "round-trips";

    /** Names of settings, for reports. */
    public static final String STYLE = ApiParams.STYLE.name();
    public static final String DOCUMENTS = ApiParams.DOCUMENTS.name();
    public static final String BATCH_SIZE = ApiParams.BATCH_SIZE.name();
    public static final String INNER_SIZE = ApiParams.INNER_SIZE.name();
    public static final String WORKERS = ApiParams.WORKERS.name();
    /** Names of measures: means of steps in milliseconds, and what is done per second. */
    public static final String ROUND_TRIP = ApiMeasures.ROUND_TRIP.get(2).name();
    public static final String MAPPING = ApiMeasures.MAP.getFirst().name();
    public static final String CALL = ApiMeasures.CALL.getFirst().name();
    public static final String COMMIT = ApiMeasures.COMMIT.getFirst().name();
    public static final String RECONNECT = ApiMeasures.RECONNECT.getFirst().name();
    public static final String ELAPSED = CommonMeasures.ELAPSED.name();
    public static final String DOCUMENTS_PER_SECOND = CommonMeasures.DOCUMENTS_PER_SECOND.name();
    public static final String ROUND_TRIPS_PER_SECOND = ApiMeasures.ROUND_TRIPS_PER_SECOND.name();
    /** Its name. */
    public static final String NAME = "api";

    private final PoolMemo pools = new PoolMemo();
    /** Of this process, in which all that work on the same target follow each other. */
    private final AtomicLong iterations = new AtomicLong();

    public ApiWorkload() {
        super(NAME, "Which of a client's API styles should my application use?", "documents", Capability.API_STYLES,
                ApiParams.ALL, ApiMeasures.ALL, CommonMeasures.DOCUMENTS_PER_SECOND.name(),
                CommonMeasures.DOCUMENTS_PER_SECOND.name());
    }

    @Override
    public ParamSet params(Driver driver) {
        return ApiParams.of(driver);
    }

    @Override
    public Map<String, List<String>> allValues(Driver driver, Values values) {
        return values.find(ApiParams.STYLE).isPresent() ? Map.of()
                : Map.of(ApiParams.STYLE.name(), supportedStyles(driver, values).stream().map(ApiStyle::name).toList());
    }

    private static List<ApiStyle> supportedStyles(Driver driver, Values values) {
        return driver.styles(values.only(driver.params()));
    }

    @Override
    public SequencedMap<String, Map<String, String>> presets() {
        SequencedMap<String, Map<String, String>> presets = new LinkedHashMap<>();
        presets.put("mlperf", new TreeMap<>(Map.of("documents", "1000", "batch-size", "10", "inner-size", "10",
                "workers", "1")));
        return presets;
    }

    @Override
    public Values effective(Values values) {
        Optional<ApiStyle> style = values.find(ApiParams.STYLE);
        Values one = style.filter(s -> !s.batches()).isPresent() ? unset(values, ApiParams.BATCH_SIZE) : values;
        return style.filter(ApiStyle::noop).isPresent() ? unset(one, ApiParams.INNER_SIZE) : one;
    }

    private static Values unset(Values values, Param<Long> param) {
        return values.with(param, null, values.origin(param));
    }

    /** {@inheritDoc} Of a no-op, its calls. */
    @Override
    public List<String> paces() {
        return List.of(DOCUMENTS_PER_SECOND, ROUND_TRIPS_PER_SECOND);
    }

    @Override
    public WorkEstimate estimate(Values values) {
        long documents = values.get(ApiParams.DOCUMENTS);
        boolean stores = values.find(ApiParams.STYLE).filter(ApiStyle::noop).isEmpty();
        long size = stores ? ApiParams.json(orDefault(values, ApiParams.INNER_SIZE)) : 0;
        return new WorkEstimate(documents, documents * size, Optional.empty(), true);
    }

    /** {@inheritDoc} Each style has a place of its own there, so that all go on with one open target. */
    @Override
    public Optional<String> content(Values values) {
        return Optional.of("styles");
    }

    @Override
    public boolean writes(Values values) {
        return values.find(ApiParams.STYLE).filter(ApiStyle::noop).isEmpty();
    }

    @Override
    public Optional<Durability> durability(Values values) {
        return values.find(ApiParams.STYLE).flatMap(ApiStyle::durability);
    }

    @Override
    public List<Setting> facts(Values values) {
        return values.find(ApiParams.STYLE).map(ApiWorkload::facts).orElse(List.of());
    }

    private static List<Setting> facts(ApiStyle style) {
        Setting protocol = new Setting(PROTOCOL, style.protocol(), null, "", SettingOrigin.DETECTED);
        return style.roundTrips() == 1 ? List.of(protocol)
                : List.of(protocol, Setting.detected(ROUND_TRIPS, String.valueOf(style.roundTrips())));
    }

    private StyleRequests requests(WorkloadContext context, ApiStyle style, long documents) {
        Values values = context.values();
        int batch = style.batches() ? Math.toIntExact(orDefault(values, ApiParams.BATCH_SIZE)) : 1;
        int innerSize = style.noop() ? 0 : Math.toIntExact(orDefault(values, ApiParams.INNER_SIZE));
        return new StyleRequests(style, pools.of(context.seed(), innerSize, documents, style.input()), documents, batch,
                values.find(ApiParams.RECONNECT).orElse(0L));
    }

    /** The point that is warmed up for need not have what other styles have. */
    private static long orDefault(Values values, Param<Long> param) {
        return values.find(param).orElse(param.defaultValue());
    }

    @Override
    public ExecutionPlan executionPlan(WorkloadContext context) {
        StyleRequests requests = requests(context, context.values().get(ApiParams.STYLE),
                context.values().get(ApiParams.DOCUMENTS));
        StyleRun run = new StyleRun(context, requests, place(iterations.incrementAndGet()));
        Stage measure = new Stage(Phase.MEASURE, load(context.values()), Limit.operations(requests.count()),
                requests.kinds(), run::actor, requests.documents(), true);
        return new ExecutionPlan(Optional.of(run::prepare), List.of(() -> measure), false,
                results -> run.verify(results.getFirst()), List.of());
    }

    /** Of one length, since it is a part of keys where a database has nothing else to tell places apart by. */
    private static String place(long iteration) {
        return String.format(Locale.ROOT, "documents-%04d", iteration);
    }

    /** {@inheritDoc} One that goes over all styles of the driver in turn, so that none is the first of its process. */
    @Override
    public Stage warmUp(WorkloadContext context) {
        Values values = context.values();
        Driver driver = ApiParams.driver(values);
        List<StyleRequests> all = supportedStyles(driver, values).stream()
                .map(style -> requests(context, style, Long.MAX_VALUE / 2)).toList();
        return new Stage(Phase.WARM_UP, new Load.Closed(1, Duration.ZERO), new Limit(Limit.UNLIMITED, null),
                new OperationKinds(List.of(StyleRequests.STORE), StyleRequests.STEPS),
                worker -> new StyleTour((StyleTarget) context.target(), context.context(), all), 0, true);
    }

    private static Load load(Values values) {
        return new Load.Closed(Math.toIntExact(values.get(ApiParams.WORKERS)), Duration.ZERO);
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        return ApiMeasures.of(detail, driverMeasures);
    }

    /** Keeps the documents that were made last, since the styles of a round store the same ones. Thread-safe. */
    private static final class PoolMemo {

        private static final int MOST = 8;

        private record Key(long seed, int innerSize) {}

        private final Map<Key, SoftReference<DocumentPool>> pools = new LinkedHashMap<>(MOST, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, SoftReference<DocumentPool>> eldest) {
                return size() > MOST;
            }
        };

        /**
         * @param documents how many will be wanted; more of them than the pool has objects repeat these
         * @param input     in which form
         */
        synchronized DocumentPool of(long seed, int innerSize, long documents, ApiStyle.Input input) {
            Key key = new Key(seed, innerSize);
            DocumentPool pool = pools.containsKey(key) ? pools.get(key).get() : null;
            if (pool == null) {
                pool = new DocumentPool(seed, innerSize);
                pools.put(key, new SoftReference<>(pool));
            }
            pool.fill(documents, input);
            return pool;
        }
    }
}
