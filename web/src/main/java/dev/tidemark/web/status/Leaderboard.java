package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.table.Compared;
import dev.tidemark.report.analysis.table.DerivedRate;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;
import dev.tidemark.report.model.Value;
import dev.tidemark.store.live.LiveStore.Declared;
import dev.tidemark.store.results.PlanPosition;

/**
 * The points of a plan as they stand: those with a result first, ranked as the report ranks them, then what runs, what
 * is still to be run, and what has no result that counts.
 *
 * @param heading of the objective, with its unit
 * @param places  in their order
 * @param omitted how many more there are
 * @param untold  iterations of the plan that are in none of them
 * @param done    points of which every round is done
 * @param running points of which a round is running
 * @param toDo    points of which a round is still to be run, and none is running
 * @param going   whether the run goes on
 */
public record Leaderboard(String heading, List<LeaderboardEntry> places, int omitted, int untold, int done, int running,
        int toDo, boolean going) {

    private static final int MOST = 100;

    static final Leaderboard NONE = new Leaderboard("", List.of(), 0, 0, 0, 0, 0, false);

    /** Where a point stands. */
    enum PointState {
        DONE, RUNNING, TO_DO, UNRANKED
    }

    /**
     * A point.
     *
     * @param title  what is varied
     * @param state  how far it is, in words
     * @param tone   one word: how its state is coloured
     * @param best   whether it is tied with the best so far
     * @param value  mean of the objective; "–" while there is none
     * @param error  of the mean, as it follows it; may be empty
     * @param runs   how many rounds the mean is of
     * @param why    what is not ranked and why; may be empty
     */
    public record LeaderboardEntry(String title, String state, String tone, boolean best, String value, String error,
            int runs,
            String why) {}

    /**
     * @param ended the iterations that have ended, in any state
     * @param forks as {@link LabelResults#passes} takes them
     */
    static Leaderboard of(RunView run, Declared declared, List<Iteration> ended, Map<Long, Integer> forks) {
        if (run.searching()) {
            return NONE; // its steps are no points that are ranked
        }
        List<Batch> batches = List.of(new Batch(run.batch().id(), run.batch().yaml(), 0, Map.of(), Map.of(), "",
                run.batch().space().equals(Batch.IMPORT)));
        LabelResults results = DerivedRate.addedTo(new LabelResults(run.batch().label(), run.batch().workload(),
                declared.objective(), declared.measures(), run.batch().space(), batches, newest(ended), List.of(),
                LabelResults.passes(batches, ended, forks)));
        List<Iteration> usable = results.usable().stream().filter(i -> !StyleCosts.isBaseline(i)).toList();
        Objective objective = Objective.of(results.workload(), results.objective(), results.measures(), usable);
        // Rounds that confirm are points of their own: what they show is free of the luck of having come first.
        List<Row> rows = Stream.of(false, true).flatMap(confirms -> ranked(objective, results, usable.stream()
                .filter(i -> i.confirms() == confirms).toList()).stream()).toList();
        return new Ranking(run, objective.measure(), rows, results.iterations()).board();
    }

    private static List<Row> ranked(Objective objective, LabelResults results, List<Iteration> usable) {
        return usable.isEmpty() ? List.of() : ranked(Tables.whole(objective, results, usable),
                Compared.isCompared(results));
    }

    /** With nothing marked as best where single runs, or sides that are compared, cannot tell, or all rows are tied. */
    private static List<Row> ranked(Table table, boolean compared) {
        return table.ranks() && !compared && !table.rows().stream().allMatch(Row::best) ? table.rows()
                : table.rows().stream().map(r -> new Row(r.point(), r.iterations(), r.cells(), false)).toList();
    }

    /** Of each place of the plan, what was run last counts. */
    private static List<Iteration> newest(List<Iteration> ended) {
        return List.copyOf(PlanPosition.newest(ended, i -> new PlanPosition(i.position(), i.round())).values());
    }

    /** Whether there is anything to rank. */
    public boolean there() {
        return !places.isEmpty();
    }

    /** Lays the ranks and the plan side by side. */
    private static final class Ranking {

        private final boolean running;
        private final int untold;
        private final Measure measure;
        private final Map<Integer, List<RunView.Cell>> points = new LinkedHashMap<>();
        private final Map<Integer, Row> rows = new HashMap<>();
        private final Map<Integer, Integer> ranks = new HashMap<>();
        private final Map<Integer, Iteration> unranked = new HashMap<>();
        /** Iterations whose places the run has still before it. */
        private final Set<Long> again;

        private Ranking(RunView run, Measure measure, List<Row> ranked, List<Iteration> iterations) {
            this.running = run.batch().running();
            this.untold = run.omitted();
            this.measure = measure;
            this.again = iterations.stream().filter(i -> run.batch().runsAgain(i.started(), i.state(), i.verdict()))
                    .map(Iteration::id).collect(Collectors.toSet());
            run.plan().forEach(c -> points.computeIfAbsent(c.position(), p -> new ArrayList<>()).add(c));
            for (Row row : ranked) {
                row.iterations().forEach(i -> {
                    rows.put(i.position(), row);
                    ranks.putIfAbsent(i.position(), ranks.size());
                });
            }
            iterations.stream().filter(i -> i.state() != IterationState.DONE)
                    .forEach(i -> unranked.put(i.position(), i));
        }

        private Leaderboard board() {
            Map<PointState, Long> counts = points.keySet().stream()
                    .collect(Collectors.groupingBy(this::stateOf, Collectors.counting()));
            List<LeaderboardEntry> places = points.keySet().stream()
                    .sorted(Comparator.<Integer>comparingInt(this::order)
                    .thenComparingInt(p -> ranks.getOrDefault(p, p))).limit(MOST).map(this::place).toList();
            return new Leaderboard(measure.heading(), places, points.size() - places.size(), untold,
                    (int) (count(counts, PointState.DONE) + count(counts, PointState.UNRANKED)),
                    (int) count(counts, PointState.RUNNING), (int) count(counts, PointState.TO_DO), running);
        }

        private static long count(Map<PointState, Long> counts, PointState state) {
            return counts.getOrDefault(state, 0L);
        }

        private PointState stateOf(int position) {
            List<RunView.Cell> cells = points.get(position);
            return has(cells, IterationState.RUNNING) ? PointState.RUNNING
                    : cells.stream().anyMatch(this::isToDo) ? PointState.TO_DO
                    : has(cells, IterationState.DONE) ? PointState.DONE : PointState.UNRANKED;
        }

        private boolean isToDo(RunView.Cell cell) {
            return cell.state().isEmpty() || again.contains(cell.iteration());
        }

        private static boolean has(List<RunView.Cell> cells, IterationState state) {
            return cells.stream().anyMatch(c -> c.state().equals(Optional.of(state)));
        }

        /** What has a result stands first, however far it is. */
        private int order(int position) {
            return value(position).isPresent() ? 0 : 1 + stateOf(position).ordinal();
        }

        private Optional<Cell> value(int position) {
            return Optional.ofNullable(rows.get(position)).flatMap(r -> r.cell(measure.name()));
        }

        private LeaderboardEntry place(int position) {
            List<RunView.Cell> cells = points.get(position);
            PointState pointState = stateOf(position);
            Optional<Cell> value = value(position);
            // What was interrupted and runs again is of an attempt that nobody asks for any more.
            Optional<Iteration> without = Optional.ofNullable(unranked.get(position))
                    .filter(i -> pointState != PointState.RUNNING || i.state() != IterationState.INTERRUPTED);
            return new LeaderboardEntry(StatusView.title(cells.getFirst().varied()) + (position < 0
                    ? ", to confirm" : ""), state(cells, pointState), tone(cells, pointState),
                    value.isPresent() && rows.get(position).best(),
                    value.map(c -> Numbers.mean(measure, c)).or(() -> partialResult(without)).orElse("–"),
                    value.map(c -> Numbers.error(measure, c)).orElse(""),
                    value.map(c -> c.estimate().runs()).orElse(0), without.map(StateWords::ending).orElse(""));
        }

        /** Of what is not ranked, what was measured until it ended. */
        private Optional<String> partialResult(Optional<Iteration> without) {
            return without.filter(i -> i.value(measure.name()).isPresent()).map(i -> Value.of(measure, i).text());
        }

        private String state(List<RunView.Cell> cells, PointState pointState) {
            long done = cells.stream().filter(c -> c.state().equals(Optional.of(IterationState.DONE))).count();
            String of = cells.size() > 1 ? done + " of " + cells.size() : "";
            return switch (pointState) {
                case RUNNING -> of.isEmpty() ? "running" : "running, " + of + " done";
                case TO_DO -> done == 0 ? running ? "to do" : "not run" : of + " done";
                case DONE -> done < cells.size() ? of + " done"
                        : untold > 0 ? Numbers.counted(done, "round") + " done" : "done";
                case UNRANKED -> StateWords.of(last(cells));
            };
        }

        private static IterationState last(List<RunView.Cell> cells) {
            return cells.getLast().state().orElseThrow();
        }

        private static String tone(List<RunView.Cell> cells, PointState pointState) {
            return switch (pointState) {
                case RUNNING -> "running";
                case TO_DO -> "waiting";
                case DONE -> "done";
                case UNRANKED -> StateWords.of(last(cells));
            };
        }
    }
}
