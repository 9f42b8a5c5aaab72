package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

class HostUtilizationTest {

    private static final long SECOND = 1_000_000_000L;

    private static TimedSnapshot taken(long seconds, String moment, String node, Map<String, Double> counters,
            Map<String, Double> gauges) {
        return new TimedSnapshot(seconds * SECOND, moment, new MetricSnapshot(node, counters, gauges));
    }

    private static TimedSnapshot host(long at, String moment, double user, double system, double idle, double iowait,
            double steal) {
        return taken(at, moment, "host", Map.of("cpu-user", user, "cpu-system", system, "cpu-idle", idle, "cpu-iowait",
                iowait, "cpu-steal", steal), Map.of("cores", 2.0));
    }

    private static TimedSnapshot device(long at, String moment, String name, double requests, double time,
            double busy) {
        return taken(at, moment, "device:" + name, Map.of("reads", requests, "writes", 3 * requests, "read-bytes",
                4096 * requests, "write-bytes", 8192 * requests, "read-time", time, "write-time", time, "io-time", busy,
                "queue-time", 2 * time), Map.of());
    }

    private static TimedSnapshot generator(long at, String moment, double cpu, double pause) {
        return taken(at, moment, "generator", Map.of("cpu", cpu, "gc-pause", pause, "gc-count", 2.0, "allocated", 1e9),
                Map.of("cores", 2.0));
    }

    private static final List<TimedSnapshot> START = List.of(host(10, "start", 100, 50, 1000, 10, 0),
            device(10, "start", "vda", 1000, 5, 7), device(10, "start", "vdb", 0, 0, 0),
            generator(10, "start", 20, 0.5));
    private static final List<TimedSnapshot> END = List.of(host(20, "end", 110, 53, 1004, 12, 1),
            device(20, "end", "vda", 1100, 7, 16), device(20, "end", "vdb", 100, 0.2, 1),
            generator(20, "end", 25, 0.75));

    @Test
    void processorsAreSharesOfTheirTime() {
        assertThat(HostUtilization.between(START, END).processors()).contains(
                new HostUtilization.Processors(0.5, 0.15, 0.1, 0.05));
        assertThat(HostUtilization.between(START, END).processors().orElseThrow().busy()).isEqualTo(0.7, within(1e-12));
    }

    @Test
    void eachProcessorIsAShareOfItsOwnTime() {
        List<TimedSnapshot> start = List.of(taken(10, "start", "host", Map.of("cpu-user", 50.0, "cpu-idle", 50.0,
                "cpu-busy:0", 20.0, "cpu-busy:1", 30.0), Map.of("cores", 2.0)));
        List<TimedSnapshot> end = List.of(taken(20, "end", "host", Map.of("cpu-user", 61.0, "cpu-idle", 59.0,
                "cpu-busy:0", 21.0, "cpu-busy:1", 39.5), Map.of("cores", 2.0)));
        HostUtilization.Processors processors = HostUtilization.between(start, end).processors().orElseThrow();
        assertThat(processors.each()).as("the busiest first").containsExactly(0.95, 0.1);
        assertThat(processors.busy()).isEqualTo(0.55, within(1e-12));
    }

    @Test
    void aQuotaIsTheShareOfPeriodsInWhichItStoppedTheProcess() {
        List<TimedSnapshot> start = List.of(limited(10, "start", 100, 40));
        assertThat(HostUtilization.between(start, List.of(limited(20, "end", 200, 137))).generator().orElseThrow()
                .quota())
                .contains(new HostUtilization.Quota(1.5, 0.97));
        assertThat(HostUtilization.between(start, List.of(limited(20, "end", 100, 40))).generator().orElseThrow()
                .quota())
                .as("no period had work").isEmpty();
        assertThat(HostUtilization.between(START, END).generator().orElseThrow().quota()).as("no limit").isEmpty();
    }

    private static TimedSnapshot limited(long at, String moment, double periods, double throttled) {
        return taken(at, moment, "generator", Map.of("cpu", (double) at, "quota-periods", periods, "quota-throttled",
                throttled), Map.of("cores", 2.0, "quota-cores", 1.5));
    }

    @Test
    void devicesAreDifferencesOverTheirTime() {
        HostUtilization.Device vda = HostUtilization.between(START, END).busiest().orElseThrow();

        assertThat(vda.name()).isEqualTo("vda");
        assertThat(vda.utilisation()).isEqualTo(0.9);
        assertThat(vda.writes()).isEqualTo(300);
        assertThat(vda.writeBytes()).isEqualTo(819_200);
        assertThat(vda.await().orElseThrow()).isEqualTo(0.01);
        assertThat(vda.queue()).isEqualTo(0.4);
    }

    /** As where a disk has been busy at a queue's depth of 32 for a day and a half, and a reading later. */
    @Test
    void timesOfADeviceThatCameRoundGoOn() {
        double round = 4_294_967.296;
        HostUtilization.Device device = HostUtilization.between(
                List.of(device(10, "start", "vda", 1e9, round - 1.5, round - 4)),
                List.of(device(20, "end", "vda", 1e9 + 100, 2.5, 5))).busiest().orElseThrow();

        assertThat(device.await().orElseThrow()).isEqualTo(8.0 / 400, within(1e-9));
        assertThat(device.utilisation()).isEqualTo(0.9, within(1e-9));
        assertThat(HostUtilization.between(List.of(queued(10, "start", round - 100)), List.of(queued(20, "end", 220)))
                .busiest().orElseThrow().queue()).isEqualTo(32, within(1e-9));
    }

    /** Taken away and put back between the readings, it has counted from 0 again, and not for 50 days. */
    @Test
    void timesOfADeviceThatBeganAnewAreNoneAndNotARound() {
        assertThat(HostUtilization.between(List.of(device(10, "start", "vda", 1000, 500, 700)),
                List.of(device(20, "end", "vda", 1200, 2.5, 5))).busiest()).hasValueSatisfying(device -> {
                    assertThat(device.utilisation()).isZero();
                    assertThat(device.await().orElse(0)).isZero();
                });
    }

    private static TimedSnapshot queued(long at, String moment, double time) {
        return taken(at, moment, "device:vda", Map.of("reads", 1e9 + at, "writes", 0.0, "queue-time", time), Map.of());
    }

    @Test
    void withoutRequestsThereIsNoAwait() {
        List<TimedSnapshot> idle = List.of(device(20, "end", "vda", 1000, 5, 7));

        assertThat(HostUtilization.between(START, idle).busiest().orElseThrow().await()).isEmpty();
    }

    @Test
    void aCountThatBeganAnewIsNoDifference() {
        List<TimedSnapshot> anew = List.of(device(20, "end", "vda", 5, 1, 1), generator(20, "end", 1, 0));

        assertThat(HostUtilization.between(START, anew)).isEqualTo(HostUtilization.UNKNOWN);
    }

    @Test
    void whatIsMissingAtOneMomentIsUnknown() {
        assertThat(HostUtilization.between(START, List.of())).isEqualTo(HostUtilization.UNKNOWN);
        assertThat(HostUtilization.between(List.of(), END)).isEqualTo(HostUtilization.UNKNOWN);
    }

    @Test
    void processorsThatDidNotCountTheTimeThatPassedSayNothing() {
        List<TimedSnapshot> simulated = List.of(host(3610, "end", 100.02, 50, 1000, 10, 0));

        assertThat(HostUtilization.between(START, simulated).processors()).isEmpty();
    }

    private static Map<String, Double> measures(List<TimedSnapshot> more) {
        List<TimedSnapshot> readings = new ArrayList<>(START);
        readings.addAll(END);
        readings.addAll(more);
        return HostMeasures.of(new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), readings,
                List.of(), List.of())).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    @Test
    void measuresAreInTheirUnits() {
        Map<String, Double> measures = measures(List.of());

        assertThat(measures.get("device-write")).isEqualTo(1.6384, within(1e-9));
        assertThat(measures.get("device-read")).isEqualTo(0.8192, within(1e-9));
        assertThat(measures.get("device-writes-per-second")).isEqualTo(60, within(1e-9));
        assertThat(measures.get("device-utilisation")).isEqualTo(90, within(1e-9));
        assertThat(measures.get("device-await")).isEqualTo(5.5, within(1e-9));
        assertThat(measures.get("cpu-busy")).isEqualTo(70, within(1e-9));
        assertThat(measures.get("generator-cpu")).isEqualTo(25, within(1e-9));
        assertThat(measures.get("gc-pause")).isEqualTo(250, within(1e-9));
        assertThat(measures.get("pauses-from")).isEqualTo(97.5, within(1e-9)); // a quarter of ten seconds
        assertThat(measures).doesNotContainKey("fsync-floor.p50");
    }

    /** Ten seconds of two agents, of which garbage collection stood one still for 30 ms and the other for 200 ms. */
    @Test
    void ofSeveralAgentsTheOneThatStoodStillLongestIsTold() {
        Map<String, Double> counted = Map.of("cpu", 1.0, "gc-pause", 1.0);
        Map<String, Double> cores = Map.of("cores", 2.0);
        IterationDetail detail = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(
                taken(10, "start", "agent:gen1", counted, cores), taken(10, "start", "agent:gen2", counted, cores),
                taken(20, "end", "agent:gen1", Map.of("cpu", 2.0, "gc-pause", 1.03), cores),
                taken(20, "end", "agent:gen2", Map.of("cpu", 2.0, "gc-pause", 1.2), cores)), List.of(), List.of());
        Map<String, Double> measures = HostMeasures.of(detail).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
        assertThat(measures).containsOnlyKeys("gc-pause", "pauses-from");
        assertThat(measures.get("gc-pause")).isEqualTo(200, within(1e-6));
        assertThat(measures.get("pauses-from")).isEqualTo(98, within(1e-6));
    }

    /** As where the target is at an address elsewhere. */
    @Test
    void theMachineOfTheGeneratorAloneIsNotTheTargets() {
        HostUtilization use = HostUtilization.between(ofGenerator(START), ofGenerator(END));
        assertThat(use.processors()).isEmpty();
        assertThat(use.ofGenerator()).contains(new HostUtilization.Processors(0.5, 0.15, 0.1, 0.05));
        assertThat(HostMeasures.of(new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(),
                Stream.of(START, END).flatMap(readings -> ofGenerator(readings).stream()).toList(), List.of(), List.of())))
                .extracting(MeasuredValue::measure).contains("generator-cpu").doesNotContain("cpu-busy", "cpu-iowait",
                        "cpu-steal");
    }

    private static List<TimedSnapshot> ofGenerator(List<TimedSnapshot> readings) {
        return readings.stream().filter(r -> !r.reading().node().startsWith("device:")).map(r -> new TimedSnapshot(r.at(),
                r.moment(), new MetricSnapshot(r.reading().node().replace("host", MetricSnapshot.GENERATOR_HOST),
                r.reading().counters(), r.reading().gauges()))).toList();
    }

    @Test
    void theFloorIsAMeasureWhereItWasMeasured() {
        Map<String, Double> measures = measures(List.of(new TimedSnapshot(9 * SECOND, "start",
                new FsyncBaseline(java.nio.file.Path.of("data"), 100, 0.0015, 0.004).reading())));

        assertThat(measures.get("fsync-floor.p50")).isEqualTo(1.5, within(1e-9));
        assertThat(measures.get("fsync-floor.p99")).isEqualTo(4, within(1e-9));
    }

    @Test
    void settlingIsNotPartOfTheMeasures() {
        assertThat(measures(List.of(device(60, "settled", "vda", 99_000, 70, 60))).get("device-writes-per-second"))
                .isEqualTo(60, within(1e-9));
    }

    @Test
    void everyMeasureIsDeclared() {
        assertThat(measures(List.of()).keySet()).allMatch(name -> HostMeasures.ALL.find(name).isPresent());
    }
}
