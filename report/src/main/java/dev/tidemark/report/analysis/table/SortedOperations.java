package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.measure.OperationLog;
import dev.tidemark.core.measure.OperationTable.Row;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;

/**
 * The operations of an iteration's headline phase that were logged one by one.
 *
 * @param ended  how many operations there were
 * @param table  those that are in the log, in the order in which they were due
 * @param sorted those of them that the target saw, from the fastest to the slowest response
 * @param named  those that are remembered by themselves, with their names: the slowest of each kind, the first that
 *               failed
 */
public record SortedOperations(long ended, OperationTable table, List<Row> sorted, List<LoggedOperation> named) {

    /** Shares of the operations, in percent, at which the response is told in a table. */
    public static final List<Double> SHARES = List.of(0.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 100.0);

    private static final double MS = 1e6;
    /** A whole rank must stay one: 99.9 is no binary fraction. */
    private static final double ROUNDING = 1e-9;

    /**
     * One of the slowest.
     *
     * @param row  with unknown hits and engine time where it is not in the log, which has only a sample
     * @param name what it was about; empty where that is not known
     */
    public record Slow(Row row, String name) {}

    /** Which operation of a phase. */
    private record OperationNumber(int lane, long n) {}

    public SortedOperations {
        sorted = List.copyOf(sorted);
        named = List.copyOf(named);
    }

    /** Empty for an iteration whose operations were not logged one by one. */
    public static Optional<SortedOperations> of(IterationDetail detail) {
        return detail.headline().filter(p -> detail.log().stream().anyMatch(b -> b.phase() == p.index()))
                .map(p -> of(detail, p)).filter(s -> !s.sorted().isEmpty());
    }

    private static SortedOperations of(IterationDetail detail, PhaseSpan phase) {
        OperationTable table = OperationTable.of(detail.log(), phase.index());
        long ended = detail.outcomes().stream().filter(o -> o.phase() == phase.index())
                .filter(o -> isOfTheLoad(o.kind())).mapToLong(OutcomeCount::operations).sum();
        return new SortedOperations(ended == 0 ? table.rows().size() * table.each() : ended, table,
                table.rows().stream().filter(row -> responded(row.outcome())).sorted(Comparator.comparingLong(Row::nanos))
                        .toList(),
                detail.operations().stream().filter(o -> o.phase() == phase.index() && isOfTheLoad(o.kind())
                        && responded(o.outcome())).toList());
    }

    /** One for which there was no connection has no response, fast or slow. */
    private static boolean responded(Outcome outcome) {
        return outcome != Outcome.NO_CONNECTION;
    }

    /** What goes on beside the load, such as updates beside queries, is not logged one by one. */
    private static boolean isOfTheLoad(String kind) {
        return QualifiedNames.own(SeriesSet.BACKGROUND, kind).isEmpty();
    }

    /** Whether each operation that ended is in the log. */
    public boolean complete() {
        return table.halved() == 0 && table.rows().size() >= ended;
    }

    /** How complete the log is, and what of it has no response. @param unit what the operations are called, as {@code queries} */
    public String sentence(String unit) {
        int refused = table.rows().size() - sorted.size();
        return completeness(unit) + (refused == 0 ? "" : " Of those in it, " + number(refused)
                + " had no connection, and so no response: they are not among these.");
    }

    private String completeness(String unit) {
        if (complete()) {
            return "The log has all " + number(ended) + " " + unit + ".";
        }
        return table.halved() > 0 ? "The log is not complete: of " + number(ended) + " " + unit
                + " it has a uniform sample of one in " + table.each() + " (" + number(table.rows().size())
                + "), and beside it the slowest " + OperationLog.SLOWEST + " of each kind and the first "
                + OperationLog.FAILED + " that failed."
                : "The log is not complete: it lacks " + number(ended - table.rows().size()) + " of "
                        + number(ended) + " " + unit + ".";
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** The longest response in milliseconds, also of an operation that is not in the log. */
    public double slowest() {
        return slowest(1).stream().mapToDouble(s -> s.row().nanos() / MS).findFirst().orElse(0);
    }

    /** The response within which a share of the operations ended, by nearest rank, in milliseconds. */
    public double response(double percent) {
        if (percent >= 100) {
            return slowest();
        }
        int rank = (int) Math.ceil(percent * sorted.size() / 100 - ROUNDING);
        return sorted.get(Math.clamp(rank - 1L, 0, sorted.size() - 1)).nanos() / MS;
    }

    /** The slowest first; of a log that is a sample, also those that are only remembered by themselves. */
    public List<Slow> slowest(int most) {
        Map<OperationNumber, LoggedOperation> names = new HashMap<>();
        named.forEach(o -> names.putIfAbsent(new OperationNumber(o.lane(), o.n()), o));
        List<Slow> slow = new ArrayList<>();
        for (int i = sorted.size() - 1; i >= 0 && slow.size() < most; i--) {
            Row row = sorted.get(i);
            LoggedOperation known = names.remove(new OperationNumber(row.lane(), row.n()));
            slow.add(new Slow(row, known == null ? "" : known.name()));
        }
        if (table.halved() > 0) {
            names.values().forEach(o -> slow.add(new Slow(row(o), o.name())));
        }
        return slow.stream().sorted(Comparator.comparingLong((Slow s) -> s.row().nanos()).reversed()).limit(most)
                .toList();
    }

    private static Row row(LoggedOperation o) {
        return new Row(o.kind(), o.outcome(), o.reason(), o.lane(), o.n(), OperationTable.UNKNOWN, o.due(), o.start(),
                o.end(), OperationTable.UNKNOWN, OperationTable.UNKNOWN);
    }
}
