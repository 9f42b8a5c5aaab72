package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Throughput;

/**
 * Rows to which more was offered than they did. The numbers of an open loop that is not kept up with are true, but they
 * tell of the queue: responses wait as long as the run lasts. Groups of workers, each of which may have a rate of its
 * own, are left out.
 */
final class MissedRates {

    private static final String RATE = "rate";
    private static final String ELAPSED = "elapsed";
    private static final String FAILURES = "failures";
    private static final String RESPONSE = "response.p50";
    private static final double MILLIS = 1e3;
    /**
     * What comes by chance varies; below this share, or so many standard errors of a random number of arrivals, it is
     * missed.
     */
    private static final double KEPT = 0.95;
    private static final double ERRORS = 4;
    /**
     * Where the last answer came no later than so many usual response times after the last operation was due, there was
     * no queue: in one that grows by the same each second the last response takes twice the median.
     */
    private static final double TAIL = 1.5;
    private static final int MOST = 3;

    private record Missed(Row row, double rate, double done) {

        String sentence(Measure throughput, Table table) {
            String settings = table.dimensions().varied().stream().filter(d -> !d.name().equals(RATE))
                    .map(d -> d.describe(row)).collect(Collectors.joining(" · "));
            return (settings.isEmpty() ? "" : settings + ": ") + Numbers.rounded(done)
                    + Numbers.unit(throughput) + " of " + Numbers.rounded(rate) + " that were offered ("
                    + Numbers.fixed(100 * done / rate, 0) + " %)";
        }
    }

    private MissedRates() {}

    static Optional<String> note(LabelResults results, Table table) {
        return Throughput.of(results).flatMap(throughput -> {
            List<Missed> missed = table.rows().stream().flatMap(r -> missed(r, throughput).stream()).toList();
            return missed.isEmpty() ? Optional.empty() : Optional.of("What was offered was not kept up with: "
                    + missed.stream().limit(MOST).map(m -> m.sentence(throughput, table))
                    .collect(Collectors.joining("; "))
                    + (missed.size() <= MOST ? ""
                            : "; and so at " + Numbers.counted(missed.size() - MOST, "more setting"))
                    + ". Response times count from when each was due, so that they hold the wait.");
        });
    }

    private static Optional<Missed> missed(Row row, Measure throughput) {
        OptionalDouble rate = rate(row.iterations().getFirst());
        Optional<Double> done = row.cell(throughput.name()).map(Cell::mean);
        if (rate.isEmpty() || done.isEmpty()) {
            return Optional.empty();
        }
        double elapsed = row.cell(ELAPSED).map(Cell::mean).orElse(1.0);
        double failed = row.cell(FAILURES).map(Cell::mean).orElse(0.0) / elapsed;
        double ended = done.get() + failed; // what failed was kept up with, too: that it failed is said elsewhere
        double threshold = Math.min(KEPT, 1 - ERRORS / Math.sqrt(rate.getAsDouble() * elapsed));
        double tail = elapsed * (1 - ended / rate.getAsDouble());
        boolean queued = row.cell(RESPONSE).map(p50 -> tail * MILLIS > TAIL * p50.mean()).orElse(true);
        return queued && ended < threshold * rate.getAsDouble()
                ? Optional.of(new Missed(row, rate.getAsDouble(), done.get())) : Optional.empty();
    }

    /** One that is the same all the time; steps and traces of arrivals have others. */
    private static OptionalDouble rate(Iteration run) {
        boolean steady = Stream.of(Arrivals.STEPS, Arrivals.TRACE, WorkerGroups.NAMES).allMatch(other ->
                run.setting(other.name()).map(Setting::text).orElse("none").equals("none"));
        return steady ? run.setting(RATE).filter(s -> s.number() != null && s.number() > 0)
                .map(s -> OptionalDouble.of(s.number())).orElse(OptionalDouble.empty()) : OptionalDouble.empty();
    }
}
