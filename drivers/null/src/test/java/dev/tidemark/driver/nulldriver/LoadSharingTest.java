package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.DatasetLoader;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.LoadSharing;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.registry.Workloads;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What several generators offer together is what a single one offers, call by call, in virtual time. */
@Timeout(60)
class LoadSharingTest {

    private static final Set<String> ASKING = Set.of("script", "query");

    @TempDir
    Path folder;

    /** Everything that the sessions of a target were asked, with what they were given, and how often. */
    private static final class Calls {

        private final Map<String, Integer> counts = new TreeMap<>();

        synchronized void add(String call) {
            counts.merge(call, 1, Integer::sum);
        }

        synchronized Map<String, Integer> counts() {
            return new TreeMap<>(counts);
        }

        /** A target or a session whose calls go on to a real one, and are written down where it is a session. */
        <T> T recording(T real, boolean session, Class<T> type) {
            Set<Class<?>> interfaces = new LinkedHashSet<>(Set.of(type));
            for (Class<?> c = real.getClass(); c != null; c = c.getSuperclass()) {
                interfaces.addAll(Arrays.asList(c.getInterfaces()));
            }
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), interfaces.toArray(Class[]::new),
                    (proxy, method, args) -> {
                        if (session) {
                            add(call(method, args));
                        }
                        try {
                            Object answer = method.invoke(real, args);
                            return answer instanceof Session made && !session
                                    ? recording(made, true, Session.class) : answer;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        /** Of what is only filled, as the buffer of a read, nothing. */
        private static String call(Method method, Object[] args) {
            boolean reads = method.getName().equals("get") || method.getName().equals("read");
            StringBuilder call = new StringBuilder(method.getName());
            for (int i = 0; args != null && i < args.length - (reads ? 1 : 0); i++) {
                if (args[i] instanceof ByteBuffer bytes) {
                    call.append(' ').append(bytes.remaining()).append(':').append(bytes.duplicate().hashCode());
                } else if (args[i] instanceof Number || args[i] instanceof String) {
                    call.append(' ').append(args[i]);
                } else if (args[i] instanceof SearchRequest request) {
                    call.append(' ').append(request.query());
                } else if (args[i] instanceof StatementSession.Binding binding) {
                    binding.bind(parameters(call));
                }
            }
            return call.toString();
        }

        private static StatementSession.Parameters parameters(StringBuilder into) {
            return new StatementSession.Parameters() {
                @Override
                public void add(long number) {
                    into.append(' ').append(number);
                }

                @Override
                public void add(double number) {
                    into.append(' ').append(number);
                }

                @Override
                public void add(String text) {
                    into.append(" '").append(text).append('\'');
                }
            };
        }

        /** A target that takes any statement, and any query. */
        OpenTarget willing() {
            InvocationHandler nothing = (proxy, method, args) -> method.isDefault()
                    ? InvocationHandler.invokeDefault(proxy, method, args)
                    : method.getReturnType() == int.class ? 0 : null;
            Session session = (Session) Proxy.newProxyInstance(getClass().getClassLoader(),
                    new Class<?>[] {StatementSession.class, SearchSession.class}, nothing);
            return (OpenTarget) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {SearchTarget.class},
                    (proxy, method, args) -> switch (method.getName()) {
                        case "session" -> recording(session, true, Session.class);
                        case "statistics" -> new SearchTarget.Statistics(0, OptionalLong.empty(), OptionalLong.empty());
                        default -> nothing.invoke(proxy, method, args);
                    });
        }
    }

    /** What one of several generators does of a point. */
    private final class Generator implements StageListener {

        final Calls calls = new Calls();
        final List<StageResult> results = new ArrayList<>();
        ExecutionPlan plan;
        /** When the first operation was due, and how long the load was offered. */
        private final VirtualClock clock = new VirtualClock();

        Generator(Workload workload, Values values, Share share) throws Exception {
            List<Exception> failures = new ArrayList<>();
            clock.join(clock.start("generator", () -> {
                try {
                    run(workload, values, share);
                } catch (Exception e) {
                    failures.add(e);
                }
            }));
            if (!failures.isEmpty()) {
                throw failures.getFirst();
            }
        }

        private void run(Workload workload, Values values, Share share) throws Exception {
            Context context = new Context(clock, folder, Secrets.ofThisProcess(), note -> { }, () -> false);
            OpenTarget target = ASKING.contains(workload.name()) ? calls.willing()
                    : calls.recording(new NullTarget(values.only(NullParams.ALL), context), false, OpenTarget.class);
            plan = workload.executionPlan(new WorkloadContext(values, 7, target, context));
            for (Supplier<Stage> stage : plan.stages()) {
                results.add(new StageRunner(clock, new StageSettings(WaitStrategy.SLEEP, IntervalRule.AUTO,
                        Duration.ofSeconds(30), clock.nanoTime()), () -> false)
                        .run(results.size(), stage.get().part(share), this));
            }
        }

        @Override
        public void interval(Interval interval) { }

        @Override
        public void live(RunStatus runStatus) { }

        @Override
        public void event(Event event) { }
    }

    private static Values values(String workload, String settings) {
        Workload named = Workloads.named(workload);
        List<String> groups = Pattern.compile("groups: ([a-z ]+)").matcher(settings).results()
                .flatMap(found -> Stream.of(found.group(1).split(" "))).toList();
        Values values = Planner.params(named, new NullDriver(), groups, List.of()).defaults();
        for (String setting : settings.split(", ")) {
            String[] parts = setting.split(": ");
            values = values.with(parts[0], parts[1], SettingOrigin.SET);
        }
        return named.effective(WorkerGroups.filled(values));
    }

    /** Calls that a session gets whatever it does are of its worker, not of the load; what counts is within them. */
    private static Map<String, Integer> ofLoad(List<Generator> generators) {
        Map<String, Integer> together = new TreeMap<>();
        generators.forEach(g -> g.calls.counts().forEach((call, times) -> together.merge(call, times, Integer::sum)));
        together.keySet().removeAll(Set.of("close", "rollback", "describe", "echo", "begin", "end", "among", "isNew"));
        together.keySet().removeIf(call -> call.startsWith("describe "));
        return together;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "in-flight: 3, rate: 300/s| 'in-flight: 3 requests in flight cannot be shared out among 4 agents; use 4 or more, or "
                + "fewer agents'",
        "workers: 1| 'workers: 1 worker cannot be shared out among 4 agents; use 4 or more, or fewer agents'"})
    void whatIsTooFewIsToldByItsName(String settings, String why) {
        assertThat(LoadSharing.refusal(Workloads.named("query"), new NullDriver(), values("query", settings), 4))
                .contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "ingest | documents: 1003, batch-size: 10, payload: 200, workers: 5",
        "ingest | documents: 37, batch-size: 1, payload: 200, workers: 4",
        "ingest | documents: 500, batch-size: 3, payload: 200, workers: 4, rate: 1000/s",
        "ingest | documents: 300, batch-size: 1, payload: 200, workers: 4, rate: 1000/s, arrivals: poisson",
        "ingest | documents: 400, batch-size: 1, payload: 200, workers: 4, arrivals: steps, "
                + "rate-steps: 100/s for 1s; 300/s for 1s",
        "volume | key-count: 2000, operations: 3001, value-size: 100, workers: 6, mix: get=5,put=3,update=1,delete=1, "
                + "verify: 0",
        "volume | key-count: 500, operations: 777, value-size: 100, workers: 4, mix: get=1,insert=1, keys: latest, "
                + "rate: 1000/s, verify: 0",
        "volume | key-count: 1000, operations: 900, value-size: 100, workers: 5, mix: put=1, keys: partitioned, "
                + "preload: none, verify: 0",
        "volume | key-count: 1000, operations: 901, value-size: 100, workers: 5, mix: insert=1,delete=1, keys: own, verify: 0",
        "volume | key-count: 100, duration: 2s, rate: 500/s, value-size: 100, workers: 4, mix: get=1,put=1, verify: 0, "
                + "arrivals: poisson",
        "volume | key-count: 100, duration: 1s, rate: 333/s, value-size: 100, workers: 4, mix: get=1,put=1, verify: 0",
        "volume | key-count: 300, operations: 600, value-size: 100, workers: 1, groups: readers writers, "
                + "readers.workers: 5, readers.mix: get=1, writers.workers: 4, writers.mix: put=1, verify: 0",
        "random-io | dataset: d, operations: 501, workers: 5, read-percent: 60, duration: none",
        "random-io | dataset: d, operations: 500, workers: 4, read-percent: 50, keyspaces: own, transaction-length: 5, "
                + "duration: none",
        "random-io | dataset: d, workers: 4, read-percent: 50, rate: 400/s, duration: 2s",
        "query | documents: 500, queries: 333, workers: 5, warm-up-queries: 100, steady-within: none, checked-queries: 20, "
                + "duration: none",
        "query | documents: 500, rate: 300/s, duration: 1s, workers: 4, warm-up-queries: none, checked-queries: none",
        "query | documents: 500, rate: 300/s, duration: 1s, in-flight: 9, warm-up-queries: none, checked-queries: none",
        "script | script: tpcb-like, operations: 101, workers: 4, warm-up: none, duration: none",
        "script | script: select-only, rate: 200/s, duration: 1s, workers: 4, warm-up: none"})
    void theUnionOfWhatSeveralOfferIsWhatOneOffers(String point) throws Exception {
        String[] parts = point.split(" \\| ");
        Workload workload = Workloads.named(parts[0]);
        Values values = values(parts[0], parts[1]);
        dataset();
        assertThat(LoadSharing.refusal(workload, new NullDriver(), values, 4)).isEmpty();
        Generator single = new Generator(workload, values, Share.WHOLE);
        Map<String, Integer> whole = ofLoad(List.of(single));
        assertThat(whole.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(30);
        for (int n = 2; n <= 4; n++) {
            List<Generator> several = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                several.add(new Generator(workload, values, new Share(i, n)));
            }
            assertThat(ofLoad(several)).as("calls of %s generators", n).isEqualTo(whole);
            for (int stage = 0; stage < single.results.size(); stage++) {
                int number = stage;
                if (!point.contains("in-flight")) { // whose slots are taken by one thread of each
                    assertThat(several.stream().flatMap(g -> g.results.get(number).workers().stream())
                            .map(WorkerCount::worker).sorted().toList()).as("workers of %s generators", n)
                            .isEqualTo(single.results.get(stage).workers().stream().map(WorkerCount::worker).sorted()
                                    .toList());
                }
                assertThat(several.stream().mapToLong(g -> g.results.get(number).span().censored()).sum()).isZero();
                if (single.results.get(stage).span().headline()) {
                    assertThat(IntStream.range(0, n).filter(i -> units(several.get(i), number) > 0).count())
                            .as("generators with something to do").isEqualTo(n);
                }
            }
        }
    }

    @Test
    void eachOfSeveralTellsThatItsOwnWarmUpWasNotSteady() throws Exception {
        Generator second = new Generator(Workloads.named("query"), values("query", "documents: 500, queries: 100, "
                + "workers: 4, warm-up-queries: 8, steady-within: 1%, checked-queries: none, duration: none"),
                new Share(1, 2));
        assertThat(second.plan.evaluation().ownWarnings()).singleElement().asString()
                .startsWith("The response was not steady after 4 warm-up queries");
    }

    private static long units(Generator generator, int stage) {
        return generator.results.get(stage).workers().stream().mapToLong(WorkerCount::operations).sum();
    }

    private void dataset() throws Exception {
        VirtualClock clock = new VirtualClock();
        Context context = new Context(clock, folder, Secrets.ofThisProcess(), note -> { }, () -> false);
        try (NullTarget target = new NullTarget(Bench.values(), context)) {
            target.create();
            new DatasetLoader(target, clock, () -> false, Progress.none()).fill(new DatasetManifest(
                    DatasetManifest.FORMAT, "d", "null", 3, 60, List.of(), List.of()).grown(8, 200));
        }
    }
}
