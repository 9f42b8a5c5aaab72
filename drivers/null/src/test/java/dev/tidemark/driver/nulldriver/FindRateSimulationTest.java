package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.FindRate;
import dev.tidemark.core.plan.RateCurve;
import dev.tidemark.core.plan.RateRun;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.plan.Search;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.plan.SearchHistory;
import dev.tidemark.core.plan.SearchStep;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a search for the sustainable rate finds what queueing theory says: up to 200 searches for each case, on the
 * null driver's own queue with k servers, exponential service times and Poisson arrivals (M/M/k), in virtual time. Only
 * the loop that carries slots to the queue is left out: it would add nothing here, as every slot has a worker.
 *
 * <p>With {@code -Dfind-rate.figures=true} it prints the figures of the manual.
 */
class FindRateSimulationTest {

    private static final int SEARCHES = 200;
    private static final int WINDOWS = 60;
    private static final int REPEATS = 6;
    private static final MeasureSet RESPONSE = MeasureSet.of(CommonMeasures.RESPONSE.toArray(
            Measure[]::new));

    private static Threshold limit(double milliseconds) {
        return Threshold.parse("response.p99", "< " + Types.NUMBER.format(milliseconds) + "ms", RESPONSE);
    }

    private static RateSpec spec(double start, double milliseconds) {
        return new RateSpec(start, List.of(limit(milliseconds)), 0.05, REPEATS, 0.05, 0.01, 0.01);
    }

    /** A clock that stands where it is put. */
    private static final class HandClock implements Clock {
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void sleepUntil(long nanoTime) {
            now = Math.max(now, nanoTime);
        }

        @Override
        public void spinUntil(long nanoTime) {
            now = Math.max(now, nanoTime);
        }

        @Override
        public Thread start(String name, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }

    /**
     * One step.
     *
     * @param mean    service time in seconds
     * @param seconds how long slots are offered
     * @param drain   how many seconds later slots are given up
     */
    private static List<MeasuredValue> step(int servers, double mean, double rate, double seconds, double drain,
            long seed) {
        HandClock clock = new HandClock();
        Queue queue = new Queue(clock, servers, new Stalls(0, Long.MAX_VALUE, 0));
        ServiceTimes times = new ServiceTimes(Bench.values("servers", String.valueOf(servers), "service-time",
                Math.round(mean * 1e6) + "us", "service-distribution", "exponential", "service-seed",
                String.valueOf(seed)), 0);
        Schedule.Cursor cursor = Schedules.poisson(rate, seed).cursor();
        long limit = (long) (seconds * 1e9);
        long window = limit / WINDOWS;
        long[] due = new long[WINDOWS + (int) Math.ceil(drain * 1e9 / window) + 1];
        long[] done = new long[due.length];
        long[] ends = IntStream.range(0, due.length).mapToLong(i -> (i + 1) * window).toArray();
        LogHistogram response = new LogHistogram();
        long censored = 0;
        for (long slot = 0, at = cursor.due(0); at < limit; at = cursor.due(++slot)) {
            clock.now = at;
            long end = queue.admit(times.next());
            if (end > limit + (long) (drain * 1e9)) {
                censored++;
                continue;
            }
            response.record(end - at);
            due[(int) (at / window)]++;
            done[(int) (end / window)]++;
        }
        List<MeasuredValue> values = new ArrayList<>();
        new Latencies(response, new LogHistogram(), censored).addTo(values, CommonMeasures.RESPONSE);
        BacklogGrowth.of(ends, due, done, censored).ifPresent(g -> {
            CommonMeasures.put(values, BacklogGrowth.GROWTH, Math.abs(g.share()) < 1e-9 ? 0 : g.share());
            CommonMeasures.put(values, BacklogGrowth.CHANCE, g.chance());
        });
        values.add(MeasuredValue.of(CommonMeasures.CENSORED.name(), censored));
        return values;
    }

    private record Searched(RateCurve curve, int steps) {}

    private static Searched search(int servers, double mean, double seconds, RateSpec spec, long seed) {
        FindRate search = new FindRate(spec, 1e-3, 1e9);
        SearchHistory history = SearchHistory.NONE;
        while (search.next(history) instanceof Search.Decision.Run(SearchStep step)) {
            double rate = Types.RATE.parse(step.value());
            history = history.plus(new FinishedStep(step, IterationState.DONE, "",
                    step(servers, mean, rate, seconds, 30, seed * 1000 + step.number())));
        }
        return new Searched(search.curve(history), history.steps().size());
    }

    // ---- Theory ----

    /** The probability that an arrival waits (Erlang 1917), by the recursion of Erlang's B. */
    private static double erlangC(int servers, double load) {
        double b = 1;
        for (int i = 1; i <= servers; i++) {
            b = load * b / (i + load * b);
        }
        return b / (1 - load / servers * (1 - b));
    }

    /**
     * P(response > t) of M/M/k: with probability C an arrival waits, for an exponential time of rate kμ − λ (Kleinrock
     * 1975, "Queueing Systems", volume 1, section 3.5; Gross and Harris 1998, section 2.3), and then is served for an
     * exponential time of rate μ: (1 − C)·e^(−μt) + C·(a·e^(−μt) − μ·e^(−at)) ÷ (a − μ), with a = kμ − λ.
     */
    private static double slower(int servers, double mu, double lambda, double t) {
        double c = erlangC(servers, lambda / mu);
        double a = servers * mu - lambda;
        double both = Math.abs(a - mu) < 1e-9 * mu ? (1 + mu * t) * Math.exp(-mu * t)
                : (a * Math.exp(-mu * t) - mu * Math.exp(-a * t)) / (a - mu);
        return (1 - c) * Math.exp(-mu * t) + c * both;
    }

    /** The rate at which 1 % of the responses take longer than a limit. */
    private static double rateAt(int servers, double mu, double t) {
        double low = 0;
        double high = servers * mu;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            boolean within = slower(servers, mu, middle, t) < 0.01;
            low = within ? middle : low;
            high = within ? high : middle;
        }
        return low;
    }

    /** The response that 1 % of the requests exceed at a load. */
    private static double p99(int servers, double mu, double lambda) {
        double low = 0;
        double high = 1e6;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            boolean exceeded = slower(servers, mu, lambda, middle) > 0.01;
            low = exceeded ? middle : low;
            high = exceeded ? high : middle;
        }
        return low;
    }

    @Test
    void ofOneServerTheResponseIsExponential() {
        assertThat(p99(1, 10, 8)).isCloseTo(Math.log(100) / 2, within(1e-6));
        assertThat(rateAt(1, 10, Math.log(100) / 2)).isCloseTo(8, within(1e-6));
    }

    /** The load at which the limit is reached is chosen, and the limit follows. @param seconds a step lasts */
    @ParameterizedTest
    @CsvSource({"1, 0.5, 60", "1, 0.8, 60", "1, 0.95, 60", "2, 0.7, 60", "4, 0.7, 60", "4, 0.9, 120", "16, 0.95, 120"})
    void whatTheorySaysIsWithinTheInterval(int servers, double load, double seconds) {
        double mean = 0.1 * Math.min(1, servers / 10.0); // at most 100 requests/s per ten servers
        double mu = 1 / mean;
        double limit = Math.round(p99(servers, mu, load * servers * mu) * 1000);
        double truth = rateAt(servers, mu, limit / 1000);
        Tally tally = new Tally();
        Often.atLeast(0.95, SEARCHES, () -> {
            Searched searched = search(servers, mean, seconds, spec(1, limit), Effort.seed() * SEARCHES + tally.searches);
            return tally.add(searched, truth);
        });
        figures("%d servers, load %.2f, limit %.0f ms, %.0f s: truth %.2f/s; within %d of %d, "
                + "missed above %d, closed %d, mean width %.1f %%, mean error %.1f %%, %.1f steps%n", servers, load, limit, seconds,
                truth, tally.within, tally.searches, tally.above, tally.closed, 100 * tally.width / Math.max(1, tally.closed),
                100 * tally.error / tally.searches, (double) tally.steps / tally.searches);
    }

    /**
     * Other rates have four digits. What is sustained is a little less than the start, the same, or a little more, so
     * that this is run again.
     */
    @ParameterizedTest
    @CsvSource({"100/min, 0.98", "100/min, 1", "100/min, 1.02", "12345/s, 0.98", "12345/s, 1", "12345/s, 1.02"})
    void aStartOfMoreDigitsIsRunAgainAsItIs(String text, double capacity) {
        double start = Types.RATE.parse(text);
        double mu = start * capacity / 0.8;
        double limit = p99(1, mu, 0.8 * mu) * 1000;
        for (int seed = 1; seed <= 5; seed++) {
            List<RateCurve.Level> levels = search(1, 1 / mu, 20_000 / start, spec(start, limit), seed).curve().levels();
            assertThat(levels).extracting(RateCurve.Level::rate).contains(start);
            assertThat(levels).allSatisfy(l -> assertThat(l.runs()).hasSizeLessThanOrEqualTo(REPEATS));
            for (int i = 1; i < levels.size(); i++) {
                assertThat(levels.get(i).rate()).isGreaterThan(1.001 * levels.get(i - 1).rate());
            }
        }
    }

    /** What searches found. */
    private static final class Tally {
        private int searches;
        private int within;
        private int above;
        private int closed;
        private int steps;
        private double width;
        private double error;

        /** @return whether the truth is within the interval that was found */
        boolean add(Searched searched, double truth) {
            RateCurve.Sustained found = searched.curve().sustained().orElseThrow();
            boolean in = found.low().orElse(0) <= truth && truth <= found.high().orElse(Double.MAX_VALUE);
            searches++;
            steps += searched.steps();
            within += in ? 1 : 0;
            above += found.low().orElse(0) > truth ? 1 : 0;
            if (found.low().isPresent() && found.high().isPresent()) {
                closed++;
                width += Math.log(found.high().getAsDouble() / found.low().getAsDouble());
            }
            error += Math.abs(Math.log(found.rate() / truth));
            return in;
        }
    }

    private static void figures(String format, Object... figures) {
        if (Boolean.getBoolean("find-rate.figures")) {
            System.out.printf(Locale.ROOT, format, figures);
        }
    }

    /**
     * Up to a load of 1 the backlog of M/M/k does not grow but by chance; beyond, by 1 − 1 ÷ load of what is offered.
     *
     * @param least of steps that it is said of, as a share
     * @param most  the same
     */
    @ParameterizedTest
    @CsvSource({"1, 0.5, 0, 0.01", "1, 0.8, 0, 0.01", "1, 0.95, 0, 0.01", "1, 1, 0, 0.015", "4, 0.5, 0, 0.01",
        "4, 0.8, 0, 0.01", "4, 0.95, 0, 0.01", "4, 1, 0, 0.015", "1, 1.2, 0.8, 1", "1, 1.5, 0.999, 1", "4, 1.2, 0.8, 1",
        "4, 1.5, 0.999, 1"})
    void aBacklogIsSaidToGrowWhereItDoes(int servers, double load, double least, double most) {
        double mean = 0.01 * servers; // 100 requests/s in all
        DoubleSummaryStatistics growth = new DoubleSummaryStatistics();
        Often.between(least, most, 1000, () -> {
            List<MeasuredValue> values = step(servers, mean, load * 100, 60, 30,
                    Effort.seed() * 1000 + growth.getCount());
            double share = value(values, BacklogGrowth.GROWTH);
            growth.accept(share);
            return share >= 1 && value(values, BacklogGrowth.CHANCE) <= 1;
        });
        figures("%d servers, load %.2f: mean growth %.2f %% of %d%n", servers, load, growth.getAverage(), growth.getCount());
        if (load > 1) {
            // Of 7,200 slots due and 6,000 done, each by chance, it scatters by 1.5: these are eight standard errors.
            assertThat(growth.getAverage()).isCloseTo(100 * (1 - 1 / load), within(12 / Math.sqrt(growth.getCount())));
        }
    }

    /**
     * 400/s for 10 s on 200/s: what is due at t is done at 2·t. What is not done 2 s after the end is given up: slots
     * due after 6 s, 1,600 of 4,000. Those that ended took from 0 to 6 s, evenly: their median is 3 s and their 99th
     * percentile 5.94 s; both are at least that, as the others can only raise them.
     */
    @Test
    void whatNeverFinishedIsCountedAndNotSustained() {
        List<MeasuredValue> values = step(4, 0.02, 400, 10, 2, 5);
        assertThat(value(values, CommonMeasures.CENSORED)).isCloseTo(1600, within(160.0));
        assertThat(value(values, CommonMeasures.RESPONSE.get(0))).isCloseTo(3000, within(300.0));
        MeasuredValue p99 = values.stream().filter(v -> v.measure().equals("response.p99")).findFirst().orElseThrow();
        assertThat(p99.atLeast()).isTrue();
        assertThat(p99.number()).isCloseTo(6000, within(500.0));
        assertThat(value(values, BacklogGrowth.GROWTH)).isCloseTo(50, within(5.0));
        RateRun run = RateRun.of(spec(1, 1e6), IterationState.DONE, "", values).orElseThrow();
        assertThat(run.result()).as("whatever the limit").isEqualTo(RateRun.Result.BREAKS);
        assertThat(run.broke()).isTrue();
        assertThat(run.reason()).startsWith("response.p99 ≥ ").contains("slots that never finished",
                "the backlog grows by ");
    }

    private static double value(List<MeasuredValue> values, Measure measure) {
        return values.stream().filter(v -> v.measure().equals(measure.name())).findFirst().orElseThrow().number();
    }
}
