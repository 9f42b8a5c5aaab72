package dev.tidemark.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostCounters;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

/**
 * Ten seconds of volume after a second of something else: each second 100 puts and 100 gets on 1000 uniform keys of a
 * store that began empty, in the fifth only puts.
 */
class CumulativeLoadTest {

    private static final long SECOND = 1_000_000_000L;

    private static Setting setting(String name, String text) {
        return new Setting(name, text, null, "", SettingOrigin.SET);
    }

    private static List<Setting> settings(String mix) {
        return List.of(setting("mix", mix), setting("key-count", "1000"), setting("value-size", "1000B"));
    }

    private static double missing(int second) {
        return Math.pow(0.999, 100 * second + 50);
    }

    private static IterationDetail detail(List<Setting> settings, List<TimedSnapshot> readings) {
        List<Interval> intervals = new ArrayList<>();
        SeriesSet other = new SeriesSet();
        other.add("store", new Totals(5, 5, 0, 5, 0, 500, 0, 0));
        intervals.add(new Interval(0, 0, 0, 0, SECOND, 0, SeriesCodec.encode(other)));
        for (int i = 0; i < 10; i++) {
            SeriesSet series = new SeriesSet();
            series.add("put", new Totals(100, 100, 0, 100, 0, 100_000, 0, 0));
            if (i != 4) {
                series.add("get", new Totals(100, 100, Math.round(100 * missing(i)), 100, 0, 0, 0, 0));
            }
            intervals.add(new Interval(1, i, 0, (i + 1) * SECOND, (i + 2) * SECOND, 0, SeriesCodec.encode(series)));
        }
        return new IterationDetail("volume", settings, List.of(
                new PhaseSpan(0, Phase.PRELOAD, false, 0, SECOND, 0, 1, false, 0, 0),
                new PhaseSpan(1, Phase.MEASURE, true, SECOND, 11 * SECOND, 0, 1, false, 0, 0)), intervals, List.of(),
                readings, List.of(), List.of());
    }

    private static TimedSnapshot reading(int second, String moment, String node, Map<String, Double> gauges) {
        return new TimedSnapshot(second * SECOND, moment, new MetricSnapshot(node, Map.of(), gauges));
    }

    @Test
    void whatIsNotFoundStandsBesideWhatArithmeticPredicts() {
        List<IterationSeries.Window> windows = IterationSeries.of(detail(settings("get=1,put=1"), List.of()), 240)
                .windows();
        assertThat(windows.getFirst().work()).as("before the load").isNull();
        for (int i = 0; i < 10; i++) {
            IterationSeries.IntervalWork work = windows.get(i + 1).work();
            if (i == 4) {
                assertThat(work.notFound()).as("nobody looked").isNull();
                assertThat(work.expected()).isNull();
            } else {
                assertThat(work.notFound()).isCloseTo(missing(i), within(0.006));
                assertThat(work.expected()).isCloseTo(missing(i), within(0.002));
            }
        }
        assertThat(windows.getLast().work().units()).isEqualTo(1900);
        assertThat(windows.getLast().work().bytes()).isEqualTo(1_000_000);
    }

    @Test
    void windowsThatAreAddedUpComeToTheSame() {
        IterationSeries.Two two = IterationSeries.of(detail(settings("get=1,put=1"), List.of()), 240, 4);
        IterationSeries.IntervalWork fine = two.fine().windows().getLast().work();
        IterationSeries.IntervalWork coarse = two.coarse().windows().getLast().work();
        assertThat(coarse.units()).isEqualTo(fine.units());
        assertThat(coarse.stored()).isEqualTo(fine.stored());
        // A longer stretch saw more writes, so less was missing at its mean.
        assertThat(two.coarse().windows().get(1).work().expected())
                .isCloseTo((missing(0) + missing(1) + missing(2)) / 3, within(0.002));
    }

    @Test
    void nothingIsExpectedWhereSettingsDoNotTell() {
        IterationSeries.IntervalWork work = IterationSeries.of(detail(settings("get=1,put=1,delete=1"), List.of()), 240)
                .windows().getLast().work();
        assertThat(work.notFound()).isNotNull();
        assertThat(work.expected()).isNull();
        assertThat(work.stored()).isNull();
    }

    private static Map<String, Double> crossings(IterationDetail detail) {
        Map<String, Double> crossings = new LinkedHashMap<>();
        IterationSeries.of(detail, 240).events().stream().filter(e -> e.kind().equals(IterationSeries.CROSSING))
                .forEach(e -> crossings.put(e.text(), e.at()));
        return crossings;
    }

    /**
     * After W puts 1000 (1 − 0.999^W) values of 1 kB with keys of 8 bytes are stored: 300 kB after 353 puts, 600 kB
     * after 904.
     */
    @Test
    void itIsMarkedWhereDataOutgrowsMemory() {
        Map<String, Double> crossings = crossings(detail(settings("get=1,put=1"), List.of(
                reading(1, TimedSnapshot.START, MetricSnapshot.MEMORY, Map.of(MetricSnapshot.ENGINE_CACHE, 300e3,
                        MetricSnapshot.MEMORY_LIMIT, 600e3)),
                reading(1, TimedSnapshot.START, MetricSnapshot.HOST, Map.of(HostCounters.MEMORY, 400e3)))));
        assertThat(crossings).containsOnlyKeys("Stored data outgrew the engine's cache (300 kB).",
                "Stored data outgrew the runner's memory (586 KiB).");
        assertThat(crossings.get("Stored data outgrew the engine's cache (300 kB).")).isCloseTo(1 + 3.53, within(0.02));
        assertThat(crossings.get("Stored data outgrew the runner's memory (586 KiB).")).isCloseTo(1 + 9.04,
                within(0.02));
    }

    @Test
    void ofAServersDataItIsTheServersMemoryThatTheyOutgrow() {
        assertThat(crossings(detail(settings("get=1,put=1"), List.of(
                reading(1, TimedSnapshot.START, MetricSnapshot.MEMORY, Map.of(MetricSnapshot.SERVER_LIMIT, 600e3)),
                reading(1, TimedSnapshot.START, MetricSnapshot.HOST, Map.of(HostCounters.MEMORY, 400e3))))))
                .containsOnlyKeys("Stored data outgrew the server's memory (586 KiB).");
    }

    @Test
    void whatArithmeticDoesNotTellTheSizeOnDiskDoes() {
        List<TimedSnapshot> readings = new ArrayList<>(List.of(
                reading(1, TimedSnapshot.START, MetricSnapshot.HOST, Map.of(HostCounters.MEMORY, 700e6))));
        readings.add(reading(1, TimedSnapshot.START, "", Map.of("on-disk-size", 100e6)));
        for (int i = 1; i < 10; i++) {
            readings.add(reading(i + 1, TimedSnapshot.DURING, "", Map.of("on-disk-size", (i + 1) * 100e6)));
        }
        assertThat(crossings(detail(settings("get=1,put=1,delete=1"), readings)))
                .containsExactly(Map.entry("Stored data outgrew the machine's memory (668 MiB, by the size on disk).",
                7.0));
    }

    @Test
    void whatWasBeyondFromTheBeginningIsSaidSo() {
        List<Setting> full = new ArrayList<>(settings("get=1,put=1"));
        full.add(setting("preload", "all"));
        assertThat(crossings(detail(full, List.of(reading(1, TimedSnapshot.START, MetricSnapshot.MEMORY,
                Map.of(MetricSnapshot.ENGINE_CACHE, 10e3)))))).containsExactly(
                        Map.entry("Stored data were larger from the beginning than the engine's cache (10 kB).", 1.0));
        assertThat(crossings(detail(full, List.of(reading(1, TimedSnapshot.START, MetricSnapshot.MEMORY,
                Map.of(MetricSnapshot.ENGINE_CACHE, 10e6)))))).isEmpty();
    }
}
