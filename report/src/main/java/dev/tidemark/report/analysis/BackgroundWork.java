package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TaskRun.State;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;

/**
 * What the background tasks of an iteration did.
 *
 * @param runs  every run of a task, as it was told last
 * @param start when the load began, in nanoseconds since the iteration's start
 * @param end   when it ended
 */
public record BackgroundWork(List<TaskRun> runs, long start, long end) {

    /** The most rows of a report that a sentence is said of. */
    private static final int MOST_SENTENCES = 6;

    public BackgroundWork {
        runs = List.copyOf(runs);
    }

    /** Runs of one task in some stretch of time. */
    public record Sum(String task, List<TaskRun> runs) {

        public long count(State state) {
            return runs.stream().filter(r -> r.state() == state).count();
        }

        public long failed() {
            return runs.stream().filter(r -> r.state().isFailure()).count();
        }

        /** Mean duration of those that were completed, in seconds; empty when none was. */
        public OptionalDouble seconds() {
            return runs.stream().filter(r -> r.state() == State.DONE).mapToDouble(r -> r.nanos() / 1e9).average();
        }

        /** Rows per second of their own time; empty where they count none. */
        public OptionalDouble rowsPerSecond() {
            List<TaskRun> counted = runs.stream().filter(r -> r.rows() > 0 && r.nanos() > 0).toList();
            return counted.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(counted.stream()
                    .mapToLong(TaskRun::rows).sum() / (counted.stream().mapToLong(TaskRun::nanos).sum() / 1e9));
        }

        /** Bytes on disk that those that were completed gave back; empty where none tells. */
        public OptionalLong reclaimed() {
            List<TaskRun> reclaiming = runs.stream().filter(r -> r.reclaimed().isPresent()).toList();
            return reclaiming.isEmpty() ? OptionalLong.empty()
                    : OptionalLong.of(reclaiming.stream().mapToLong(r -> r.reclaimed().getAsLong()).sum());
        }
    }

    public static BackgroundWork of(IterationDetail detail) {
        Optional<PhaseSpan> headline = detail.headline();
        return new BackgroundWork(TaskRun.of(detail.events()), headline.map(PhaseSpan::start).orElse(0L),
                headline.map(PhaseSpan::end).orElse(0L));
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Names of the tasks, in the order in which they first ran. */
    public List<String> tasks() {
        return runs.stream().map(TaskRun::task).distinct().toList();
    }

    public Sum sum(String task) {
        return new Sum(task, runs.stream().filter(r -> r.task().equals(task)).toList());
    }

    /** How long the load lasted, in nanoseconds. */
    public long nanos() {
        return end - start;
    }

    /** How many parts of a length, in nanoseconds, the load had; the last of them may be shorter. */
    public int parts(long length) {
        return (int) Math.max(1, (nanos() + length - 1) / length);
    }

    /**
     * Runs of a task that ended in one of those parts, counted from 0; those after the load's end belong to the last.
     */
    public Sum inPart(String task, int part, long length) {
        return new Sum(task, sum(task).runs().stream()
                .filter(r -> Math.clamp((r.end() - start - 1) / length, 0, parts(length) - 1) == part).toList());
    }

    /** What the load suffered beside tasks, of each row that tells. */
    static List<String> interference(Table table) {
        List<String> sentences = new ArrayList<>();
        for (Row row : table.rows()) {
            Optional<Double> throughput = ratio(row, BackgroundMeasures.THROUGHPUT_BESIDE.name(),
                    BackgroundMeasures.THROUGHPUT_ALONE.name());
            if (throughput.isPresent() && sentences.size() < MOST_SENTENCES) {
                String which = table.dimensions().varied().stream().map(d -> d.describe(row))
                        .reduce((a, b) -> a + " · " + b).map(d -> " (" + d + ")").orElse("");
                String p99 = ratio(row, BackgroundMeasures.P99_BESIDE.name(), BackgroundMeasures.P99_ALONE.name())
                        .map(r -> ", and the response time p99 is " + Numbers.fixed(r, 2) + " times that").orElse("");
                int runs = row.iterations().size();
                sentences.add("Beside background tasks" + which + " the throughput is " + Numbers.fixed(
                        100 * throughput.get(), 1) + " % of what it is without them in the same run" + p99 + " ("
                        + (runs == 1 ? "one run: no confidence interval" : "means over " + runs + " runs") + ").");
            }
        }
        return sentences;
    }

    /** None of figures of which only the least is known. */
    private static Optional<Double> ratio(Row row, String concurrent, String alone) {
        Optional<Double> below = known(row, alone).filter(mean -> mean > 0);
        return known(row, concurrent).flatMap(mean -> below.map(b -> mean / b));
    }

    private static Optional<Double> known(Row row, String measure) {
        return row.cell(measure).filter(c -> !c.atLeast()).map(Cell::mean);
    }
}
