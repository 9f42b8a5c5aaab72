package dev.tidemark.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

class ResourceSeriesTest {

    private static final long SECOND = 1_000_000_000L;

    private static IterationDetail detail(List<TimedSnapshot> readings) {
        return new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), readings, List.of(),
                List.of());
    }

    private static TimedSnapshot taken(double second, String node, Map<String, Double> counters) {
        return new TimedSnapshot((long) (second * SECOND), "during", new MetricSnapshot(node, counters, Map.of()));
    }

    /** The disk writes as many MB in the second that ends at a moment as the moment's number. */
    private static TimedSnapshot disk(double second, String device) {
        return taken(second, "device:" + device, Map.of("reads", 0.0, "writes", second, "read-bytes", 0.0,
                "write-bytes", second * (second + 1) / 2 * 1e6, "io-time", second / 2));
    }

    private static ResourceSeries.Section part(List<TimedSnapshot> readings, int most) {
        List<ResourceSeries.Section> parts = ResourceSeries.of(detail(readings), most);
        assertThat(parts).hasSize(1);
        return parts.getFirst();
    }

    private static List<Double> line(ResourceSeries.Section part, String panel, String line) {
        return part.panels().stream().filter(p -> p.name().equals(panel)).flatMap(p -> p.lines().stream())
                .filter(l -> l.name().equals(line)).findFirst().orElseThrow().values();
    }

    private static List<TimedSnapshot> disks(IntStream seconds) {
        return seconds.mapToObj(s -> disk(s, "vda")).toList();
    }

    @Test
    void figuresAreDifferencesOverTheTimeBetweenReadings() {
        ResourceSeries.Section part = part(disks(IntStream.rangeClosed(0, 4)), 600);

        assertThat(part.spans()).first().isEqualTo(new ResourceSeries.Span(0, 1));
        assertThat(line(part, "disk", "write")).containsExactly(1.0, 2.0, 3.0, 4.0);
        assertThat(line(part, "disk busy", "vda")).containsExactly(50.0, 50.0, 50.0, 50.0);
    }

    @Test
    void fewerPointsAreExactMeans() {
        ResourceSeries.Section part = part(disks(IntStream.rangeClosed(0, 10_000)), 600);

        assertThat(part.spans()).hasSizeLessThanOrEqualTo(600);
        List<Double> write = line(part, "disk", "write");
        double total = IntStream.range(0, write.size()).mapToDouble(i -> write.get(i)
                * (part.spans().get(i).end() - part.spans().get(i).start())).sum();
        assertThat(total).isCloseTo(10_000 * 10_001 / 2.0, within(1e-3));
    }

    @Test
    void missingReadingsAreAGap() {
        ResourceSeries.Section part = part(disks(IntStream.concat(IntStream.range(0, 20), IntStream.range(60, 80))), 6);

        assertThat(part.spans()).noneMatch(s -> s.start() < 19.5 && s.end() > 59.5);
        assertThat(part.spans()).anyMatch(s -> s.end() == 19).anyMatch(s -> s.start() == 60);
    }

    @Test
    void readingsBecomingRarerAreNoGap() {
        ResourceSeries.Section part = part(disks(IntStream.concat(IntStream.rangeClosed(880, 900),
                IntStream.rangeClosed(91, 100).map(i -> i * 10))), 600);

        assertThat(part.spans()).hasSize(30);
    }

    @Test
    void whatAnEngineWroteBetweenTwoReadingsOfOneMomentIsNoRate() {
        List<TimedSnapshot> readings = List.of(taken(1, "target", Map.of("journal-write", 5e6)),
                taken(1, "target", Map.of("journal-write", 9e6)));

        assertThat(ResourceSeries.of(detail(readings), 600)).flatExtracting(ResourceSeries.Section::panels).isEmpty();
    }

    @Test
    void readingsCloseTogetherMakeNoStretch() {
        ResourceSeries.Section part = part(List.of(disk(0, "vda"), disk(1, "vda"), disk(1.01, "vda"), disk(2, "vda"),
                disk(2.1, "vda")), 600);

        assertThat(part.spans()).containsExactly(new ResourceSeries.Span(0, 1), new ResourceSeries.Span(1, 2.1));
    }

    @Test
    void aSourceThatWasAwayForAMomentIsNullThere() {
        List<TimedSnapshot> readings = new ArrayList<>(disks(IntStream.rangeClosed(0, 4)));
        IntStream.of(0, 1, 4).forEach(s -> readings.add(disk(s, "vdb")));

        assertThat(line(part(readings, 600), "disk", "vdb write")).satisfies(values ->
                assertThat(values.stream().map(Objects::nonNull)).containsExactly(true, false, false, false));
    }

    @Test
    void theEnginesNodesAreAddedUpApartFromTheHosts() {
        List<TimedSnapshot> readings = new ArrayList<>();
        for (int s = 0; s <= 3; s++) {
            readings.add(taken(s, "host", Map.of("flush-write", s * 9e6)));
            readings.add(taken(s + 0.001, "a", Map.of("flush-write", s * 2e6)));
            readings.add(taken(s + 0.002, "b", Map.of("flush-write", s * 3e6)));
        }
        List<ResourceSeries.Section> parts = ResourceSeries.of(detail(readings), 600);

        assertThat(parts).extracting(ResourceSeries.Section::title).containsExactly("Engine");
        assertThat(line(parts.getFirst(), "engine writes", "flush")).allSatisfy(v ->
                assertThat(v).isCloseTo(5, within(1e-6)));
    }

    @Test
    void theMachineOfTheGeneratorAloneHasPanelsOfItsOwn() {
        List<TimedSnapshot> readings = IntStream.rangeClosed(0, 3).mapToObj(s -> taken(s, "generator-host",
                Map.of("cpu-user", s * 0.25, "cpu-idle", s * 0.75))).toList();
        ResourceSeries.Section part = part(readings, 600);
        assertThat(part.title()).isEqualTo("The generator's machine");
        assertThat(line(part, "the generator's processors", "user")).containsExactly(25.0, 25.0, 25.0);
    }

    @Test
    void withoutReadingsThereIsNothing() {
        assertThat(ResourceSeries.of(detail(List.of()), 600)).isEmpty();
        assertThat(ResourceSeries.of(detail(List.of(disk(1, "vda"))), 600)).isEmpty();
    }
}
