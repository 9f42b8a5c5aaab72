package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun.State;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.report.Samples;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.RunGrids;
import dev.tidemark.report.model.Value;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

/** A load of two hours and a half, which began 10 s after the iteration, with folds and a compaction that failed. */
class BackgroundWorkTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long BEGIN = 10 * SECOND;
    private static final long HOUR = 3600 * SECOND;

    private static TaskRun fold(int number, long minute, long seconds) {
        long start = BEGIN + minute * 60 * SECOND;
        return new TaskRun("fold-heads", number, "", start, start + seconds * SECOND, 100 * seconds, State.DONE, "");
    }

    private static IterationDetail detail() {
        List<Event> events = new ArrayList<>();
        events.add(fold(1, 10, 20).event());
        events.add(fold(2, 40, 40).event());
        events.add(fold(3, 60, 60).event());
        events.add(new TaskRun("compact", 1, "", BEGIN + 90 * 60 * SECOND, BEGIN + 91 * 60 * SECOND, 0, State.FAILED,
                "disk full").event());
        events.add(new Event(BEGIN + 5, "note", "A note."));
        return new IterationDetail("ingest", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true, BEGIN,
                BEGIN + 150 * 60 * SECOND, 0, 1, false, 0, 0)), List.of(), List.of(), List.of(), List.of(), events);
    }

    @Test
    void tasksAreSummedByTheHourInWhichTheyEnded() {
        BackgroundWork work = BackgroundWork.of(detail());
        assertThat(work.parts(HOUR)).isEqualTo(3);
        assertThat(work.tasks()).containsExactly("fold-heads", "compact");
        assertThat(work.inPart("fold-heads", 0, HOUR).count(State.DONE)).isEqualTo(2);
        assertThat(work.inPart("fold-heads", 0, HOUR).seconds()).hasValue(30);
        assertThat(work.inPart("fold-heads", 1, HOUR).seconds()).hasValue(60);
        assertThat(work.inPart("fold-heads", 2, HOUR).seconds()).isEmpty();
        assertThat(work.sum("fold-heads").rowsPerSecond()).hasValue(100);
        assertThat(work.sum("compact").failed()).isEqualTo(1);
        assertThat(work.sum("compact").rowsPerSecond()).isEmpty();
    }

    private static LabelResults label(int runs) {
        MeasureSet measures = MeasureSet.of(Samples.ELAPSED).plus(BackgroundMeasures.ALL);
        List<Iteration> iterations = new ArrayList<>();
        for (int round = 0; round < runs; round++) {
            iterations.add(Samples.iteration(0, round, List.of(Samples.param("background", "fold-heads every=10m")),
                    Map.of("elapsed", 9.0, named(BackgroundMeasures.THROUGHPUT_BESIDE), 600.0,
                            named(BackgroundMeasures.THROUGHPUT_ALONE), 1000.0, named(BackgroundMeasures.P99_BESIDE),
                            5.0,
                            named(BackgroundMeasures.P99_ALONE), 2.0)));
        }
        return new LabelResults("folds", "ingest", "elapsed", measures, Map.of(), "matrix", "", 1, iterations);
    }

    private static String named(Measure measure) {
        return measure.name();
    }

    @Test
    void whatTheLoadSuffersIsSaidWithHowMuchIsKnown() {
        assertThat(Report.of(label(1)).notes())
                .contains("Beside background tasks the throughput is 60.0 % of what it is "
                + "without them in the same run, and the response time p99 is 2.50 times that (one run: no confidence interval).");
        assertThat(Report.of(label(3)).notes()).anyMatch(n -> n.endsWith("(means over 3 runs)."));
    }

    @Test
    void eachTaskHasATableByTheHourWithTheSidesBesideEachOther() {
        IterationDetail shorter = new IterationDetail("ingest", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true,
                BEGIN, BEGIN + HOUR, 0, 1, false, 0, 0)), List.of(), List.of(), List.of(), List.of(),
                List.of(fold(1, 30, 5).event()));
        LinkedHashMap<String, BackgroundWork> sides = new LinkedHashMap<>();
        sides.put("one", BackgroundWork.of(detail()));
        sides.put("two", BackgroundWork.of(shorter));
        BackgroundTables tables = BackgroundTables.of(sides);
        assertThat(tables.tasks()).extracting(BackgroundTables.Task::title).containsExactly("fold-heads by hour",
                "compact by hour");
        BackgroundTables.Task folds = tables.tasks().getFirst();
        assertThat(folds.sides()).containsExactly("one", "two");
        assertThat(folds.lines()).extracting(BackgroundTables.Line::until).containsExactly(3600.0, 7200.0, 9000.0);
        assertThat(RunGrids.background(folds).lines()).extracting(BackgroundWorkTest::figures)
                .containsExactly(List.of("2", "30.00", "100", "1", "5.00", "100"),
                        List.of("1", "60.00", "100", "–", "–", "–"), List.of("0", "–", "–", "–", "–", "–"));
        assertThat(tables.tasks().getLast().sides()).containsExactly("one");
        assertThat(RunGrids.background(folds).columns()).extracting(Column::title).containsExactly("hour", "until",
                "one: completed", "one: duration", "one: rows", "two: completed", "two: duration", "two: rows");
        assertThat(RunGrids.background(tables.tasks().getLast()).columns()).extracting(Column::title)
                .containsExactly("hour", "until", "completed", "duration");
    }

    private static List<String> figures(Line line) {
        return line.values().stream().skip(2).map(Value::text).toList();
    }

    /** One of them found less on the disk than what was written beside it. */
    @Test
    void whatCompactionsGaveBackIsAddedUp() {
        LinkedHashMap<String, BackgroundWork> sides = new LinkedHashMap<>();
        sides.put("", BackgroundWork.of(new IterationDetail("volume", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE,
                true, BEGIN, BEGIN + 10 * SECOND, 0, 1, false, 0, 0)), List.of(), List.of(), List.of(), List.of(),
                List.of(compaction(1, 1_234_500_000), compaction(2, -200_000_000), compaction(3, 50_000)))));
        BackgroundTables.Task compactions = BackgroundTables.of(sides).tasks().getFirst();
        Grid grid = RunGrids.background(compactions);
        assertThat(grid.columns()).extracting(Column::title).containsExactly("tenth", "until", "completed", "duration",
                "reclaimed");
        assertThat(grid.lines()).extracting(l -> l.values().getLast().text())
                .startsWith("–", "1234.5", "-200.0", "0.1", "–");
        assertThat(sides.get("").sum("compact").reclaimed()).hasValue(1_034_550_000);
    }

    private static Event compaction(int number, long reclaimed) {
        long start = BEGIN + number * SECOND;
        return new TaskRun("compact", number, "", start, start + SECOND / 2, 0, OptionalLong.of(reclaimed), State.DONE,
                "on disk").event();
    }

    @Test
    void aShorterLoadIsDividedIntoTenths() {
        IterationDetail minute = new IterationDetail("ingest", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true,
                BEGIN, BEGIN + 60 * SECOND, 0, 1, false, 0, 0)), List.of(), List.of(), List.of(), List.of(),
                List.of(fold(1, 0, 7).event(), fold(2, 1, 2).event()));
        LinkedHashMap<String, BackgroundWork> sides = new LinkedHashMap<>();
        sides.put("", BackgroundWork.of(minute));
        BackgroundTables.Task folds = BackgroundTables.of(sides).tasks().getFirst();
        assertThat(folds.title()).isEqualTo("fold-heads by tenth");
        assertThat(folds.lines()).hasSize(10);
        assertThat(folds.lines().get(1).figures().getFirst().completed()).isEqualTo(1);
        assertThat(folds.lines().getLast().figures().getFirst().completed()).as("ended after the load").isEqualTo(1);
        assertThat(folds.lines()).extracting(BackgroundTables.Line::until).startsWith(6.0, 12.0).endsWith(60.0);
    }

    @Test
    void theTerminalHasTheSameTable() {
        String text = TerminalReport.of(Report.of(label(1)), id -> detail(),
                new TerminalStyle(100, false, true, ZoneOffset.UTC));
        assertThat(text.substring(text.indexOf("Background tasks"))).isEqualTo("""
                Background tasks, by task
                                                                        duration  rows  reclaimed
                iteration    task        completed  unfinished  failed         s    /s         MB
                ─────────────────────────────────────────────────────────────────────────────────
                iteration 1  fold-heads          3           0       0     40.00   100          –
                iteration 1  compact             0           0       1         –     –          –

                Background tasks, fold-heads by hour
                      until             duration  rows
                hour      s  completed         s    /s
                ──────────────────────────────────────
                   1   3600          2     30.00   100
                   2   7200          1     60.00   100
                   3   9000          0         –     –

                Background tasks, compact by hour
                      until               duration
                hour      s    completed         s
                ──────────────────────────────────
                   1   3600            0         –
                   2   7200  0, failed 1         –
                   3   9000            0         –
                """);
        assertThat(TerminalReport.of(Report.of(label(1)), new TerminalStyle(100, false, true, ZoneOffset.UTC)))
                .doesNotContain("Background tasks");
    }

    @Test
    void thePageHasATableByHourAndBandsOnTheChart() {
        String page = HtmlReport.of(Report.of(label(1)), id -> detail());
        String section = page.substring(page.indexOf("<section id=\"background\">"));
        String text = section.substring(0, section.indexOf("</section>")).replaceAll("<[^>]+>", " ")
                .replaceAll("\\s+", " ").strip();
        assertThat(text).startsWith("Background tasks by task").contains("fold-heads 3 0 0 40.00 100",
                "compact 0 0 1 – –", "fold-heads by hour",
                "1 3600 2 30.00 100 2 7200 1 60.00 100 3 9000 0 – –", "1 3600 0 – 2 7200 0, failed 1 – 3 9000 0 –");
        assertThat(page).contains("\"tasks\":[{\"name\":\"fold-heads\",\"start\":610.0,\"end\":630.0}");
        assertThat(page).contains("A note.").doesNotContain("rows from");
    }

    /** Some operations beside the tasks were not answered. */
    @Test
    void ofATimeOfWhichOnlyTheLeastIsKnownNoRatioIsTold() {
        LabelResults known = label(1);
        Iteration run = known.iterations().getFirst();
        Iteration open = new Iteration(run.id(), run.batch(), run.workload(), 0, 0, 1, run.state(), "", run.started(),
                run.settings(), run.values().stream().map(v -> new MeasuredValue(v.measure(), v.number(),
                        v.measure().equals(named(BackgroundMeasures.P99_BESIDE)))).toList());
        assertThat(Report.of(known.with(known.measures(), List.of(open))).notes())
                .contains("Beside background tasks the throughput is 60.0 % of what it is without them in the same run (one "
                        + "run: no confidence interval).");
    }
}
