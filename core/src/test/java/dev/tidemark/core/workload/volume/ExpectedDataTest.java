package dev.tidemark.core.workload.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.volume.ExpectedData.Done;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedDataTest {

    private static final int SIZE = 100;
    /** With its key. */
    private static final int STORED = 8 + SIZE;

    private static Values values(String settings) {
        Values values = VolumeParams.ALL.defaults().with("value-size", SIZE + "B", SettingOrigin.SET)
                .with("key-count", "2000", SettingOrigin.SET).with("workers", "4", SettingOrigin.SET)
                .with("preload", "none", SettingOrigin.SET);
        for (String setting : settings.split("; ")) {
            values = values.with(setting.split(": ")[0], setting.split(": ")[1], SettingOrigin.SET);
        }
        return values;
    }

    private static ExpectedData of(String settings) {
        return ExpectedData.of(detail("volume", values(settings))).orElseThrow();
    }

    private static IterationDetail detail(String workload, Values values) {
        return new IterationDetail(workload, values.settings(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of());
    }

    private static Done writes(double writes) {
        return new Done(writes, 0, 0, 0, 0);
    }

    /** A long run is told of by stretches of several intervals, within which all that was written counts. */
    @Test
    void intervalsOfAStretchAreAddedUp() {
        assertThat(of("keys: uniform; key-count: 1").missingDeviation(100, 100).orElseThrow()).isNotNaN();
        ExpectedData data = of("keys: uniform");
        MissPrediction prediction = new MissPrediction(Optional.of(data), 2000); // stretches of three
        for (int interval = 0; interval < 3; interval++) {
            prediction.add(new Done(500, 0, 0, 10, 0), 1);
        }
        assertThat(prediction.share().orElseThrow()).isEqualTo(data.missing(0, 1500).orElseThrow(), within(1e-12));
    }

    /** Draws keys, stores them and looks others up, as the load would, and counts in two stretches. */
    @ParameterizedTest
    @ValueSource(strings = {"keys: uniform", "keys: zipf", "keys: zipf; zipf-theta: 1.3", "keys: hot-set",
        "keys: pareto", "keys: pareto-clamped", "keys: uniform; preload: 30%", "keys: zipf; preload: 50%"})
    void lookupsMissAndValuesAreStoredAsArithmeticSays(String settings) {
        Values values = values(settings);
        ExpectedData data = of(settings);
        KeyStream.Cursor keys = KeyParams.ranks(values, 7, 1).cursor();
        Set<Long> stored = new HashSet<>();
        for (long key = 0; key < values.get(VolumeParams.PRELOAD).of(2000); key++) {
            stored.add(key);
        }
        assertThat(data.bytes(Done.NOTHING)).hasValue(STORED * stored.size());
        long n = 0;
        int writes = 0;
        for (int stretch = 0; stretch < 2; stretch++) {
            int before = writes;
            int missed = 0;
            int looked = 0;
            for (int i = 0; i < 3000; i++) {
                for (int get = 0; get < 10; get++) {
                    missed += stored.contains(keys.key(0, n++)) ? 0 : 1;
                    looked++;
                }
                stored.add(keys.key(0, n++));
                writes++;
            }
            assertThat(data.missing(before, writes).orElseThrow()).isCloseTo((double) missed / looked, within(0.02));
            assertThat(data.bytes(writes(writes)).orElseThrow() / STORED)
                    .isCloseTo(stored.size(), within(4 * Math.sqrt(stored.size())));
        }
    }

    /**
     * The load of a hundred seeds, each drawn as it is: what is found differs from what is expected by as much as is said,
     * and in neither direction on average.
     */
    @ParameterizedTest
    @ValueSource(strings = {"keys: uniform", "keys: zipf", "keys: pareto-unbounded", "keys: pareto; preload: 30%"})
    void chanceTakesItFromThatByAsMuchAsIsSaid(String settings) {
        int writes = 1000;
        int gets = 5 * writes;
        int seeds = 100;
        Values values = values(settings);
        ExpectedData data = of(settings);
        double expected = data.missing(0, writes).orElseThrow();
        double deviation = data.missingDeviation(writes, gets).orElseThrow();
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < seeds; seed++) {
            double difference = missed(KeyParams.ranks(values, seed, 1).cursor(), values, writes) / (double) gets - expected;
            sum += difference;
            squares += difference * difference;
        }
        assertThat(Math.sqrt(squares / seeds) / deviation).isBetween(0.75, 1.25);
        assertThat(sum / seeds).isCloseTo(0, within(4 * deviation / Math.sqrt(seeds)));
    }

    private static int missed(KeyStream.Cursor keys, Values values, int writes) {
        Set<Long> stored = new HashSet<>();
        int missed = 0;
        long first = values.get(VolumeParams.PRELOAD).of(2000);
        for (long n = 0; n < 6L * writes; n++) {
            long key = keys.key(0, n);
            if (n % 6 == 5) {
                stored.add(key);
            } else {
                missed += key < first || stored.contains(key) ? 0 : 1;
            }
        }
        return missed;
    }

    /** What two hundred million keys cost is bounded, and what little was written of them is found. */
    @Test
    void manyKeysAreNoTrouble() {
        ExpectedData data = of("keys: zipf; key-count: 200000000");
        assertThat(data.missing(0, 1).orElseThrow()).isCloseTo(1, within(0.01));
        assertThat(data.missing(1e9, 1e9 + 1).orElseThrow()).isBetween(0.001, 0.2);
        double stored = data.bytes(writes(1e9)).orElseThrow();
        assertThat(stored).isBetween(100e6 * STORED, 200e6 * STORED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "keys: own; preload: all; mix: get=5,insert=3,delete=1 | 2300",
        "keys: latest; preload: all; mix: get=5,insert=1 | 2400",
        "keys: sequential; preload: all | 2400",
        "keys: partitioned | 1400",
        "keys: uniform; preload: all; mix: get=5,insert=1 | 2400"})
    void keysThatAreNotDrawnAreCounted(String settings, double keys) {
        double writes = settings.contains("partitioned") ? 1000 : 0;
        double deletes = settings.contains("delete") ? 100 : 0;
        assertThat(of(settings).bytes(new Done(writes, 400, deletes, 0, 0))).hasValue(keys * STORED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys: uniform; mix: get=1,put=1,delete=1", "keys: sequential",
        "keys: partitioned; preload: 50%"})
    void nothingIsSaidWhereTheSettingsDoNotTell(String settings) {
        assertThat(of(settings).bytes(writes(100))).isEmpty();
        assertThat(of(settings).missing(0, 100)).isEmpty();
        assertThat(of(settings).missingDeviation(100, 100)).isEmpty();
    }

    @Test
    void nothingIsExpectedOfWhatIsAFailure() {
        assertThat(of("not-found: failure").missing(0, 100)).isEmpty();
        assertThat(of("not-found: failure").bytes(writes(100))).isPresent();
    }

    @Test
    void whatWasDoneIsReadFromTheSeries() {
        SeriesSet series = new SeriesSet();
        series.add("get", new Totals(50, 45, 9, 45, 5, 0, 0, 36));
        series.add("update", new Totals(10, 10, 1, 10, 0, 1000, 900, 9));
        series.add("insert", new Totals(7, 7, 0, 6, 1, 600, 0, 0));
        series.add("index-query", new Totals(3, 3, 2, 3, 0, 0, 0, 30));
        Done done = of("keys: uniform").done(series);
        assertThat(done).isEqualTo(new Done(10, 6, 0, 55, 10));
        assertThat(done.missing()).hasValue(10.0 / 55);
        assertThat(Done.NOTHING.missing()).isEmpty();
    }

    @Test
    void otherWorkloadsAndImportsHaveNone() {
        assertThat(ExpectedData.of(detail("ingest", values("keys: uniform")))).isEmpty();
        assertThat(ExpectedData.of(new IterationDetail("volume", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of()))).isEqualTo(Optional.empty());
    }
}
