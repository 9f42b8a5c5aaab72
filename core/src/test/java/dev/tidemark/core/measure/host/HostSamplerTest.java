package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HostSamplerTest {

    private static final long SECOND = 1_000_000_000L;

    private final VirtualClock clock = new VirtualClock();
    private final List<TimedSnapshot> taken = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private static MetricSnapshot reading(double count) {
        return new MetricSnapshot(MetricSnapshot.HOST, Map.of("count", count), Map.of());
    }

    /** Samples for so long in virtual time, and so on after {@code during}. */
    private void sample(long nanos, Consumer<HostSampler> during, HostSource... sources) throws InterruptedException {
        clock.join(clock.start("test", () -> {
            HostSampler sampler = new HostSampler(clock, clock.nanoTime(), List.of(sources), taken::add, warnings::add);
            sampler.take(TimedSnapshot.START);
            sampler.start();
            clock.sleepUntil(nanos);
            sampler.take(TimedSnapshot.END);
            during.accept(sampler);
            sampler.close();
            sampler.close();
            clock.sleepUntil(clock.nanoTime() + 10 * SECOND);
        }));
    }

    @Test
    void readingsAreTakenEverySecondBetweenTheBoundariesAndNoneAfterTheEnd() throws InterruptedException {
        sample(3 * SECOND + SECOND / 2, sampler -> { }, () -> List.of(reading(1)));

        assertThat(taken).extracting(TimedSnapshot::at).containsExactly(0L, SECOND, 2 * SECOND, 3 * SECOND,
                3 * SECOND + SECOND / 2);
        assertThat(taken).extracting(TimedSnapshot::moment).containsExactly("start", "during", "during", "during",
                "end");
    }

    @Test
    void afterAQuarterOfAnHourReadingsComeEveryTenSeconds() throws InterruptedException {
        sample(925 * SECOND, sampler -> { }, () -> List.of(reading(1)));

        assertThat(taken).extracting(t -> t.at() / SECOND).hasSize(904).endsWith(899L, 900L, 910L, 920L, 925L);
    }

    @Test
    void aSlowSourceMissesMomentsAndIsNotHurried() throws InterruptedException {
        sample(5 * SECOND, sampler -> { }, () -> {
            long at = clock.nanoTime();
            if (at == SECOND) {
                clock.sleepUntil(at + 2 * SECOND + SECOND / 2);
            }
            return List.of(reading(1));
        });

        assertThat(taken).extracting(t -> t.at() / 1e9).containsExactly(0.0, 2.25, 4.0, 5.0);
    }

    @Test
    void aFailingSourceIsToldOfOnceAndLeavesAGap() throws InterruptedException {
        HostSource failing = () -> {
            if (clock.nanoTime() / SECOND % 4 != 0) {
                throw new IOException("it is away");
            }
            return List.of(reading(2));
        };
        sample(5 * SECOND + 1, sampler -> { }, failing,
                () -> List.of(new MetricSnapshot("generator", Map.of(), Map.of())));

        assertThat(warnings).containsExactly("The host's figures have a gap: it is away.");
        assertThat(taken.stream().filter(t -> t.reading().node().equals("host")).map(TimedSnapshot::at))
                .containsExactly(0L, 4 * SECOND);
        assertThat(taken.stream().filter(t -> t.reading().node().equals("generator"))).hasSize(7);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisMachineGivesSaneFigures() {
        HostSampler sampler = HostSampler.of(Clock.system(), Clock.system().nanoTime(), Optional.empty(), false,
                List.of(Path.of("").toAbsolutePath()), List.of(), taken::add, warnings::add);
        sampler.take(TimedSnapshot.START);
        double[] work = new double[1000];
        for (int i = 0; i < 20_000_000; i++) {
            work[i % 1000] += Math.sqrt(i);
        }
        List<byte[]> garbage = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            garbage.add(new byte[1 << 20]);
        }
        sampler.take(TimedSnapshot.END);
        sampler.close();

        assertThat(warnings).isEmpty();
        assertThat(work[1] + garbage.size()).isPositive();
        List<TimedSnapshot> start = taken.stream().filter(t -> t.moment().equals("start")).toList();
        List<TimedSnapshot> end = taken.stream().filter(t -> t.moment().equals("end")).toList();
        MetricSnapshot host = start.stream().map(TimedSnapshot::reading).filter(r -> r.node().equals("host"))
                .findFirst()
                .orElseThrow();
        assertThat(host.gauges().get("cores")).isBetween(1.0, 4096.0);
        assertThat(host.gauges().get("memory-used")).isBetween(1e7, host.gauges().get("memory"));
        assertThat(host.counters().get("cpu-idle")).isPositive();
        HostUtilization use = HostUtilization.between(start, end);
        assertThat(use.generator().orElseThrow().cpu()).isBetween(0.001, 1.0);
        assertThat(use.generator().orElseThrow().allocated()).isBetween(64.0 * (1 << 20), 1e10);
        assertThat(use.devices()).allSatisfy(d -> {
            assertThat(d.utilisation()).isBetween(0.0, 1.0);
            assertThat(d.writeBytes()).isNotNegative();
        });
    }

    @Test
    void ofATargetElsewhereThisMachineIsTheGenerators() {
        try (HostSampler sampler = HostSampler.of(clock, 0, Optional.empty(), true, List.of(), List.of(), taken::add,
                warnings::add)) {
            sampler.take(TimedSnapshot.START);
        }
        assertThat(taken).extracting(t -> t.reading().node()).containsExactly(MetricSnapshot.GENERATOR_HOST,
                MetricSnapshot.GENERATOR);
    }
}
