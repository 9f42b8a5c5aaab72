package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;

/**
 * What the operations of an iteration did, and what each statement took.
 *
 * @param operations in the order in which they first ended
 * @param all        of them together
 * @param statements by operation, in their order; empty where their times were not kept
 * @param retried    whether operations could be tried again
 */
public record ScriptFigures(List<Operation> operations, Operation all, List<Statement> statements, boolean retried) {

    /** The workload that has them. */
    public static final String WORKLOAD = ScriptWorkload.NAME;
    /** The name of the setting, or fact, that holds what was carried out. */
    public static final String TEXT = "script-text";

    /**
     * An operation, over the measured phase.
     *
     * @param done      how often it was carried out
     * @param failed    how often it was not
     * @param tries     of all of them, the first ones with it
     * @param retried   operations that were tried more than once
     * @param exhausted of those that failed, those that the database rolled back at their last try
     * @param rows      that were answered
     * @param written   rows stored, changed or deleted
     * @param times     response times of those that were answered
     */
    public record Operation(String name, long done, long failed, long tries, long retried, long exhausted, long rows,
            long written, Times times) {

        /** Operations that ended. */
        public long operations() {
            return done + failed;
        }
    }

    /**
     * A statement, over the measured phase; those of a pipeline together.
     *
     * @param calls  in all tries, whatever came of them
     * @param failed calls that were not answered
     * @param share  of the time that all operations took, what its calls did
     * @param rows   that were answered or stored
     * @param times  of the calls that were answered
     */
    public record Statement(String operation, StatementName name, long calls, long failed, double share, long rows,
            Times times) {}

    /** Milliseconds; empty numbers where nothing was answered. */
    public record Times(Optional<Double> mean, Optional<Double> p50, Optional<Double> p99) {

        static Times of(LogHistogram times) {
            return times.count() == 0 ? new Times(Optional.empty(), Optional.empty(), Optional.empty())
                    : new Times(Optional.of(times.mean() / MS), Optional.of(times.quantile(0.5) / MS),
                            Optional.of(times.quantile(0.99) / MS));
        }
    }

    private static final double MS = 1e6;

    /** Empty for another workload, and where nothing was measured. */
    public static Optional<ScriptFigures> of(IterationDetail detail) {
        return detail.workload().equals(ScriptWorkload.NAME) ? detail.headline().map(phase -> of(detail, phase))
                .filter(figures -> !figures.operations().isEmpty()) : Optional.empty();
    }

    private static ScriptFigures of(IterationDetail detail, PhaseSpan phase) {
        SeriesSet series = Timeline.whole(detail, phase);
        List<Operation> operations = series.totals().entrySet().stream().map(e -> operation(e.getKey(), e.getValue(),
                series.responses(e.getKey()), exhausted(detail, phase, e.getKey()))).toList();
        Operation all = operation("all", series.total(), series.overall(LatencyKind.RESPONSE),
                operations.stream().mapToLong(Operation::exhausted).sum());
        return new ScriptFigures(operations, all, statements(series, operations.stream().map(Operation::name).toList()),
                ScriptWorkload.canRetry(detail.settings()));
    }

    private static Operation operation(String name, Totals totals, LogHistogram responses, long exhausted) {
        return new Operation(name, totals.answered(), totals.operations() - totals.answered(), totals.operations()
                + totals.retries(), totals.retried(), exhausted, totals.hits(), totals.rowsWritten(),
                Times.of(responses));
    }

    private static long exhausted(IterationDetail detail, PhaseSpan phase, String kind) {
        return detail.outcomes().stream().filter(o -> o.phase() == phase.index() && o.outcome() == Outcome.ROLLED_BACK
                && o.kind().equals(kind)).mapToLong(OutcomeCount::operations).sum();
    }

    private static List<Statement> statements(SeriesSet series, List<String> operations) {
        double all = busy(series.histograms());
        List<Statement> statements = new ArrayList<>();
        for (String operation : operations) {
            series.histograms().keySet().stream().filter(key -> key.kind().equals(operation) && !key.step().isEmpty())
                    .map(SeriesKey::step).distinct()
                    .forEach(step -> StatementName.parse(step)
                            .ifPresent(name -> statements.add(statement(series, operation, name, all))));
        }
        Comparator<Statement> order = Comparator.comparingInt(s -> operations.indexOf(s.operation()));
        statements.sort(order.thenComparingInt(s -> s.name().number()));
        return statements;
    }

    /** Nanoseconds that operations took from their start to their end. */
    private static double busy(Map<SeriesKey, LogHistogram> histograms) {
        return histograms.entrySet().stream().filter(e -> e.getKey().step().isEmpty()
                && e.getKey().timing() == LatencyKind.SERVICE).mapToDouble(e -> e.getValue().sum()).sum();
    }

    private static Statement statement(SeriesSet series, String operation, StatementName name, double all) {
        LogHistogram answered = times(series, operation, name, false);
        LogHistogram failed = times(series, operation, name, true);
        return new Statement(operation, name, answered.count() + failed.count(), failed.count(),
                all == 0 ? 0 : (answered.sum() + failed.sum()) / all, series.rows(operation, name.toString()),
                Times.of(answered));
    }

    private static LogHistogram times(SeriesSet series, String operation, StatementName name, boolean failed) {
        return series.histogram(new SeriesKey(operation, name.toString(), LatencyKind.SERVICE, failed))
                .orElseGet(LogHistogram::new);
    }
}
