package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import dev.tidemark.testing.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Systems whose behaviour is known by arithmetic, as they are measured and judged. */
class PlantedTest {

    private static final double MS = 1e6;
    private static final double SECOND = 1e9;

    @TempDir
    Path folder;

    private final Bench slow = new Bench(new VirtualClock(), "service-time", "1ms");

    private static GeneratorCheck check(StageResult result, Bench bench) {
        return GeneratorCheck.of(result.span(), result.demand(), bench.total);
    }

    private static Bottleneck.Kind limit(StageResult result, Bench bench) {
        return Bottleneck.of(result.span(), Duration.ZERO, result.kept(), result.demand(), bench.total, HostUtilization.UNKNOWN)
                .orElseThrow()
                .kind();
    }

    /**
     * One worker, which is the server: a slot is due by a Poisson process and takes an exponential or a constant time.
     * The time from due to done is the sojourn time of M/M/1 or M/D/1 at the given load.
     *
     * @param slots so many that the mean's standard error is at most 0.7 %: relative to a service time its variance is
     *              {@code ρ(2 + 5ρ - 4ρ² + ρ³)/(1 - ρ)⁴} per slot for M/M/1 (Daley 1968), less for M/D/1. Of more
     *              than 8 million only these are drawn where not all is tried at full size, with six times the error.
     *              They are the same in each run, so that nothing is left to chance.
     */
    @ParameterizedTest
    @CsvSource({"0.5, exponential, 1_000_000", "0.8, exponential, 2_000_000", "0.95, exponential, 32_000_000",
        "0.5, constant, 1_000_000", "0.8, constant, 4_000_000", "0.95, constant, 8_000_000"})
    void aQueueHasThePercentilesOfTheory(double load, String distribution, String slots) {
        int all = Integer.parseInt(slots.replace("_", ""));
        int drawn = Math.min(all, Effort.of(8_000_000, all));
        double near = drawn == all ? 0.02 : 0.12;
        Bench bench = new Bench(new VirtualClock(), "service-time", "1ms", "service-distribution", distribution,
                "service-seed", "11");
        StageResult result = bench.run(new Load.Open(1, Schedules.poisson(1000 * load, 7)),
                Limit.operations(drawn));

        LogHistogram response = bench.total.overall(LatencyKind.RESPONSE);
        boolean constant = distribution.equals("constant");
        double mean = constant ? 1 + load / 2 / (1 - load) : 1 / (1 - load);
        assertThat(response.mean() / MS).isCloseTo(mean, within(near * mean));
        MD1 theory = new MD1(load);
        DoubleUnaryOperator quantile = constant ? theory::sojournQuantile : q -> -Math.log(1 - q) / (1 - load);
        for (double q : new double[] {0.5, 0.9, 0.95, 0.99}) {
            double expected = quantile.applyAsDouble(q);
            assertThat(response.quantile(q) / MS).as("p" + 100 * q).isCloseTo(expected, within(near * expected));
        }
        assertThat(bench.total.overall(LatencyKind.SELF).max()).isZero();
        assertThat(check(result, bench).limited()).isFalse();
        assertThat(limit(result, bench)).isEqualTo(Bottleneck.Kind.RATE);
    }

    /** The waiting time of M/D/1 with service time 1. */
    private static final class MD1 {

        private static final int STATES = 2000;

        private final double load;
        /** Probability of so many or fewer in the system. */
        private final double[] upTo = new double[STATES];

        /**
         * By level crossings, so that all terms are positive: the departures that leave {@code j} are as many as the
         * steps from at most {@code j} to more, {@code p(j+1)·a(0) = p(0)·A(j) + Σ p(i)·A(j+1-i), i = 1 … j}, where
         * {@code a(k)} is the probability of {@code k} arrivals in a service and {@code A(k)} that of more.
         */
        MD1(double load) {
            this.load = load;
            double[] more = new double[STATES];
            double arrivals = Math.exp(-load);
            double tail = 1 - arrivals;
            for (int k = 0; k < STATES; k++) {
                more[k] = Math.max(0, tail);
                arrivals *= load / (k + 1);
                tail -= arrivals;
            }
            double[] p = new double[STATES];
            p[0] = 1 - load;
            for (int j = 0; j + 1 < STATES; j++) {
                double sum = p[0] * more[j];
                for (int i = Math.max(1, j - 60); i <= j; i++) {
                    sum += p[i] * more[j + 1 - i];
                }
                p[j + 1] = sum / Math.exp(-load);
            }
            double all = 0;
            for (int j = 0; j < STATES; j++) {
                upTo[j] = all += p[j];
            }
        }

        /** {@code P(W ≤ t) = e^(-λ(k-t)) Σ Q(k-1-j)·(λ(k-t))^j / j!} with {@code k-1 ≤ t < k} (Franx 2001). */
        private double waits(double t) {
            int k = (int) Math.floor(t) + 1;
            double x = load * (k - t);
            double term = Math.exp(-x);
            double sum = 0;
            for (int j = 0; j < k && term > 1e-18; j++) {
                sum += upTo[k - j] * term;
                term *= x / (j + 1);
            }
            return sum;
        }

        double sojournQuantile(double q) {
            double low = 0;
            double high = 500;
            while (high - low > 1e-9) {
                double middle = (low + high) / 2;
                if (waits(middle) < q) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return 1 + high;
        }
    }

    /** Commits documents that each take a while to make. */
    private static ActorFactory making(Bench bench, long nanos) {
        return worker -> new Bench.Commits(bench.target.session(worker, DocumentSession.class)) {
            @Override
            public int prepare(int lane, long n) {
                bench.clock.sleepUntil(bench.clock.nanoTime() + nanos);
                return super.prepare(lane, n);
            }
        };
    }

    /**
     * Slots are due every 0.2 ms; 0.35 ms of making and 0.02 ms in the target take 0.37 ms. Slot n is done at
     * 0.37·(n+1) and was due at 0.2·n, so response times are even between 0.37 ms and 0.17 ms times the number of
     * slots.
     */
    @Test
    void aSlowGeneratorInFrontOfAFastTargetIsLimitedByItself() {
        Bench bench = new Bench(new VirtualClock(), "service-time", "20us");
        StageResult result = bench.run(new Load.Open(1, Schedules.constant(5000)),
                new Limit(Limit.UNLIMITED, Duration.ofSeconds(10)), making(bench, 350_000));

        LogHistogram response = bench.total.overall(LatencyKind.RESPONSE);
        assertThat(response.count()).isEqualTo(50_000);
        for (double q : new double[] {0.5, 0.9, 0.99}) {
            double expected = q * 50_000 * 0.17 * MS;
            assertThat((double) response.quantile(q)).isCloseTo(expected, within(0.02 * expected));
        }
        double own = 0.35 / 0.37 * 0.99 * 50_000 * 0.17 * MS;
        assertThat((double) bench.total.overall(LatencyKind.SELF).quantile(0.99)).isCloseTo(own, within(0.02 * own));
        assertThat(check(result, bench).limited()).isTrue();
        assertThat(check(result, bench).message()).as("more than can be offered is not late").matches("Limited by the generator: "
                + "its only worker could offer 5[34]\\.[0-9]+ % of the rate, for what has to be done outside the target; lower the "
                + "rate, or leave it out to go as fast as possible\\.");
        assertThat(limit(result, bench)).isEqualTo(Bottleneck.Kind.GENERATOR);
    }

    /** The same with the times exchanged: the target takes 0.35 ms of the 0.37. */
    @Test
    void aSlowTargetBehindAFastGeneratorIsNot() {
        Bench bench = new Bench(new VirtualClock(), "service-time", "350us");
        StageResult result = bench.run(new Load.Open(1, Schedules.constant(5000)),
                new Limit(Limit.UNLIMITED, Duration.ofSeconds(10)), making(bench, 20_000));

        double wait = 0.35 / 0.37 * 0.99 * 50_000 * 0.17 * MS;
        assertThat((double) bench.total.overall(LatencyKind.WAIT).quantile(0.99)).isCloseTo(wait, within(0.02 * wait));
        assertThat(check(result, bench).limited()).isFalse();
        assertThat(limit(result, bench)).isEqualTo(Bottleneck.Kind.WORKERS);
        assertThat(result.demand().map(Demand::reached).orElseThrow()).isCloseTo(0.2 / 0.37, within(0.01));
    }

    /**
     * 3,000/s with a stall of 0.7 s; four workers can do 4,000/s then. A slot due u seconds into the stall is done when
     * it is over and the u·3,000 before it are served; so is one due when the queue is not gone yet: delays are even
     * from 0.7 s down to nothing, of the slots of 2.8 s, 8,400 of 60,000.
     */
    @Test
    void aQueueBehindAStallIsTheTargetsAndNoOverload() {
        Bench bench = new Bench(new VirtualClock(), "service-time", "1ms", "stall-at", "10s", "stall-for", "700ms");
        StageResult result = bench.run(new Load.Open(4, Schedules.constant(3000)),
                new Limit(Limit.UNLIMITED, Duration.ofSeconds(20)));

        LogHistogram response = bench.total.overall(LatencyKind.RESPONSE);
        for (double share : new double[] {0.1, 0.05, 0.01}) {
            double expected = 700 * MS * (1 - share * 60_000 / 8400);
            assertThat((double) response.quantile(1 - share)).isCloseTo(expected, within(0.02 * expected));
        }
        assertThat((double) response.quantile(0.5)).isCloseTo(MS, within(0.02 * MS));
        assertThat(check(result, bench).limited()).isFalse();
        assertThat(limit(result, bench)).isEqualTo(Bottleneck.Kind.RATE);
    }

    private record Ran(RunEvent.Ended end, PhaseSpan span, long units, List<RunEvent> events) {

        /** What held it, as it is told. */
        String held() {
            return events.stream().filter(RunEvent.EventLogged.class::isInstance).map(e -> ((RunEvent.EventLogged) e).note())
                    .filter(e -> e.kind().equals("finding")).map(Event::text).reduce((_, last) -> last).orElseThrow();
        }

        /** The test whose figures are stored. */
        boolean grew() {
            BacklogGrowth.Gathered gathered = new BacklogGrowth.Gathered();
            events.stream().filter(RunEvent.Measured.class::isInstance).map(e -> ((RunEvent.Measured) e).interval())
                    .filter(i -> i.phase() == span.index()).forEach(i -> gathered.add(i, SeriesCodec.decode(i.series())));
            return gathered.growth(span).orElseThrow().significant();
        }
    }

    private Ran run(String workload, String... settings) throws InterruptedException {
        return run(1, workload, settings);
    }

    private Ran run(int seed, String workload, String... settings) throws InterruptedException {
        Values values = Planner.params(Workloads.named(workload), new NullDriver()).defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        RunRequest request = new RunRequest(7, workload, "null", values.settings(), seed, folder.resolve("run").toString(),
                false);
        VirtualClock clock = new VirtualClock();
        List<RunEvent> events = new ArrayList<>();
        clock.join(clock.start("run", () -> new InProcessRunner(clock).run(request, events::add)));
        RunEvent.PhaseEnded phase = events.stream().filter(RunEvent.PhaseEnded.class::isInstance)
                .map(RunEvent.PhaseEnded.class::cast).filter(p -> p.span().headline()).findFirst().orElseThrow();
        return new Ran((RunEvent.Ended) events.getLast(), phase.span(),
                phase.workers().stream().mapToLong(w -> w.units()).sum(), events);
    }

    private Ran offered(int rate, String arrivals, String distribution, int seed) throws InterruptedException {
        return run(seed, "ingest", "documents", "auto", "duration", "20s", "workers", "8", "payload", "100B", "batch-size", "1",
                "rate", rate + "/s", "arrivals", arrivals, "servers", "1", "service-time", "1ms", "service-distribution",
                distribution, "service-seed", String.valueOf(seed));
    }

    /** One percent too many of them are 200 that wait after 20 s, and are no rate that is kept up with. */
    @ParameterizedTest
    @CsvSource({"950, true", "990, true", "1005, false", "1010, false", "1050, false"})
    void aRateIsKeptUpWithBelowCapacityAndNotAbove(int rate, boolean kept) throws InterruptedException {
        Ran ran = offered(rate, "constant", "constant", 1);

        assertThat(ran.grew()).isEqualTo(!kept);
        assertThat(ran.held()).startsWith(kept ? "Limited by the rate, which the target kept up with: "
                : "Limited by workers × latency: the rate is more than 8 workers can do");
    }

    /** Random arrivals and services: what is said of the backlog is what the stored test says. */
    @ParameterizedTest
    @CsvSource({"800, constant", "950, exponential", "990, exponential", "1010, exponential", "1010, constant",
        "1050, exponential", "1050, constant"})
    void oneTestDecidesWhatIsSaidOfTheBacklog(int rate, String distribution) throws InterruptedException {
        int runs = Effort.of(4, 60);
        int kept = 0;
        for (int seed = 0; seed < runs; seed++) {
            Ran ran = offered(rate, "poisson", distribution, seed);
            assertThat(ran.held().contains("the backlog grew")).as("seed %d: %s", seed, ran.held()).isEqualTo(ran.grew());
            kept += ran.held().contains("no backlog grew") ? 1 : 0;
        }
        if (rate <= 950) {
            assertThat(kept).isGreaterThanOrEqualTo(runs - 1 - runs / 10);
        } else if (rate >= 1050) {
            assertThat(kept).isZero();
        }
    }

    @Test
    void aTargetThatHangsForGoodMakesTheWholeTimeCountAndTheRunInvalid() throws InterruptedException {
        Ran ran = run("ingest", "documents", "auto", "duration", "15s", "workers", "4", "payload", "100B",
                "batch-size", "1",
                "service-time", "4ms", "stall-at", "5s", "stall-for", "10h");

        assertThat(ran.end()).isEqualTo(new RunEvent.Ended(7, IterationState.INVALID,
                "All 4 workers were given up: no answer came within drain-limit (30s)."));
        assertThat((double) ran.span().nanos()).isEqualTo(15 * SECOND);
        assertThat((double) ran.units()).isCloseTo(5 * 4 * 250, within(5.0));
        assertThat(ran.span().censored()).isEqualTo(4);
    }

    @Test
    void oneWorkerThatHangsLeavesTheWorkOfTheOthersOverTheWholeTime() {
        StageResult result = slow.run(new Load.Closed(4, Duration.ZERO),
                new Limit(Limit.UNLIMITED, Duration.ofSeconds(15)),
                worker -> new Bench.Commits(slow.target.session(worker, DocumentSession.class)) {
                    private long first;

                    @Override
                    public Outcome step(int i, Tally tally) throws Exception {
                        // Workers may be ready at any moment of virtual time.
                        first = first == 0 ? slow.clock.nanoTime() : first;
                        if (worker == 2 && slow.clock.nanoTime() - first >= 5 * SECOND) {
                            slow.clock.sleepUntil(slow.clock.nanoTime() + 3600 * (long) SECOND);
                        }
                        return super.step(i, tally);
                    }
                });

        double throughput = slow.total.total().units() / (result.span().nanos() / SECOND);
        assertThat(throughput).isCloseTo(3000 + 1000 / 3.0, within(10.0));
        assertThat(result.span().censored()).isEqualTo(1);
        assertThat(result.hung()).isEmpty();
    }
}
