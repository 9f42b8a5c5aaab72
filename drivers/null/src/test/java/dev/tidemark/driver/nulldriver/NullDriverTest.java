package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;

class NullDriverTest {

    private static ByteBuffer direct(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static String read(NullSession session, String uri) throws Exception {
        ByteBuffer content = ByteBuffer.allocateDirect(100);
        int size = session.read(direct(uri), content);
        return size == DocumentSession.ABSENT ? null : StandardCharsets.UTF_8.decode(content.limit(size)).toString();
    }

    @Test
    void itIsFoundByItsName() {
        assertThat(Drivers.named("null")).isInstanceOf(NullDriver.class);
        assertThat(Drivers.named("null").capabilities()).contains(
                Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES, Capability.KEY_VALUES)
                .doesNotContain(Capability.COMPACT);
    }

    @Test
    void storedDocumentsAreReadBack() throws Exception {
        Bench bench = new Bench(Clock.system(), "store-documents", "true");
        bench.target.create();
        NullSession session = (NullSession) bench.target.session(0);
        ByteBuffer uri = direct("/a");
        ByteBuffer content = direct("alpha");
        session.add(uri, content);
        session.add(direct("/b"), direct("beta"));
        assertThat(session.findExisting()).isZero();
        assertThat(session.commit()).isZero();
        session.add(direct("/b"), direct("gone"));
        assertThat(session.findExisting()).isEqualTo(1);
        session.rollback();
        session.commit();

        assertThat(uri.remaining()).isEqualTo(2);
        assertThat(content.remaining()).isEqualTo(5);
        assertThat(read(session, "/a")).isEqualTo("alpha");
        assertThat(read(session, "/b")).isEqualTo("beta");
        assertThat(read(session, "/c")).isNull();
        List<String> seen = new ArrayList<>();
        session.forEach((u, c) -> seen.add(StandardCharsets.UTF_8.decode(u) + "=" + StandardCharsets.UTF_8.decode(c)));
        assertThat(seen).containsExactlyInAnyOrder("/a=alpha", "/b=beta");
        assertThat(bench.target.read().getFirst().gauges()).isEqualTo(Map.of("documents", 2.0, "in-memory-size", 13.0));
    }

    @Test
    void aDocumentLargerThanTheBufferTellsItsSize() throws Exception {
        Bench bench = new Bench(Clock.system(), "store-documents", "true");
        NullSession session = (NullSession) bench.target.session(0);
        session.add(direct("/a"), direct("abcdef"));
        session.commit();
        ByteBuffer small = ByteBuffer.allocateDirect(3);

        assertThat(session.read(direct("/a"), small)).isEqualTo(6);
        assertThat(StandardCharsets.UTF_8.decode(small).toString()).isEqualTo("abc");
    }

    @Test
    void droppingForgetsEverything() throws Exception {
        Bench bench = new Bench(Clock.system(), "store-documents", "true");
        NullSession session = (NullSession) bench.target.session(0);
        session.add(direct("/a"), direct("x"));
        session.commit();
        bench.target.drop();

        assertThat(read(session, "/a")).isNull();
    }

    @Test
    void withoutStoringItCountsWhatItAccepted() throws Exception {
        Bench bench = new Bench(new VirtualClock());
        bench.run(new Load.Closed(3, Duration.ZERO), Limit.operations(1000));

        assertThat(bench.target.read().getFirst().gauges()).isEqualTo(Map.of("documents", 1000.0));
    }

    @Test
    void outcomesHaveTheSharesThatWereAskedFor() {
        Bench bench = new Bench(new VirtualClock(), "failure-share", "10%", "push-back-share", "20%", "partial-share",
                "5%", "service-time", "1ms");
        int n = 20_000;
        StageResult result = bench.run(new Load.Closed(2, Duration.ZERO), Limit.operations(n));

        Map<Outcome, Long> shares = result.outcomes().stream()
                .collect(Collectors.toMap(OutcomeCount::outcome, OutcomeCount::operations));
        // five standard errors of a share of one fifth are 1.4 %
        assertThat(shares.get(Outcome.FAILURE) / (double) n).isCloseTo(0.10, within(0.014));
        assertThat(shares.get(Outcome.PUSH_BACK) / (double) n).isCloseTo(0.20, within(0.014));
        assertThat(shares.get(Outcome.PARTIAL) / (double) n).isCloseTo(0.05, within(0.014));
        assertThat(bench.total.overall(LatencyKind.SERVICE).count()).isEqualTo(shares.get(Outcome.OK));
        assertThat(bench.target.read().getFirst().gauges()).isEqualTo(
                Map.of("documents", (double) shares.get(Outcome.OK)));
        assertThat(bench.total.total().units()).isEqualTo(shares.get(Outcome.OK));
        assertThat(bench.total.total().failedUnits()).isEqualTo(n - shares.get(Outcome.OK));
    }

    @Test
    void missesAreReadsThatFindNothing() throws Exception {
        Bench bench = new Bench(Clock.system(), "miss-share", "all", "store-documents", "true");
        NullSession session = (NullSession) bench.target.session(0);
        session.add(direct("/a"), direct("x"));

        assertThat(session.commit()).isZero();
        assertThat(read(session, "/a")).isNull();
    }

    @Test
    void listedServiceTimesAreTakenInTurn() {
        Bench bench = new Bench(new VirtualClock(), "service-distribution", "list", "service-list", "1ms, 2ms 10ms");
        bench.run(new Load.Closed(1, Duration.ZERO), Limit.operations(300));

        var service = bench.total.overall(LatencyKind.SERVICE);
        assertThat(service.sum()).isEqualTo(1_300_000_000L);
        assertThat(service.max()).isEqualTo(10_000_000);
        assertThat(service.min()).isEqualTo(1_000_000);
    }

    @Test
    void stallsComeBack() {
        Stalls stalls = new Stalls(10, 100, 20);

        assertThat(stalls.completion(0, 10)).isEqualTo(10);
        assertThat(stalls.completion(0, 11)).isEqualTo(31);
        assertThat(stalls.completion(15, 5)).isEqualTo(35);
        assertThat(stalls.completion(30, 80)).isEqualTo(110);
        assertThat(stalls.completion(30, 81)).isEqualTo(131);
        assertThat(stalls.completion(0, 200)).isEqualTo(260);
        assertThat(new Stalls(10, Long.MAX_VALUE, 20).completion(0, 200)).isEqualTo(220);
        assertThat(new Stalls(10, 100, 0).completion(15, 5)).isEqualTo(20);
    }

    @Test
    void theSameSeedGivesTheSameServiceTimesAndAnotherOneOthers() {
        Function<String, List<Long>> draw = seed -> {
            ServiceTimes times = new ServiceTimes(Bench.values("service-seed", seed, "service-time", "1ms",
                    "service-distribution", "exponential"), 3);
            return List.of(times.next(), times.next(), times.next());
        };

        assertThat(draw.apply("5")).isEqualTo(draw.apply("5")).isNotEqualTo(draw.apply("6"));
    }

    @Test
    void abortingEndsAnOperationThatWaits() throws Exception {
        VirtualClock clock = new VirtualClock();
        Bench bench = new Bench(clock, "service-time", "1h");
        List<Throwable> thrown = new ArrayList<>();
        Thread worker = clock.start("worker", () -> {
            clock.start("canceller", () -> {
                clock.sleepUntil(2_000_000_000L);
                bench.target.abort();
            });
            try {
                (bench.target.session(0, DocumentSession.class)).commit();
            } catch (Exception e) {
                thrown.add(e);
            }
        });
        worker.join();

        assertThat(thrown.getFirst()).isInstanceOf(DriverException.class);
        assertThat(clock.nanoTime()).isLessThan(2_200_000_000L);
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> Bench.values("service-distribution", "list")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("service-list");
        assertThatThrownBy(() -> Bench.values("service-distribution", "list", "service-list", "1ms fast"))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("service-list: 'fast'");
        assertThatThrownBy(() -> Bench.values("stall-every", "1s", "stall-for", "1s"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("stall-every");
        assertThatThrownBy(() -> Bench.values("failure-share", "60%", "push-back-share", "50%"))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("100%");
    }
}
