package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.workload.measures.SettleMeasures;
import dev.tidemark.core.workload.query.QueryMeasures;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.volume.VolumeMeasures;
import dev.tidemark.report.Samples;
import dev.tidemark.report.write.JsonReport;
import org.junit.jupiter.api.Test;

/** A share of the hardware's ceiling is told of like with like, of the same place, and of nothing else. */
class CeilingTest {

    private static final Instant THEN = Instant.parse("2026-11-24T10:00:00Z");
    private static final List<Setting> PLACE = List.of(Setting.detected("cpu", "C"), Setting.detected("device",
            "/dev/vda1"), Setting.detected("file-system", "ext4"));

    private static DiskProbe probe(Instant at, DiskProbe.Origin origin, List<Setting> place, Map<DiskLimit, Double> rates) {
        return new DiskProbe(at, origin, place, rates);
    }

    private static DiskProbe probe(Map<DiskLimit, Double> rates) {
        return probe(THEN, DiskProbe.Origin.PROBE, PLACE, rates);
    }

    /** Ten seconds of requests of a size. */
    private static Map<String, Double> writes(double perSecond, double bytesEach) {
        return Map.of("elapsed", 10.0, HostMeasures.DEVICE_WRITES.name(), perSecond, HostMeasures.DEVICE_WRITE.name(),
                perSecond * 10 * bytesEach / 1e6);
    }

    private static Optional<Ceiling> ceiling(List<Setting> place, Map<String, Double> values, DiskProbe... probes) {
        return report(place, values, probes).ceiling();
    }

    private static Report report(List<Setting> place, Map<String, Double> values, DiskProbe... probes) {
        List<Setting> settings = new ArrayList<>(place);
        settings.add(Samples.param("shards", 1));
        Iteration run = Samples.iteration(0, 0, settings, values);
        LabelResults label = Samples.label("made", Map.of(), "single", List.of(run));
        LabelResults with = label.with(label.measures().plus(HostMeasures.ALL).plus(MeasureSet.of(SettleMeasures.TIME,
                new Measure("fsyncs", "Fsyncs", "", Direction.NEITHER, 0, ""), VolumeMeasures.OPERATIONS_PER_SECOND,
                RandomIo.READS_PER_SECOND, QueryMeasures.QUERIES_PER_SECOND))
                .plus(MeasureSet.of(VolumeMeasures.READS.toArray(Measure[]::new))), List.of(run));
        return Report.open(new Results() {
            @Override
            public List<LabelSummary> labels() {
                return List.of();
            }

            @Override
            public Optional<LabelResults> label(String name) {
                return Optional.of(with);
            }

            @Override
            public IterationDetail detail(long id) {
                return new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                        List.of(new Event(0, "finding", "Limited by the disk: vda 97 % busy, 21 ms await.")));
            }

            @Override
            public List<DiskProbe> probes() {
                return List.of(probes);
            }
        }, "made").orElseThrow();
    }

    @Test
    void requestsOfEightKibibytesAreComparedWithThose() {
        Report report = report(PLACE, writes(23_100, 8192), probe(Map.of(DiskLimit.RANDOM_WRITE_8K, 60_400.0,
                DiskLimit.RANDOM_WRITE_4K, 90_000.0)));
        Ceiling ceiling = report.ceiling().orElseThrow();
        assertThat(ceiling.share()).isCloseTo(0.3825, within(1e-4));
        assertThat(ceiling.figure()).isEqualTo("38 %");
        assertThat(ceiling.limitedBy()).contains("the disk");
        assertThat(ceiling.sentence()).isEqualTo("23.1k device writes/s: 38 % of what this disk sustains (60.4k random "
                + "8 KiB writes/s, measured 24 Nov 2026); limited by the disk.");
        assertThat(JsonReport.of(report).replaceAll("\\s", "")).contains("\"limit\":\"random-write-8k\"", "\"limitedBy\":\"thedisk\"");
    }

    @Test
    void bytesOfLargeRequestsAreComparedWithThoseWrittenOneAfterTheOther() {
        assertThat(ceiling(PLACE, writes(200, 500_000), probe(Map.of(DiskLimit.SEQUENTIAL_WRITE, 400e6,
                DiskLimit.RANDOM_WRITE_8K, 210.0))).orElseThrow().sentence()).startsWith("100 MB/s written by the device: "
                + "25 % of what this disk sustains (400 MB/s written one after the other, measured 24 Nov 2026)");
    }

    @Test
    void whatIsLikeNothingIsComparedWithNothing() {
        DiskProbe all = probe(Map.of(DiskLimit.SEQUENTIAL_WRITE, 400e6, DiskLimit.RANDOM_WRITE_8K, 6000.0,
                DiskLimit.RANDOM_WRITE_4K, 9000.0));
        assertThat(ceiling(PLACE, writes(1000, 30_000), all)).isEmpty();
        assertThat(ceiling(PLACE, Map.of("elapsed", 10.0), all)).isEmpty();
        assertThat(ceiling(PLACE, writes(1000, 8192), probe(Map.of(DiskLimit.RANDOM_READ_8K, 6000.0)))).isEmpty();
        assertThat(ceiling(PLACE, writes(1000, 8192))).isEmpty();
    }

    @Test
    void moreThanAllSaysThatTheProbeIsStaleOrACacheTookPart() {
        Ceiling ceiling = ceiling(PLACE, writes(9000, 4096), probe(Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0))).orElseThrow();
        assertThat(ceiling.exceeded()).isTrue();
        assertThat(ceiling.figure()).isEqualTo("> 100 %");
        assertThat(ceiling.sentence()).contains("more than this disk was found to sustain", "stale, or a cache took part")
                .doesNotContain("150 %");
        assertThat(ceiling(PLACE, writes(6000, 4096), probe(Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0))).orElseThrow()
                .exceeded()).isFalse();
    }

    @Test
    void theProbeOfAnotherMachineOrDiskIsNotUsed() {
        Map<DiskLimit, Double> rates = Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0);
        for (int fact = 0; fact < PLACE.size(); fact++) {
            List<Setting> other = new ArrayList<>(PLACE);
            other.set(fact, Setting.detected(PLACE.get(fact).name(), "other"));
            assertThat(ceiling(PLACE, writes(3000, 4096), probe(THEN, DiskProbe.Origin.PROBE, other, rates))).isEmpty();
        }
        List<Setting> nameless = PLACE.stream().filter(f -> !f.name().equals("device")).toList();
        assertThat(ceiling(nameless, writes(3000, 4096), probe(THEN, DiskProbe.Origin.PROBE, nameless, rates))).isEmpty();
        List<Setting> two = new ArrayList<>(PLACE);
        two.add(Setting.detected("device-2", "/dev/vdb1"));
        assertThat(ceiling(two, writes(3000, 4096), probe(THEN, DiskProbe.Origin.PROBE, PLACE, rates))).isEmpty();
        assertThat(ceiling(PLACE, writes(3000, 4096), probe(THEN, DiskProbe.Origin.RUN, two, rates))).isEmpty();
    }

    /** A mirror writes all twice, each to a disk that counts it; what was asked of the mirror was written once. */
    @Test
    void ofADeviceThatIsMadeOfSeveralDisksNothingIsSaid() {
        Map<DiskLimit, Double> rates = Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0);
        List<Setting> one = List.of(Setting.detected("device", "dm-0 on sda"));
        List<Setting> mirror = List.of(Setting.detected("device", "md0 on sda, sdb"));
        assertThat(ceiling(one, writes(3000, 4096), probe(THEN, DiskProbe.Origin.PROBE, one, rates))).isPresent();
        assertThat(ceiling(mirror, writes(3000, 4096), probe(THEN, DiskProbe.Origin.PROBE, mirror, rates))).isEmpty();
        assertThat(probe(THEN, DiskProbe.Origin.PROBE, one, rates).isOfOneDisk()).isTrue();
        assertThat(probe(THEN, DiskProbe.Origin.PROBE, mirror, rates).isOfOneDisk()).isFalse();
        assertThat(probe(THEN, DiskProbe.Origin.PROBE, List.of(), rates).isOfOneDisk()).as("nobody knows").isFalse();
    }

    @Test
    void theNewestProbeCountsAndARunThatDidMore() {
        DiskProbe old = probe(THEN.minusSeconds(1000), DiskProbe.Origin.PROBE, PLACE, Map.of(DiskLimit.RANDOM_WRITE_4K, 9000.0));
        DiskProbe fresh = probe(Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0));
        DiskProbe run = probe(THEN.minusSeconds(9), DiskProbe.Origin.RUN, PLACE, Map.of(DiskLimit.RANDOM_WRITE_4K, 7000.0));
        DiskProbe lazy = probe(THEN.plusSeconds(9), DiskProbe.Origin.RUN, PLACE, Map.of(DiskLimit.RANDOM_WRITE_4K, 300.0));
        assertThat(ceiling(PLACE, writes(3000, 4096), old, fresh, lazy).orElseThrow().sustained()).isEqualTo(6000);
        assertThat(ceiling(PLACE, writes(3000, 4096), old, fresh, run).orElseThrow().sustained()).isEqualTo(7000);
    }

    @Test
    void aRunIsMeasuredNeitherByItselfNorByOneThatDidLess() {
        DiskProbe itself = probe(Samples.iteration(0, 0, List.of(), Map.of()).started(), DiskProbe.Origin.RUN, PLACE,
                Map.of(DiskLimit.RANDOM_WRITE_4K, 3000.0));
        DiskProbe less = probe(THEN, DiskProbe.Origin.RUN, PLACE, Map.of(DiskLimit.RANDOM_WRITE_4K, 2999.0));
        assertThat(ceiling(PLACE, writes(3000, 4096), itself, less)).isEmpty();
        DiskProbe more = probe(THEN, DiskProbe.Origin.RUN, PLACE, Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0));
        assertThat(ceiling(PLACE, writes(3000, 4096), itself, less, more).orElseThrow().figure()).isEqualTo("50 %");
    }

    @Test
    void fsyncsThatWereCountedUntilTheTargetHadSettledHaveNoRate() {
        Map<String, Double> values = new HashMap<>(Map.of("elapsed", 10.0, "fsyncs", 7000.0));
        DiskProbe probe = probe(Map.of(DiskLimit.FSYNC, 1000.0));
        assertThat(ceiling(PLACE, values, probe).orElseThrow().figure()).isEqualTo("70 %");
        values.put("settle-time", 4.0);
        assertThat(ceiling(PLACE, values, probe)).isEmpty();
        values.put("settle-time", 0.1);
        assertThat(ceiling(PLACE, values, probe).orElseThrow().figure()).as("a last one, as files have").isEqualTo("70 %");
    }

    @Test
    void fsyncsOfSeveralAtOnceAreLikeNoneOfOneThread() {
        Map<String, Double> values = Map.of("elapsed", 10.0, "fsyncs", 7000.0);
        DiskProbe probe = probe(Map.of(DiskLimit.FSYNC, 1000.0));
        assertThat(ceiling(with("workers", 1, "queue-depth", 1, "groups", "none"), values, probe).orElseThrow()
                .figure()).isEqualTo("70 %");
        assertThat(ceiling(with("workers", 4), values, probe)).isEmpty();
        assertThat(ceiling(with("workers", 1, "queue-depth", 8), values, probe)).isEmpty();
        assertThat(ceiling(with("workers", 1, "groups", "readers writers"), values, probe)).isEmpty();
    }

    /** The place, and settings by name and value. */
    private static List<Setting> with(Object... settings) {
        List<Setting> all = new ArrayList<>(PLACE);
        for (int i = 0; i < settings.length; i += 2) {
            all.add(Samples.param(settings[i].toString(), settings[i + 1]));
        }
        return all;
    }

    @Test
    void workersThatWaitForFsyncAreLimitedByThat() {
        List<Setting> durable = List.of(Setting.detected(Durability.FACT, Durability.DURABLE.word()));
        assertThat(waiting(durable, 4, 5)).contains("fsync");
        assertThat(waiting(durable, 4, 2.5)).as("some were put off").contains("fsync");
        assertThat(waiting(durable, 1, 5)).contains("workers × latency");
        assertThat(waiting(durable, 4, 0.1)).as("mostly of reads").contains("workers × latency");
        assertThat(waiting(List.of(Setting.detected(Durability.FACT, Durability.OS_BUFFERED.word())), 4, 5))
                .as("nothing is forced").contains("workers × latency");
        assertThat(waiting(List.of(), 4, 5)).as("nothing is written").contains("workers × latency");
        String done = "operations-per-second";
        assertThat(waiting(durable, Map.of(done, 300.0, "get-per-second", 100.0, "scan-per-second", 40.0)))
                .as("most write").contains("fsync");
        assertThat(waiting(durable, Map.of(done, 300.0, "get-per-second", 100.0, "scan-per-second", 60.0)))
                .as("most read").contains("workers × latency");
        assertThat(waiting(durable, Map.of(done, 300.0, "reads-per-second", 240.0))).contains("workers × latency");
        assertThat(waiting(durable, Map.of(done, 300.0, "reads-per-second", 60.0))).contains("fsync");
        assertThat(waiting(durable, Map.of("queries-per-second", 300.0))).as("others update")
                .contains("workers × latency");
    }

    /** @param done of kinds per second; a small synced write takes about as long as half of the responses */
    private static Optional<String> waiting(List<Setting> durability, Map<String, Double> done) {
        return waiting(durability, 4, 5, done);
    }

    /** @param floor milliseconds of a small synced write alone; of half of the responses at the most */
    private static Optional<String> waiting(List<Setting> durability, double floor, double response) {
        return waiting(durability, floor, response, Map.of());
    }

    private static Optional<String> waiting(List<Setting> durability, double floor, double response,
            Map<String, Double> done) {
        Map<String, Double> values = new HashMap<>(writes(300, 4096));
        values.putAll(done);
        values.put(HostMeasures.FSYNC_P50.name(), floor);
        values.put("response.p50", response);
        Report report = report(durability, values);
        return Limits.of(report.table().rows().getFirst(), _ -> new IterationDetail("ingest", List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(new Event(0, "finding",
                "Limited by workers × latency: 2 workers spent 99 % of the time in the target."))));
    }

    @Test
    void theNearestLimitIsTold() {
        Map<String, Double> values = new HashMap<>(writes(300, 4096));
        values.put("fsyncs", 2700.0);
        assertThat(report(PLACE, values, probe(Map.of(DiskLimit.RANDOM_WRITE_4K, 6000.0, DiskLimit.FSYNC, 300.0))).ceiling()
                .orElseThrow().sentence()).startsWith("270 fsyncs/s: 90 % of what this disk sustains (300 fsyncs/s");
    }
}
