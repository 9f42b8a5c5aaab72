package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.volume.ExpectedData;

/** Adds up what the load does, stretch by stretch; beside it stands what arithmetic says of the data, where it does. */
final class CumulativeLoad {

    private final Optional<ExpectedData> data;
    private ExpectedData.Done done = ExpectedData.Done.NOTHING;
    private double units;
    private double bytes;

    CumulativeLoad(IterationDetail detail) {
        data = ExpectedData.of(detail);
    }

    /** Bytes of the values that were stored when the load began; null where arithmetic does not tell. */
    Double atBegin() {
        return data.map(d -> orNull(d.bytes(ExpectedData.Done.NOTHING))).orElse(null);
    }

    /** @param series what was done after the stretch before */
    IterationSeries.IntervalWork next(SeriesSet series) {
        units += series.total().units();
        bytes += series.total().bytesIn();
        if (data.isEmpty()) {
            return new IterationSeries.IntervalWork(units, bytes, null, null, null);
        }
        ExpectedData.Done before = done;
        ExpectedData.Done here = data.get().done(series);
        done = done.plus(here);
        Double expected = here.lookups() == 0 ? null : orNull(data.get().missing(before.writes(), done.writes()));
        return new IterationSeries.IntervalWork(units, bytes, orNull(data.get().bytes(done)), orNull(here.missing()),
                expected);
    }

    private static Double orNull(OptionalDouble number) {
        return number.isEmpty() ? null : Double.valueOf(number.getAsDouble());
    }
}
