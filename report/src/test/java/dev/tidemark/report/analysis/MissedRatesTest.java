package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

class MissedRatesTest {

    private static final Workload VOLUME = Workloads.named("volume");

    /** @param done operations per second of each round, at each rate */
    private static Report report(double seconds, Map<Object, double[]> done) {
        List<Iteration> runs = new ArrayList<>();
        int position = 0;
        for (Map.Entry<Object, double[]> rate : done.entrySet()) {
            Setting offered = param("rate", rate.getKey());
            for (int round = 0; round < rate.getValue().length; round++) {
                runs.add(iteration(position, round, List.of(offered), Map.of(VOLUME.throughput(), rate.getValue()[round],
                        VOLUME.objective(), rate.getValue()[round], "elapsed", seconds)));
            }
            position++;
        }
        return Report.of(made(runs));
    }

    @Test
    void whatWasNotKeptUpWithIsSaid() {
        assertThat(report(28, Map.of(5_000_000, new double[] {352_224})).notes()).contains("What was offered was not kept up "
                + "with: 352k operations/s of 5M that were offered (7 %). Response times count from when each was due, so "
                + "that they hold the wait.");
    }

    /** 16 s of one a second, each answered 45 s later, end after 60; in a queue that grows the last waits twice the median. */
    @Test
    void answersThatTakeLongerThanTheRunAreNoQueue() {
        assertThat(answered(45).notes()).noneMatch(n -> n.contains("offered"));
        assertThat(answered(22).notes()).anyMatch(n -> n.contains("0.267 operations/s of 1 that were offered"));
    }

    /** @param median response time, in seconds, of 16 operations of one a second, the last of which was answered after 60 s */
    private static Report answered(double median) {
        return Report.of(made(List.of(iteration(0, 0, List.of(param("rate", 1)), Map.of(VOLUME.throughput(), 16 / 60.0,
                VOLUME.objective(), 16 / 60.0, "elapsed", 60.0, "response.p50", 1e3 * median)))));
    }

    /** A tenth of 1,000/s failed: all that was offered ended in time. */
    @Test
    void whatFailedIsNoMissedRate() {
        assertThat(failing(1_000).notes()).noneMatch(n -> n.contains("offered"));
        assertThat(failing(400).notes()).anyMatch(n -> n.contains("900 operations/s of 1k that were offered (90 %)"));
    }

    private static Report failing(double failures) {
        return Report.of(made(List.of(iteration(0, 0, List.of(param("rate", 1_000)), Map.of(VOLUME.throughput(), 900.0,
                VOLUME.objective(), 900.0, "elapsed", 10.0, "response.p50", 1.0, "failures", failures)))));
    }

    @Test
    void ofSeveralRatesThoseThatWereMissedAreNamed() {
        assertThat(report(10, Map.of(1_000, new double[] {999, 1001}, 2_000, new double[] {1_400, 1_390})).notes())
                .anyMatch(n -> n.contains("1.4k operations/s of 2k that were offered (70 %)"))
                .noneMatch(n -> n.contains("of 1k"));
    }

    @Test
    void whatDiffersBesidesTheRateIsNamed() {
        List<Iteration> runs = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            runs.add(iteration(p, 0, List.of(param("rate", 1_000), param("sync", p == 0 ? "full" : "normal")),
                    Map.of(VOLUME.throughput(), 600.0 + 300 * p, VOLUME.objective(), 600.0 + 300 * p, "elapsed", 10.0)));
        }
        assertThat(Report.of(made(runs)).notes()).anyMatch(n -> n.contains("sync full: 600 operations/s of 1k")
                && n.contains("sync normal: 900 operations/s of 1k"));
    }

    @Test
    void groupsHaveRatesOfTheirOwn() {
        assertThat(Report.of(made(List.of(iteration(0, 0, List.of(param("rate", 1_000), param("groups", "readers, writers")),
                Map.of(VOLUME.throughput(), 200.0, VOLUME.objective(), 200.0, "elapsed", 10.0))))).notes())
                .noneMatch(n -> n.contains("offered"));
    }

    private static LabelResults made(List<Iteration> runs) {
        return new LabelResults("made", "volume", VOLUME.objective(), VOLUME.measures(), Map.of(), "matrix", "", 1, runs);
    }

    @Test
    void aLoadWithoutARateMissesNone() {
        assertThat(report(10, Map.of("unpaced", new double[] {999})).notes()).noneMatch(n -> n.contains("offered"));
    }

    /** Arrivals at random are more or fewer than their rate says; that is no fault of the target. */
    @Test
    void chanceIsNoMiss() {
        SplittableRandom random = new SplittableRandom(5);
        int said = 0;
        for (int i = 0; i < 2_000; i++) {
            double arrivals = 50 + Math.sqrt(50) * random.nextGaussian();
            said += report(5, Map.of(10, new double[] {arrivals / 5})).notes().stream().anyMatch(n -> n.contains("offered"))
                    ? 1 : 0;
        }
        assertThat(said).as("of 2,000").isLessThan(4);
    }
}
