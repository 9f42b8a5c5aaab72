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
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import org.junit.jupiter.api.Test;

class QueryMeasuresTest {

    private final Lab lab = new Lab();

    private final class Updater implements Actor {

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
            return Outcome.OK;
        }

        @Override
        public void close() {}
    }

    /** A second of 100 queries; beside them 20 workers, each with an update that takes 5 s from its slot on. */
    @Test
    void neitherQueriesNorUpdatesAreOfMoreOrLessTimeThanTheyTook() {
        StageResult result = lab.run(new Stage(Phase.MEASURE, QueryUpdates.KINDS, List.of(
                new WorkerGroup("", new Load.Closed(1, Duration.ZERO), 100, worker -> Lab.actor(worker, lab.taking(10 * MS))),
                new WorkerGroup(SeriesSet.BACKGROUND, new Load.Open(20, Schedules.constant(1000)), Limit.UNLIMITED,
                        _ -> new Updater())), null, 0, true));
        Map<String, Double> values = QueryMeasures.of(new IterationDetail("query", List.of(), List.of(result.span()),
                lab.intervals, result.outcomes(), List.of(), result.workers(), List.of()), MeasureSet.of()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));

        assertThat(values.get("queries-per-second")).isEqualTo(100, within(1e-9));
        assertThat(values.get("updates-per-second")).isEqualTo(20 / 5.019, within(1e-9));
        assertThat(values.get("update.p50")).isEqualTo(5000, within(5.0));
    }
}
