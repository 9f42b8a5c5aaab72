package dev.tidemark.core.workload.query;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryMeasuresTest {

    private final Lab lab = new Lab();

    private final class Updater implements Actor {
        private final Outcome outcome;

        Updater(Outcome outcome) {
            this.outcome = outcome;
        }

        @Override
        public int prepare(int lane, long n) {
            return QueryUpdates.KINDS.operations().indexOf(QueryUpdates.UPDATE);
        }

        @Override
        public long stepNanos(int i, long clocked) {
            return -1;
        }

        @Override
        public Outcome step(int i, Tally tally) {
            lab.pass(5 * SECOND);
            tally.units = 1;
            return outcome;
        }

        @Override
        public void close() {}
    }

    /** A second of 100 queries; beside them 20 workers, each with an update that takes 5 s from its slot on. */
    @Test
    void neitherQueriesNorUpdatesAreOfMoreOrLessTimeThanTheyTook() {
        Map<String, Double> values = numbers(values(Outcome.OK, List.of()));
        assertThat(values.get("queries-per-second")).isEqualTo(100, within(1e-9));
        assertThat(values.get("updates-per-second")).isEqualTo(20 / 5.019, within(1e-9));
        assertThat(values.get("update.p50")).isEqualTo(5000, within(5.0));
    }

    /** Of the 1000 that were due 20 had been begun. */
    @ParameterizedTest
    @CsvSource({"1000, true", "20, false"})
    void slotsOfUpdatesAtWhichNothingWasBegunRaiseTheirTimes(double rate, boolean atLeast) {
        assertThat(values(Outcome.OK, List.of(new Setting("updates", rate + "/s", rate, "/s", SettingOrigin.SET))))
                .filteredOn(v -> v.measure().equals("update.p50")).singleElement()
                .satisfies(v -> assertThat(v.atLeast()).isEqualTo(atLeast));
    }

    /** A load of 10 s, in which each second's updates were sent, and whose last query was answered 150 ms later. */
    @Test
    void updatesThatAreDueWhileTheLastQueriesAreAnsweredAreMissedByNobody() {
        SeriesSet set = new SeriesSet();
        LogHistogram queries = new LogHistogram();
        queries.record(200 * MS, 50);
        set.add(SeriesKey.of("words", LatencyKind.SERVICE), queries);
        set.add("words", new Totals(50, 50, 0, 50, 0, 0, 0, 0));
        LogHistogram updates = new LogHistogram();
        updates.record(MS, 1000);
        String update = SeriesSet.BACKGROUND + "." + QueryUpdates.UPDATE;
        set.add(SeriesKey.of(update, LatencyKind.RESPONSE), updates);
        set.add(update, new Totals(1000, 1000, 0, 1000, 0, 0, 0, 0));
        PhaseSpan span = new PhaseSpan(0, Phase.MEASURE, true, 0, 10_150 * MS, 0, 1, false, 0, 0);
        List<MeasuredValue> values = QueryMeasures.of(new IterationDetail("query",
                List.of(new Setting("updates", "100/s", 100.0, "/s", SettingOrigin.SET)), List.of(span),
                List.of(new Interval(0, 0, 0, 0, 10_150 * MS, 0, SeriesCodec.encode(set))), List.of(), List.of(),
                List.of(), List.of()), MeasureSet.of());
        assertThat(values).filteredOn(v -> v.measure().startsWith("update.")).isNotEmpty()
                .noneMatch(MeasuredValue::atLeast);
    }

    @Test
    void updatesThatWereTakenInPartAreNoPartialAnswers() {
        assertThat(numbers(values(Outcome.PARTIAL, List.of()))).containsEntry("partial-answers", 0.0)
                .containsEntry("partial-share", 0.0);
    }

    /** What does not say how many hits it has is not one without. */
    @Test
    void hitsAreOfTheAnswersThatCountThem() {
        SeriesSet set = new SeriesSet();
        set.add("words", new Totals(100, 100, 10, 100, 0, 0, 0, 800, 60, 0, 0, 0, 0));
        PhaseSpan span = new PhaseSpan(0, Phase.MEASURE, true, 0, SECOND, 0, 1, false, 0, 0);
        Map<String, Double> values = numbers(QueryMeasures.of(new IterationDetail("query", List.of(), List.of(span),
                List.of(new Interval(0, 0, 0, 0, SECOND, 0, SeriesCodec.encode(set))), List.of(), List.of(), List.of(),
                List.of()), MeasureSet.of()));
        assertThat(values).containsEntry("hits-per-query", 20.0).containsEntry("without-hits", 25.0);
    }

    /** Of 200 queries that were to be checked. */
    @ParameterizedTest
    @CsvSource({"hits, OK, true", "hits, TIMEOUT, false", "hits, PARTIAL, false", "hits, NO_CONNECTION, false",
            "again, TIMEOUT, true", "recall, FAILURE, true"})
    void answersThatAreNotThereHaveNoChecksum(String kind, Outcome outcome, boolean known) {
        SeriesSet set = new SeriesSet();
        set.add("hits", new Totals(200, 199, 0, 199, 0, 0, 0, 500, 0x1234, 0, 0, 0, 0));
        PhaseSpan measured = new PhaseSpan(0, Phase.MEASURE, true, 0, SECOND, 0, 1, false, 0, 0);
        PhaseSpan checked = new PhaseSpan(1, Phase.VERIFY, false, SECOND, 2 * SECOND, 0, 1, false, 0, 0);
        Map<String, Double> values = numbers(QueryMeasures.of(new IterationDetail("query", List.of(), List.of(measured,
                checked), List.of(new Interval(1, 0, 0, SECOND, 2 * SECOND, 0, SeriesCodec.encode(set))),
                List.of(new OutcomeCount(1, "hits", Outcome.OK, "", 199, 199),
                        new OutcomeCount(1, kind, outcome, "why", 1, 1)), List.of(), List.of(), List.of()),
                MeasureSet.of()));
        assertThat(values.containsKey("answers-checksum")).isEqualTo(known);
        assertThat(values.containsKey("checked-hits")).isEqualTo(known);
    }

    private StageResult updating(Outcome outcome, int workers, double rate) {
        return lab.run(new Stage(Phase.MEASURE, QueryUpdates.KINDS, List.of(
                new WorkerGroup("", new Load.Closed(1, Duration.ZERO), 100, worker -> Lab.actor(worker, lab.taking(10 * MS))),
                new WorkerGroup(SeriesSet.BACKGROUND, new Load.Open(workers, Schedules.constant(rate)),
                        Limit.UNLIMITED, _ -> new Updater(outcome))), null, 0, true));
    }

    /** More workers help where they are awaited, and not where updates are refused. */
    @Test
    void updatesThatWereRefusedAreNotLaidToTooFewWorkers() {
        QueryUpdates updates = new QueryUpdates(20, false, 20, Optional.empty(), 1, null);
        assertThat(updates.warning(updating(Outcome.OK, 20, 20))).isEmpty();
        assertThat(updates.warning(updating(Outcome.PUSH_BACK, 20, 20)).orElseThrow())
                .isEqualTo("Only 0.0 updates per second were taken, not 20/s: 20 of 20 failed.");
        assertThat(updates.warning(updating(Outcome.OK, 1, 20)).orElseThrow())
                .endsWith("more update-workers may help.");
    }

    private static Map<String, Double> numbers(List<MeasuredValue> values) {
        return values.stream().collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    /** @param outcome of each update */
    private List<MeasuredValue> values(Outcome outcome, List<Setting> settings) {
        StageResult result = updating(outcome, 20, 1000);
        return QueryMeasures.of(new IterationDetail("query", settings, List.of(result.span()), lab.intervals,
                result.outcomes(), List.of(), result.workers(), List.of()), MeasureSet.of());
    }
}
