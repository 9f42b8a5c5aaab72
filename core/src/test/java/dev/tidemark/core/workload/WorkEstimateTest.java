package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;
import dev.tidemark.core.data.search.GeneratedDocuments;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.WorkEstimate.Data;
import dev.tidemark.core.workload.WorkEstimate.DataKind;
import dev.tidemark.core.workload.WorkEstimate.WarmUp;
import dev.tidemark.core.workload.ingest.Ingest;
import dev.tidemark.core.workload.query.QueryWorkload;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.script.ScriptWorkload;
import dev.tidemark.core.workload.volume.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known beforehand of how much a point stores and how long it lasts; what is not known is not told. */
class WorkEstimateTest {

    private static final Optional<Duration> THIRTY = Optional.of(Duration.ofSeconds(30));

    /** What is stored before where nothing is said of it. */
    private static final Data EVERY_KEY = new Data(DataKind.PRELOAD, 1_000_000, 1_000_000_000);

    /** @param settings as in {@code rate=100/s; duration=4s} */
    private static WorkEstimate offered(Workload workload, String settings, String... arrivals) {
        Values values = workload.params().defaults();
        for (String setting : (settings + "; " + String.join("; ", arrivals)).split("; (?=[a-z-]+=)|; $")) {
            String[] sides = setting.split("=", 2);
            values = values.with(sides[0], sides[1], SettingOrigin.SET);
        }
        return workload.estimate(workload.effective(values));
    }

    private static WorkEstimate volume(String settings) {
        return offered(new Volume(), "value-size=1kB; mix=get=3,update=1; " + settings);
    }

    @Test
    void aVolumeThatOnlyTimeEndsIsNotKnown() {
        assertThat(volume("duration=4s; preload=none")).isEqualTo(new WorkEstimate(0, 0, time(4), false).storing(250));
    }

    @Test
    void aRateBoundsWhatIsStoredByItsShareOfWrites() {
        assertThat(volume("duration=4s; rate=1k/s; preload=none"))
                .isEqualTo(new WorkEstimate(0, 1_000_000, time(4), false).storing(250));
    }

    @Test
    void aCountOfOperationsMayEndItBeforeTheTime() {
        assertThat(volume("operations=8k; preload=none"))
                .isEqualTo(new WorkEstimate(8_000, 2_000_000, THIRTY, true).storing(250));
        assertThat(volume("operations=8k; duration=none"))
                .isEqualTo(new WorkEstimate(8_000, 2_000_000, Optional.empty(), true).after(EVERY_KEY).storing(250));
        assertThat(volume("operations=8k; rate=1k/s"))
                .isEqualTo(new WorkEstimate(8_000, 2_000_000, time(8), false).after(EVERY_KEY).storing(250));
        assertThat(volume("operations=80k; rate=1k/s; duration=10s").bytes()).as("the time is up before")
                .isEqualTo(2_500_000);
    }

    @Test
    void aPreloadIsStoredBefore() {
        assertThat(volume("duration=4s; key-count=10k; preload=50%").data())
                .isEqualTo(new Data(DataKind.PRELOAD, 5_000, 5_000_000));
    }

    /** Reads of an empty store measure something else than most people believe; who only stores begins on one. */
    @Test
    void whatIsLookedForIsStoredBeforeUnlessToldOtherwise() {
        assertThat(volume("key-count=10k").data()).isEqualTo(new Data(DataKind.PRELOAD, 10_000, 10_000_000));
        assertThat(volume("mix=put=1").data().units()).isZero();
        assertThat(volume("mix=put=1; preload=all").data().units()).isEqualTo(1_000_000);
        assertThat(volume("mix=put=9,delete=1").data()).isEqualTo(EVERY_KEY);
        assertThat(volume("mix=get=95,insert=5; keys=latest").data()).isEqualTo(EVERY_KEY);
        for (String name : List.of("leveled-8k", "single-node-load", "single-node-populate")) {
            Map<String, String> preset = new TreeMap<>(new Volume().presets().get(name));
            preset.remove("sync");
            assertThat(preset).as("begins empty").containsEntry("preload", "none");
        }
    }

    @Test
    void anIndexIsMadeBeforeAndAskedToBeWarm() {
        WorkEstimate offered = offered(new QueryWorkload(), "documents=1M; document-words=60k; vocabulary=5M; "
                + "warm-up-queries=10k; warm-up-limit=1h");
        assertThat(offered.data().making()).isEqualTo(DataKind.INDEX);
        assertThat(offered.data().units()).isEqualTo(1_000_000);
        assertThat(offered.warmUp()).isEqualTo(new WarmUp(10_000, Duration.ofHours(1)));
        assertThat(offered(new QueryWorkload(), "cache=cold").warmUp()).isEqualTo(WarmUp.NONE);
    }

    /** Against documents that are made. */
    @Test
    void theSizeOfTextsIsForeseen() {
        GeneratedDocuments documents = new GeneratedDocuments(7, 300, 100, 50_000, null);
        long bytes = LongStream.range(0, 300).map(n -> documents.document(n).text().length()).sum();
        assertThat(offered(new QueryWorkload(), "documents=300; document-words=100; vocabulary=50k").data().bytes())
                .isCloseTo(bytes, withinPercentage(5));
    }

    @Test
    void tablesOfBuiltInScriptsAreMadeBefore() {
        assertThat(offered(new ScriptWorkload(), "script=tpcb-like; scale=3").data())
                .isEqualTo(new Data(DataKind.TABLES, 300_000, 28_800_000));
    }

    @Test
    void whatOnlyReadsStoresNothing() {
        assertThat(offered(new Volume(), "mix=get=1; operations=1k; duration=none").bytes()).isZero();
    }

    @Test
    void randomIoLastsItsDurationOrFewerOperations() {
        assertThat(offered(new RandomIo(), "dataset=d; duration=5s")).isEqualTo(new WorkEstimate(0, 0, time(5), false));
        assertThat(offered(new RandomIo(), "dataset=d; operations=100"))
                .isEqualTo(new WorkEstimate(100, 0, THIRTY, true));
    }

    @Test
    void ingestIsTheAmountThatIsSet() {
        Ingest ingest = new Ingest();
        assertThat(offered(ingest, "payload=1kB; documents=500"))
                .isEqualTo(new WorkEstimate(500, 500_000, Optional.empty(), true));
        assertThat(offered(ingest, "payload=1kB; duration=60s")).isEqualTo(new WorkEstimate(0, 0, time(60), false));
        assertThat(offered(ingest, "payload=1kB; rate=10/s; duration=60s"))
                .isEqualTo(new WorkEstimate(600, 600_000, time(60), false));
        assertThat(offered(ingest, "payload=1kB; rate=10/s; documents=100"))
                .isEqualTo(new WorkEstimate(100, 100_000, time(10), false));
    }

    private static final String STEPS = "arrivals=steps; rate-steps=100/s for 10s; 0/s for 5s; 20/s for 15s";

    /** 1,000 and 300 in half a minute; the defaults of 30 s and 10,000 documents are not what was asked for. */
    @Test
    void stepsAreAnAmountAndATime() {
        assertThat(offered(new Ingest(), "payload=1kB; batch-size=7", STEPS))
                .isEqualTo(new WorkEstimate(1300, 1_300_000, time(30), false));
        assertThat(offered(new Volume(), "value-size=1kB; mix=get=3,update=1; preload=none", STEPS))
                .isEqualTo(new WorkEstimate(1300, 325_000, time(30), false).storing(250));
        assertThat(offered(new RandomIo(), "dataset=d", STEPS)).isEqualTo(new WorkEstimate(1300, 0, time(30), false));
        assertThat(offered(new RandomIo(), "dataset=d; arrivals-scale=2; arrivals-speed=3", STEPS))
                .isEqualTo(new WorkEstimate(2600, 0, time(10), false));
        assertThat(offered(new Volume(), "value-size=1kB; mix=get=1; preload=none; instances=2; workers=4", STEPS)
                .units())
                .isEqualTo(1300);
    }

    @Test
    void aDurationOrACountThatWasAskedForEndsThemSooner() {
        assertThat(offered(new Ingest(), "payload=1kB; duration=5s", STEPS))
                .isEqualTo(new WorkEstimate(500, 500_000, time(5), false));
        assertThat(offered(new Ingest(), "payload=1kB; documents=1100", STEPS))
                .isEqualTo(new WorkEstimate(1100, 1_100_000, time(20), false));
        assertThat(offered(new RandomIo(), "dataset=d; duration=12s", STEPS))
                .isEqualTo(new WorkEstimate(1000, 0, time(12), false));
        assertThat(offered(new Volume(), "value-size=1kB; mix=get=1; preload=none; operations=200", STEPS))
                .isEqualTo(new WorkEstimate(200, 0, time(2), false));
        assertThat(offered(new Volume(), "value-size=1kB; mix=get=1; preload=none; duration=1h", STEPS).time())
                .isEqualTo(time(30));
    }

    @Test
    void aTraceIsReadForWhatItOffers(@TempDir Path folder) throws IOException {
        Path day = Files.writeString(folder.resolve("day"), "count per minute\n60\n120\n");
        String trace = "arrivals=trace; arrivals-trace=" + day;
        for (Workload workload : ArrivalsTest.workloads()) {
            String own = switch (workload) {
                case RandomIo _ -> "dataset=d";
                case Volume _ -> "preload=none";
                case Ingest _ -> "wrap=no";
                default -> "workers=1";
            };
            assertThat(offered(workload, own, trace)).extracting(WorkEstimate::units, WorkEstimate::time,
                    WorkEstimate::sooner)
                    .as(workload.name()).containsExactly(180L, time(120), false);
        }
        assertThatThrownBy(() -> offered(new RandomIo(), "dataset=d", trace + ".not"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("arrivals-trace: " + day + ".not is not there");
    }

    @Test
    void randomIoAtARateLastsItsDurationOrItsOperations() {
        assertThat(offered(new RandomIo(), "dataset=d; rate=50/s")).isEqualTo(new WorkEstimate(0, 0, THIRTY, false));
        assertThat(offered(new RandomIo(), "dataset=d; rate=50/s; operations=100"))
                .isEqualTo(new WorkEstimate(100, 0, time(2), false));
    }

    private static Optional<Duration> time(long seconds) {
        return Optional.of(Duration.ofSeconds(seconds));
    }
}
