package dev.tidemark.core.workload.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkloadContext;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is looked at after the documents of a style were stored, and what is let through. */
class StyleVerificationTest {

    private static final ApiStyle PUT = ApiStyle.of("put", "p", Input.TEXT, "puts");
    private static final int DOCUMENTS = 100;

    private final DocumentPool pool = pool();
    private final Map<Long, JsonNode> stored = new HashMap<>();
    private final List<String> called = new CopyOnWriteArrayList<>();
    private final List<String> closed = new CopyOnWriteArrayList<>();
    private boolean clumsy;
    /** Null for a server. */
    private LocalStorage storage;

    private static DocumentPool pool() {
        DocumentPool pool = new DocumentPool(1, 2);
        pool.fill(DOCUMENTS + 1, Input.TREE);
        return pool;
    }

    private final class Place implements StylePlace {

        private final String name;

        Place(String name) {
            this.name = name;
        }

        @Override
        public StyleSession session(int worker) {
            return new StyleSession() {
                @Override
                public void prepare(List<StyleDocument> documents) {}

                @Override
                public int call() {
                    called.add(name);
                    return 0;
                }

                @Override
                public void close() throws DriverException {
                    if (clumsy) {
                        throw new DriverException("the connection is stuck");
                    }
                }
            };
        }

        @Override
        public long count() {
            return stored.size();
        }

        @Override
        public Optional<JsonNode> read(long id) {
            return Optional.ofNullable(stored.get(id));
        }

        @Override
        public void close() {
            closed.add(name);
        }
    }

    private StyleTarget target() {
        return (StyleTarget) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {StyleTarget.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "localStorage" -> Optional.ofNullable(storage);
                    case "settle" -> {
                        called.add("settle");
                        yield null;
                    }
                    default -> new Place((String) arguments[1]);
                });
    }

    private static Context context(Clock clock) {
        return new Context(clock, Path.of("unused"), Secrets.ofThisProcess(), note -> { }, () -> false);
    }

    private StyleRequests requests() {
        return new StyleRequests(PUT, pool, DOCUMENTS, 1, 0);
    }

    private void store(long from, long to) {
        for (long n = from; n < to; n++) {
            StyleDocument document = pool.document(n, Input.TREE);
            stored.put(document.id(), document.tree());
        }
    }

    private void spoil(long n) {
        ((ObjectNode) stored.get(pool.id(n))).put("name", "somebody else");
    }

    private Optional<String> verify(long acknowledged, long failed) throws DriverException {
        List<OutcomeCount> outcomes = List.of(new OutcomeCount(0, "store", Outcome.OK, "", acknowledged, acknowledged),
                new OutcomeCount(0, "store", Outcome.TIMEOUT, "too slow", failed, failed));
        StageResult result = new StageResult(new PhaseSpan(0, Phase.MEASURE, true, 0, 1, 0, 1, false, 0, 0), outcomes,
                List.of(new WorkerCount(0, 0, "", acknowledged + failed, acknowledged, failed, 1)), Optional.empty(), 0,
                Optional.empty(), Optional.empty());
        StyleRun run = new StyleRun(new WorkloadContext(null, 1, target(), context(Clock.system())), requests(), "one");
        run.prepare(Progress.none());
        Optional<String> wrong = run.verify(result);
        assertThat(closed).as("the place is removed, whatever was found").hasSize(1);
        return wrong;
    }

    @Test
    void whatIsThereAsItWasStoredIsWell() throws DriverException {
        store(0, DOCUMENTS);
        assertThat(verify(DOCUMENTS, 0)).isEmpty();
    }

    @Test
    void aDocumentThatIsMissingIsTold() throws DriverException {
        store(1, DOCUMENTS);
        assertThat(verify(DOCUMENTS, 0)).hasValue("verification failed: 100 documents were acknowledged, and 99 are there");
    }

    @Test
    void aDocumentThatNobodyStoredIsTold() throws DriverException {
        store(0, DOCUMENTS + 1);
        assertThat(verify(DOCUMENTS, 0)).hasValue("verification failed: 100 documents were acknowledged, and 101 are there");
    }

    @Test
    void anotherDocumentInItsSteadIsTold() throws DriverException {
        store(1, DOCUMENTS + 1);
        assertThat(verify(DOCUMENTS, 0)).hasValue("verification failed: document " + pool.id(0) + " is not there");
    }

    @Test
    void aDocumentThatCameBackOtherwiseIsTold() throws DriverException {
        store(0, DOCUMENTS);
        spoil(50);
        assertThat(verify(DOCUMENTS, 0)).hasValue("verification failed: document " + pool.id(50)
                + " is not what was stored");
    }

    /** After a timeout nobody knows whether a document is there. */
    @Test
    void whatWasNotAcknowledgedMayBeThereOrNot() throws DriverException {
        store(1, DOCUMENTS);
        assertThat(verify(DOCUMENTS - 2, 2)).isEmpty();
    }

    @Test
    void whatWasNotAcknowledgedExcusesNoLossOfWhatWas() throws DriverException {
        store(3, DOCUMENTS);
        assertThat(verify(DOCUMENTS - 2, 2)).hasValue("verification failed: 98 documents were acknowledged, and 97 are there");
    }

    @Test
    void oneFailureExcusesNoDocumentThatCameBackOtherwise() throws DriverException {
        store(1, DOCUMENTS);
        spoil(50);
        assertThat(verify(DOCUMENTS - 1, 1)).hasValue("verification failed: document " + pool.id(50)
                + " is not what was stored");
    }

    /** What the style before has left for it to do would else take its time from the next one. */
    @Test
    void anEngineInThisProcessSettlesBeforehandAndAServerDoesNot() throws DriverException {
        WorkloadContext workloadContext = new WorkloadContext(RunParams.ALL.defaults(), 1, target(),
                context(Clock.system()));
        new StyleRun(workloadContext, requests(), "one").prepare(Progress.none());
        assertThat(called).isEmpty();
        storage = (LocalStorage) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {LocalStorage.class},
                (proxy, method, arguments) -> null);
        new StyleRun(workloadContext, requests(), "two").prepare(Progress.none());
        assertThat(called).containsExactly("settle");
    }

    @Test
    void aWarmUpRemovesEveryPlaceEvenWhereASessionCannotBeClosed() {
        StyleTour tour = new StyleTour(target(), context(Clock.system()), List.of(requests(), requests(), requests()));
        clumsy = true;
        assertThatThrownBy(tour::close).hasMessage("the connection is stuck");
        assertThat(closed).containsExactly("warm-up-0", "warm-up-1", "warm-up-2");
    }

    @Test
    void aWarmUpHasDoneARequestOfEachStyleBeforeItsTimeBegins() throws Exception {
        try (StyleTour tour = new StyleTour(target(), context(Clock.system()), List.of(requests(), requests()))) {
            assertThat(called).containsExactly("warm-up-0", "warm-up-1");
            assertThat(tour.done()).isFalse();
        }
    }

    /** As where a server waits for a lock until the operation's time is over. */
    @Test
    void aPlaceThatHangsHoldsAWarmUpUpForAWhileOnly() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        StyleTarget hangs = (StyleTarget) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {StyleTarget.class}, (proxy, method, arguments) -> {
                    boolean first = arguments[1].equals("warm-up-0");
                    clock.sleepUntil(clock.nanoTime() + (first ? 60_000_000_000L : 0));
                    return new Place((String) arguments[1]);
                });
        List<Long> took = new ArrayList<>();
        clock.join(clock.start("worker", () -> {
            long begun = clock.nanoTime();
            new StyleTour(hangs, context(clock), List.of(requests(), requests()));
            took.add(clock.nanoTime() - begun);
            clock.sleepUntil(begun + 61_000_000_000L);
        }));
        assertThat(took).containsExactly(StyleMaking.PATIENCE.toNanos());
        assertThat(called).containsExactly("warm-up-1");
        assertThat(closed).as("what came too late").containsExactly("warm-up-0");
    }
}
