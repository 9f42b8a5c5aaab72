package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.chart.DimensionCharts;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.StyleGrids;
import dev.tidemark.report.write.StyleTsv;
import org.junit.jupiter.api.Test;

/** Made results of api, whose parts are known. */
class StyleCostsTest {

    private static final Instant START = Instant.parse("2026-11-24T10:00:00Z");
    private static final double ROUND_TRIP = 0.5;

    private final List<Iteration> iterations = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(11);
    private int workers = 1;
    private int innerSize = 10;
    private int roundTrips = 1;

    /** Of one round: what a step takes in milliseconds, 0 for none. */
    private void style(int round, String style, int batch, double map, double call, double commit) {
        Map<String, Double> values = new LinkedHashMap<>();
        double request = map + call + commit;
        int size = Math.max(1, batch);
        values.put("documents-per-second", size / request * 1000);
        values.put("elapsed", 1000.0 / size * request / 1000);
        values.put("response.mean", request);
        values.put("call.mean", call);
        if (map > 0) {
            values.put("map.mean", map);
        }
        if (commit > 0) {
            values.put("commit.mean", commit);
        }
        add(round, style, batch, IterationState.DONE, "", values);
    }

    private void noop(int round, double roundTrip) {
        add(round, "noop", 0, IterationState.DONE, "", Map.of("round-trips-per-second", 1000 / roundTrip, "elapsed",
                roundTrip, "response.mean", roundTrip, "round-trip.mean", roundTrip));
    }

    private void add(int round, String style, int batch, IterationState state, String verdict, Map<String, Double> values) {
        List<Setting> settings = new ArrayList<>(List.of(param("target", "db"), param("documents", 1000),
                param("style", style), param("workers", workers), Setting.detected("protocol", "rest")));
        if (!style.equals("noop")) {
            settings.add(param("inner-size", innerSize));
            settings.add(Setting.detected("round-trips", String.valueOf(roundTrips)));
        }
        if (batch > 0) {
            settings.add(param("batch-size", batch));
        }
        int position = iterations.size();
        iterations.add(new Iteration(position + 1, 1, "api", position, round, 1, state, verdict,
                START.plusSeconds(position), settings, values.entrySet().stream()
                .map(e -> MeasuredValue.of(e.getKey(), e.getValue())).toList()));
    }

    private Report report() {
        return Report.of(new LabelResults("api", "api", "documents-per-second", Workloads.named("api").measures(),
                Map.of("style", "put", "batch-size", "10", "inner-size", "10"), "matrix", "label: api\n", 1, iterations));
    }

    private void rounds(int rounds) {
        for (int round = 0; round < rounds; round++) {
            double drift = 1 + round * 0.1;
            noop(round, ROUND_TRIP * drift);
            style(round, "put", 0, 0, 2 * drift, 0);
            style(round, "object", 0, 0.25, 2 * drift, 0);
            style(round, "batch", 10, 0, 4 * drift, 1);
        }
    }

    @Test
    void theRoundTripOfTheSameRoundIsTakenOffTheCall() {
        rounds(3);
        StyleCosts costs = StyleCosts.of(report()).orElseThrow();
        assertThat(costs.styles()).extracting(s -> s.row().level("style").text()).containsExactly("batch", "put", "object");
        StyleCosts.Style batch = costs.styles().getFirst();
        assertThat(batch.documents()).isEqualTo(10);
        assertThat(batch.roundTrip().orElseThrow().mean()).isCloseTo(0.55, within(1e-9));
        assertThat(batch.rest().orElseThrow().mean()).isCloseTo(3.5 * 1.1, within(1e-9));
        assertThat(batch.commit().orElseThrow().mean()).isCloseTo(1, within(1e-9));
        assertThat(batch.mapping()).isEmpty();
        assertThat(batch.perDocument()).isCloseTo(0.54, within(1e-9));
        StyleCosts.Style object = costs.styles().getLast();
        assertThat(object.mapping().orElseThrow().mean()).isCloseTo(0.25, within(1e-9));
        assertThat(object.mapping().orElseThrow().mean() + object.roundTrip().orElseThrow().mean()
                + object.rest().orElseThrow().mean()).as("the parts are the whole").isCloseTo(object.request().mean(),
                within(1e-9));
    }

    /** Two points, {inner-size 0, workers 1} and {inner-size 100, workers 8}: workers say no more than the size does. */
    @Test
    void theRoundTripIsThatOfTheSameWorkersAlsoWhereTheyFollowTheSize() {
        for (int round = 0; round < 2; round++) {
            pointOf(0, 1, round, 1);
            pointOf(100, 8, round, 2);
        }
        StyleCosts costs = StyleCosts.of(report()).orElseThrow();
        assertThat(costs.styles()).hasSize(2).allSatisfy(s -> assertThat(s.roundTrip().orElseThrow().mean())
                .isCloseTo(s.row().level("workers").text().equals("8") ? 2 : 1, within(1e-9)));
        assertThat(costs.roundTrips()).extracting(StyleCosts.RoundTrip::name)
                .containsExactlyInAnyOrder("noop · workers 1", "noop · workers 8");
    }

    /** As of one that binds two variables and then executes a query, and one that fills a batch in the client. */
    @Test
    void theRoundTripIsTakenOffAsOftenAsTheCallHasOne() {
        noop(0, 1);
        roundTrips = 3;
        style(0, "eval", 0, 0, 4, 0);
        roundTrips = 0;
        style(0, "filled", 10, 0, 0.1, 2);
        StyleCosts costs = StyleCosts.of(report()).orElseThrow();
        assertThat(costs.styles()).extracting(s -> s.row().level("style").text(), s -> s.roundTrip().orElseThrow().mean(),
                s -> s.rest().orElseThrow().mean()).containsExactlyInAnyOrder(tuple("eval", 3.0, 1.0),
                tuple("filled", 0.0, 0.1));
    }

    /** What was interrupted is run again when the run is resumed: later, and beside other round trips than before. */
    @Test
    void theRoundTripIsOfTheSamePass() {
        noop(0, 1);
        style(0, "batch", 10, 0, 5, 0);
        style(0, "put", 0, 0, 4, 0);
        Iteration put = iterations.removeLast();
        iterations.add(new Iteration(3, 1, "api", 2, 0, 1, IterationState.INTERRUPTED, "", put.started(), put.settings(),
                List.of()));
        iterations.add(new Iteration(4, 1, "api", 2, 0, 2, IterationState.DONE, "", put.started().plusSeconds(3600),
                put.settings(), put.values()));
        assertThat(StyleCosts.of(report()).orElseThrow().styles()).extracting(s -> s.row().level("style").text(),
                s -> s.roundTrip().isPresent()).containsExactlyInAnyOrder(tuple("batch", true), tuple("put", false));
    }

    private void pointOf(int size, int threads, int round, double roundTrip) {
        innerSize = size;
        workers = threads;
        noop(round, roundTrip);
        style(round, "put", 0, 0, 4, 0);
    }

    @Test
    void ofTwoRoundTripsThatMayBeMeantNeitherIsSubtracted() {
        noop(0, 1);
        noop(0, 2);
        style(0, "put", 0, 0, 4, 0);
        StyleCosts.Style put = StyleCosts.of(report()).orElseThrow().styles().getFirst();
        assertThat(put.roundTrip()).isEmpty();
        assertThat(put.rest()).isEmpty();
    }

    /** 1000 documents by 300 are four requests, and by 4000 one. */
    @Test
    void aRequestIsSharedOutAmongTheDocumentsThatItHas() {
        style(0, "batch", 300, 0, 250, 0);
        style(0, "large", 4000, 0, 1000, 0);
        StyleCosts costs = StyleCosts.of(report()).orElseThrow();
        assertThat(costs.styles()).allSatisfy(s -> assertThat(s.perDocument()).isCloseTo(1, within(1e-9)));
        assertThat(costs.styles()).extracting(StyleCosts.Style::documents).containsExactlyInAnyOrder(250.0, 1000.0);
    }

    @Test
    void aNoopIsNoWinner() {
        rounds(2);
        Report report = report();
        assertThat(report.table().rows()).noneMatch(r -> r.level("style").text().equals("noop"));
        assertThat(report.answer()).startsWith("Style batch").doesNotContain("noop");
        assertThat(report.excluded()).isEmpty();
        Grid grid = StyleGrids.costs(report, StyleCosts.of(report).orElseThrow());
        assertThat(grid.lines()).hasSize(4);
        assertThat(grid.lines().getLast().values().getFirst().text()).startsWith("noop");
        assertThat(grid.lines().getLast().best()).isFalse();
    }

    @Test
    void withoutANoopNothingIsSaidOfTheRoundTrip() {
        style(0, "put", 0, 0, 2, 0);
        Report report = report();
        StyleCosts costs = StyleCosts.of(report).orElseThrow();
        assertThat(costs.styles().getFirst().roundTrip()).isEmpty();
        assertThat(costs.styles().getFirst().rest()).isEmpty();
        assertThat(StyleGrids.costs(report, costs).note()).contains("No no-op was run");
    }

    /** A style that takes one document at a time is beside batches of any size. */
    @Test
    void stylesWithoutBatchesAreComparedWithThoseThatBatch() {
        for (int round = 0; round < 3; round++) {
            style(round, "put", 0, 0, 2 + random.nextDouble() * 0.1, 0);
            for (int batch : new int[] {5, 10, 50}) {
                style(round, "batch", batch, 0, 1 + batch * 0.3 + random.nextDouble() * 0.1, 0);
            }
        }
        Report report = report();
        assertThat(report.effects()).filteredOn(e -> e.base() == Effect.Base.OPTIMUM && e.dimension().equals("style"))
                .hasSize(1).allSatisfy(e -> {
                    assertThat(e.from()).isEqualTo("put");
                    assertThat(e.to()).isEqualTo("batch (batch-size 50)");
                });
        assertThat(report.effects()).filteredOn(e -> e.base() == Effect.Base.DEFAULTS && e.dimension().equals("style"))
                .hasSize(1).allSatisfy(e -> assertThat(e.to()).isEqualTo("batch (batch-size 10)"));
        DimensionCharts.Curve overBatches = DimensionCharts.of(report).stream()
                .filter(c -> c.dimension().equals("batch-size")).findFirst().orElseThrow();
        assertThat(overBatches.levels()).extracting(l -> l.text()).containsExactly("5", "10", "50");
        assertThat(overBatches.lines()).hasSize(1).allMatch(l -> l.name().equals("style batch"));
    }

    /** Put comes first, and of batches another size is the best of each number of workers. */
    @Test
    void aChartKeepsOneValueOfASettingThatItsBaseDoesNotHave() {
        Map<Integer, List<Double>> perSecond = Map.of(1, List.of(500.0, 1000.0, 2000.0), 4, List.of(2500.0, 4000.0,
                3000.0), 16, List.of(9000.0, 5000.0, 6000.0));
        perSecond.forEach((threads, of) -> {
            workers = threads;
            style(0, "put", 0, 0, 1000 / of.getFirst(), 0);
            style(0, "batch", 5, 0, 5000 / of.get(1), 0);
            style(0, "batch", 50, 0, 50_000 / of.get(2), 0);
        });
        Report report = report();
        DimensionCharts.Curve byStyle = overWorkers(report, report.table().dimensions().find("style"));
        assertThat(byStyle.kept()).isEqualTo("batch-size 50");
        assertThat(byStyle.lines()).extracting(l -> l.name() + l.points().stream().map(p -> Math.round(p.mean()))
                .toList()).containsExactly("style batch[2000, 3000, 6000]", "style put[500, 2500, 9000]");
        assertThat(overWorkers(report, Optional.empty()).kept()).isEqualTo("style put, batch-size –");
    }

    private static DimensionCharts.Curve overWorkers(Report report, Optional<Dimension> by) {
        return DimensionCharts.of(report, report.table().dimensions().find("workers").orElseThrow(), by,
                report.objective().measure());
    }

    @Test
    void theFirstFiveColumnsAreThoseOfTheOlderTool() {
        rounds(2);
        add(0, "function", 10, IterationState.FAILED, "there is no function f", Map.of());
        List<String[]> lines = StyleTsv.of(report()).lines().map(l -> l.split("\t", -1)).toList();
        assertThat(lines).allMatch(l -> l.length == lines.getFirst().length);
        assertThat(lines.getFirst()).startsWith("test", "docs", "chunks", "elapsed ms", "docs/sec");
        assertThat(lines).extracting(l -> l[0]).containsExactly("test", "batch", "put", "object", "noop", "function");
        assertThat(lines.get(1)).startsWith("batch", "1000", "100");
        assertThat(lines.get(2)).startsWith("put", "1000", "1000");
        double docs = Double.parseDouble(lines.get(1)[1]);
        assertThat(docs / Double.parseDouble(lines.get(1)[3]) * 1000).isCloseTo(Double.parseDouble(lines.get(1)[4]),
                within(20.0));
        assertThat(Double.parseDouble(lines.get(4)[4])).as("round trips per second").isCloseTo(1909, within(1.0));
        String[] failed = lines.getLast();
        assertThat(List.of(failed).subList(1, 7)).containsOnly("");
        assertThat(failed).endsWith("failed", "there is no function f");
    }

    @Test
    void documentsAreThoseThatWereStored() {
        add(0, "put", 0, IterationState.DONE, "", Map.of("documents-per-second", 900.0, "elapsed", 1.0, "call.mean", 1.0,
                "response.mean", 1.0, "failures", 100.0));
        add(1, "put", 0, IterationState.DONE, "", Map.of("documents-per-second", 500.0, "elapsed", 2.0, "call.mean", 2.0,
                "response.mean", 2.0, "failures", 0.0));
        assertThat(StyleTsv.of(report()).lines().toList().getLast()).startsWith("put\t950\t1000\t1500\t");
    }

    /**
     * Runs of one experiment, twice: of styles whose intervals lie apart in both, how often the second run says otherwise
     * than the first. Styles differ by 10 % each, single runs by 5 %.
     */
    @Test
    void aRankingIsStableWhereIntervalsLieApart() {
        long apart = 0;
        long swapped = 0;
        for (int experiment = 0; experiment < 200; experiment++) {
            List<Row> first = ranked();
            List<Row> second = ranked();
            for (int i = 0; i < first.size(); i++) {
                for (int j = i + 1; j < first.size(); j++) {
                    int one = order(first, i, j);
                    int other = order(second, i, j);
                    apart += one != 0 && other != 0 ? 1 : 0;
                    swapped += one * other < 0 ? 1 : 0;
                }
            }
        }
        assertThat(apart).isGreaterThan(2000);
        assertThat(swapped).as("of %s", apart).isLessThanOrEqualTo(apart / 1000);
    }

    /** Six styles in five rounds, each style's row at its place. */
    private List<Row> ranked() {
        iterations.clear();
        for (int round = 0; round < 5; round++) {
            for (int style = 0; style < 6; style++) {
                style(round, "s" + style, 0, 0, Math.pow(1.1, style) * Math.exp(0.05 * normal()), 0);
            }
        }
        List<Row> rows = new ArrayList<>(report().table().rows());
        rows.sort((a, b) -> a.level("style").compareTo(b.level("style")));
        return rows;
    }

    private double normal() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static int order(List<Row> rows, int i, int j) {
        Estimate one = estimate(rows.get(i));
        Estimate other = estimate(rows.get(j));
        return one.low() > other.high() ? 1 : other.low() > one.high() ? -1 : 0;
    }

    private static Estimate estimate(Row row) {
        return Optional.of(row).flatMap(r -> r.cell("documents-per-second")).map(Cell::estimate).orElseThrow();
    }
}
