package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.Row;

/**
 * What background tasks did in each hour of the load, the rows of a report side by side; in each tenth where none of
 * the loads lasted two hours. For each task there is a table.
 *
 * @param sides what was done, by what tells the rows apart; only rows with tasks
 * @param tasks a table for each task, in the order in which they first ran
 */
public record BackgroundTables(SequencedMap<String, BackgroundWork> sides, List<Task> tasks) {

    private static final long HOUR = 3_600_000_000_000L;
    /** The most rows of a report that are shown side by side; more would fit no screen. */
    private static final int MOST_SIDES = 8;

    /**
     * One task through the load.
     *
     * @param part  {@code hour} or {@code tenth}
     * @param sides names of the sides that had this task
     * @param lines one for each part
     */
    public record Task(String name, String part, List<String> sides, List<Line> lines) {

        public String title() {
            return name + " by " + part;
        }
    }

    /**
     * A part of the load.
     *
     * @param number  from 1
     * @param until   seconds from the load's beginning to its end
     * @param figures one for each side
     */
    public record Line(int number, double until, List<Figures> figures) {}

    /**
     * What one side's runs of a task did that ended in a part of the load.
     *
     * @param there         whether that load lasted so long; otherwise nothing is known, which is not nothing done
     * @param failed        how many ended otherwise than completed because something went wrong
     * @param seconds       mean duration of those that were completed; empty when none was
     * @param rowsPerSecond of the runs' own time; empty where they count none
     * @param reclaimed     bytes on disk that they gave back; empty where they do not tell
     */
    public record Figures(boolean there, long completed, long failed, OptionalDouble seconds,
            OptionalDouble rowsPerSecond, OptionalLong reclaimed) {

        private static final Figures ABSENT = new Figures(false, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalLong.empty());
    }

    /** @param details raw data of an iteration by its id; read only of rows with background tasks */
    public static BackgroundTables of(Report report, LongFunction<IterationDetail> details) {
        LinkedHashMap<String, BackgroundWork> sides = new LinkedHashMap<>();
        for (Row row : report.table().rows()) {
            if (sides.size() < MOST_SIDES && hasBackground(row)) {
                Iteration typical = typical(row, report.objective().measure());
                BackgroundWork work = BackgroundWork.of(details.apply(typical.id()));
                String name = report.describe(row);
                if (!work.isEmpty()) {
                    sides.put(name.isEmpty() ? "iteration " + report.numbering().of(typical) : name, work);
                }
            }
        }
        return of(sides);
    }

    private static boolean hasBackground(Row row) {
        return row.iterations().getFirst().setting(LoadParams.BACKGROUND.name()).map(Setting::text)
                .filter(text -> !text.equals(LoadParams.BACKGROUND.absent())).isPresent();
    }

    /** The iteration of a row whose objective is nearest to the row's mean. */
    public static Iteration typical(Row row, Measure objective) {
        double mean = row.cell(objective.name()).map(Cell::mean).orElse(0.0);
        return row.iterations().stream().min(Comparator.comparingDouble(i -> i.value(objective.name())
                .map(v -> Math.abs(v.number() - mean)).orElse(Double.MAX_VALUE))).orElseThrow();
    }

    static BackgroundTables of(SequencedMap<String, BackgroundWork> sides) {
        long longest = sides.values().stream().mapToLong(BackgroundWork::nanos).max().orElse(0);
        boolean hours = longest >= 2 * HOUR;
        long length = hours ? HOUR : Math.max(1, (longest + 9) / 10);
        List<Task> tasks = sides.values().stream().flatMap(w -> w.tasks().stream()).distinct()
                .map(name -> task(name, hours ? "hour" : "tenth", length, having(sides, name))).toList();
        return new BackgroundTables(sides, tasks);
    }

    private static SequencedMap<String, BackgroundWork> having(Map<String, BackgroundWork> sides, String task) {
        LinkedHashMap<String, BackgroundWork> having = new LinkedHashMap<>();
        sides.forEach((name, work) -> {
            if (work.tasks().contains(task)) {
                having.put(name, work);
            }
        });
        return having;
    }

    private static Task task(String name, String part, long length, SequencedMap<String, BackgroundWork> sides) {
        int parts = sides.values().stream().mapToInt(w -> w.parts(length)).max().orElse(0);
        long longest = sides.values().stream().mapToLong(BackgroundWork::nanos).max().orElse(0);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int at = i;
            lines.add(new Line(i + 1, Math.min(longest, (i + 1) * length) / 1e9,
                    sides.values().stream().map(w -> figures(w, name, at, length)).toList()));
        }
        return new Task(name, part, List.copyOf(sides.keySet()), lines);
    }

    private static Figures figures(BackgroundWork work, String task, int part, long length) {
        if (part >= work.parts(length)) {
            return Figures.ABSENT;
        }
        BackgroundWork.Sum sum = work.inPart(task, part, length);
        return new Figures(true, sum.count(TaskRun.State.DONE), sum.failed(),
                sum.seconds(), sum.rowsPerSecond(), sum.reclaimed());
    }
}
