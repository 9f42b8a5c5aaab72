package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.measure.OperationLog;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.LoggedOperation.Why;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.TaskRun;

/**
 * The operations of an iteration that are remembered by themselves, and what ran beside them.
 *
 * @param slowest of each kind, the slowest first
 * @param failed  the first ones that failed, or whose answer was wrong, in order
 */
public record LoggedOperations(Map<String, List<Line>> slowest, List<Line> failed) {

    /**
     * One of them.
     *
     * @param beside background tasks that were in progress between its being due and its end; empty for none
     */
    public record Line(LoggedOperation operation, String beside) {

        /** What it was about; its place in its stream where that is not known. */
        public String what() {
            return operation.name().isEmpty() ? "operation " + operation.n() : operation.name();
        }

        /** How it ended, where that was not well. */
        public String ended() {
            String outcome = operation.outcome() == Outcome.OK ? "" : operation.outcome().words();
            return operation.reason().isEmpty() ? outcome : outcome + ": " + operation.reason();
        }
    }

    /** Each of several agents remembers its own: of all of them the slowest are as many as of one. */
    public static LoggedOperations of(IterationDetail detail) {
        List<TaskRun> runs = TaskRun.of(detail.events());
        Map<String, List<Line>> slowest = detail.operations().stream().filter(o -> o.why() == Why.SLOW)
                .map(o -> line(o, runs)).collect(Collectors.groupingBy(l -> l.operation().kind(), LinkedHashMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), LoggedOperations::slowestFirst)));
        return new LoggedOperations(slowest, detail.operations().stream().filter(o -> o.why() == Why.FAILED)
                .sorted(Comparator.comparingLong(LoggedOperation::end)).map(o -> line(o, runs)).toList());
    }

    private static List<Line> slowestFirst(List<Line> lines) {
        return lines.stream().sorted(Comparator.comparingLong((Line l) -> l.operation().nanos()).reversed())
                .limit(OperationLog.SLOWEST).toList();
    }

    private static Line line(LoggedOperation operation, List<TaskRun> runs) {
        return new Line(operation, runs.stream().filter(r -> r.start() < operation.end() && r.end() > operation.due())
                .map(r -> r.task() + (r.instance().isEmpty() ? "" : " of " + r.instance())).distinct()
                .collect(Collectors.joining(", ")));
    }

    /** All of them: the slowest, kind by kind, then those that failed. */
    public Stream<Line> lines() {
        return Stream.concat(slowest.values().stream().flatMap(List::stream), failed.stream());
    }

    public boolean isEmpty() {
        return slowest.isEmpty() && failed.isEmpty();
    }
}
