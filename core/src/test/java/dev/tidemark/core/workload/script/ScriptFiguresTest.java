package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import org.junit.jupiter.api.Test;

/** What is computed of a recorded iteration, against arithmetic by hand. */
class ScriptFiguresTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final String UPDATE = "2 5 UPDATE acct SET n = :n";

    /**
     * Two seconds. pay: 90 done and 10 failed, 3 of them rolled back at their last try; 8 were tried 20 times more. find: 300
     * done.
     */
    private static IterationDetail detail() {
        return detail("max-tries", "3");
    }

    private static IterationDetail detail(String setting, String value) {
        SeriesSet series = new SeriesSet();
        series.add("pay", new Totals(100, 90, 0, 90, 10, 0, 0, 180, 0, 8, 20, 270, 0));
        series.add("find", new Totals(300, 300, 0, 300, 0, 0, 0, 600, 0, 0, 0, 0, 0));
        series.add(SeriesKey.of("pay", LatencyKind.SERVICE), times(90, 10 * MS));
        series.add(new SeriesKey("pay", "", LatencyKind.SERVICE, true), times(10, 10 * MS));
        series.add(SeriesKey.of("find", LatencyKind.SERVICE), times(300, MS));
        series.add(new SeriesKey("pay", UPDATE, LatencyKind.SERVICE, false), times(100, 4 * MS));
        series.add(new SeriesKey("pay", UPDATE, LatencyKind.SERVICE, true), times(20, 4 * MS));
        series.add(new SeriesKey("pay", "1 4 BEGIN", LatencyKind.SERVICE, false), times(120, MS));
        series.add(new SeriesKey("find", "1 2 SELECT 1", LatencyKind.SERVICE, false), times(300, MS));
        series.addRows("pay", UPDATE, 270);
        return new IterationDetail("script", List.of(new Setting(setting, value, 3.0, "", SettingOrigin.SET)),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, SECOND, 3 * SECOND, 0, 2, false, 0, 0)),
                List.of(new Interval(0, 0, 0, SECOND, 3 * SECOND, 0, SeriesCodec.encode(series))),
                List.of(new OutcomeCount(0, "pay", Outcome.ROLLED_BACK, "deadlock", 3, 3),
                        new OutcomeCount(0, "pay", Outcome.FAILURE, "no such table", 7, 7)), List.of(), List.of(), List.of());
    }

    private static LogHistogram times(int count, long nanos) {
        LogHistogram histogram = new LogHistogram();
        for (int i = 0; i < count; i++) {
            histogram.record(nanos);
        }
        return histogram;
    }

    private static ScriptFigures figures() {
        return ScriptFigures.of(detail()).orElseThrow();
    }

    /** As pgbench prints them: transactions retried, total number of retries, and failed ones. */
    @Test
    void triesAreToldOfEachOperationAndOfAll() {
        ScriptFigures.Operation pay = figures().operations().getFirst();
        assertThat(pay.name()).isEqualTo("pay");
        assertThat(List.of(pay.done(), pay.failed(), pay.tries(), pay.retried(), pay.exhausted())).containsExactly(90L,
                10L, 120L, 8L, 3L);
        ScriptFigures.Operation all = figures().all();
        assertThat(List.of(all.done(), all.failed(), all.tries(), all.retried(), all.exhausted())).containsExactly(390L,
                10L, 420L, 8L, 3L);
        assertThat(values()).contains(entry("tries-per-script", 1.05), entry("retried", 2.0), entry("rolled-back", 3.0),
                entry("push-backs", 0.0));
    }

    @Test
    void triesAreToldWhereOneGroupAloneHasMoreThanOne() {
        assertThat(ScriptFigures.of(detail("tellers.max-tries", "3")).orElseThrow().retried()).isTrue();
        assertThat(ScriptFigures.of(detail("tellers.max-tries", "1")).orElseThrow().retried()).isFalse();
    }

    @Test
    void everyStatementHasItsShareOfTheTime() {
        List<ScriptFigures.Statement> statements = figures().statements();
        assertThat(statements).extracting(s -> s.operation() + " " + s.name().line() + " " + s.name().text())
                .containsExactly("pay 4 BEGIN", "pay 5 UPDATE acct SET n = :n", "find 2 SELECT 1");
        ScriptFigures.Statement update = statements.get(1);
        assertThat(List.of(update.calls(), update.failed(), update.rows())).containsExactly(120L, 20L, 270L);
        assertThat(update.share()).isEqualTo(120 * 4.0 / (100 * 10 + 300));
        assertThat(update.times().mean().orElseThrow()).isEqualTo(4.0);
        assertThat(update.times().p99().orElseThrow()).isCloseTo(4.0, within(0.01));
    }

    private static Map<String, Double> values() {
        return new ScriptWorkload().summarise(detail(), EngineMeasures.ALL).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    @Test
    void rowsThatWereWrittenCount() {
        assertThat(values()).contains(entry("rows-per-script", 2.0), entry("rows-written-per-script", 270 / 390.0),
                entry("rows-per-second", 525.0));
    }

    @Test
    void everyOperationHasMeasuresOfItsOwn() {
        assertThat(values()).contains(entry("pay-per-second", 45.0), entry("find-per-second", 150.0))
                .containsKeys("pay.p99", "find.mean").doesNotContainKey("pay.service.p99");
    }

    @Test
    void aBatchIsJudgedByItsRows() {
        ScriptWorkload script = new ScriptWorkload();
        assertThat(script.objective(List.of(run("n=10", 100, 1000), run("n=1000", 50, 50_000))))
                .isEqualTo("rows-per-second");
        assertThat(script.objective(List.of(run("n=10", 100, 1000), run("n=20", 50, 510)))).as("keys that are not all there")
                .isEqualTo("scripts-per-second");
        assertThat(script.objective(List.of(run("n=10", 100, 1000)))).isEqualTo("scripts-per-second");
        Iteration load = run("none", 10, 1000, MeasuredValue.of("finished-rows-per-second", 900));
        assertThat(script.objective(List.of(load))).isEqualTo("finished-rows-per-second");
        assertThat(script.objective(List.of(load, run("none", 100, 1000)))).as("a load beside what is none")
                .isEqualTo("scripts-per-second");
    }

    private static Iteration run(String define, double scripts, double rows, MeasuredValue... more) {
        return new Iteration(1, 1, "script", 0, 0, 1, IterationState.DONE, "", Instant.EPOCH, List.of(new Setting("script",
                "load.sql", null, "", SettingOrigin.SET), new Setting("define", define, null, "", SettingOrigin.VARY)),
                Stream.concat(Stream.of(MeasuredValue.of("scripts-per-second", scripts), MeasuredValue.of("rows-per-second", rows)),
                        Stream.of(more)).toList());
    }
}
