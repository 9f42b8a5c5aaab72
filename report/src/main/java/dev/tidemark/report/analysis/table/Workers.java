package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.report.Numbers;

/**
 * What each worker did in the headline phase of an iteration, and how far apart they were.
 *
 * @param rows    by number
 * @param spreads of each group of workers, in order
 */
public record Workers(List<WorkerCount> rows, List<Spread> spreads) {

    public Workers {
        rows = List.copyOf(rows);
        spreads = List.copyOf(spreads);
    }

    /**
     * How far the workers of a group were apart.
     *
     * @param group   its name; empty where all workers were one
     * @param workers how many
     * @param mean    units of each, on average
     * @param cv      standard deviation (population) ÷ mean; empty for one worker, or where nothing was done
     */
    public record Spread(String group, int workers, double mean, OptionalDouble cv) {

        private static Spread of(String group, List<WorkerCount> workers) {
            double[] units = workers.stream().mapToDouble(WorkerCount::units).toArray();
            double mean = Arrays.stream(units).average().orElse(0);
            double squares = Arrays.stream(units).map(u -> (u - mean) * (u - mean)).sum();
            return new Spread(group, units.length, mean, units.length < 2 || mean == 0 ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.sqrt(squares / units.length) / mean));
        }

        public String sentence() {
            String who = (group.isEmpty() ? "" : group + ": ") + (workers == 1 ? "1 worker did "
                    : workers + " workers did ") + Numbers.figure(mean, 0) + " units" + (workers == 1 ? "" : " each");
            return cv.isEmpty() ? who + "." : who + " on average; their spread is "
                    + Numbers.fixed(100 * cv.getAsDouble(), 1) + " % (standard deviation ÷ mean).";
        }
    }

    public static Workers of(IterationDetail detail) {
        int headline = detail.headline().map(PhaseSpan::index).orElse(-1);
        List<WorkerCount> rows = detail.workers().stream().filter(w -> w.phase() == headline).toList();
        Map<String, List<WorkerCount>> groups = new LinkedHashMap<>();
        rows.forEach(w -> groups.computeIfAbsent(w.group(), g -> new ArrayList<>()).add(w));
        List<Spread> spreads = new ArrayList<>();
        groups.forEach((group, workers) -> spreads.add(Spread.of(group, workers)));
        return new Workers(rows, spreads);
    }

    /** Whether any worker belongs to a group with a name. */
    public boolean grouped() {
        return rows.stream().anyMatch(w -> !w.group().isEmpty());
    }

    /** Mean time of one of its operations inside the target, in milliseconds; empty when it did none. */
    public static OptionalDouble mean(WorkerCount worker) {
        return worker.operations() == 0 ? OptionalDouble.empty()
                : OptionalDouble.of(worker.busy() / 1e6 / worker.operations());
    }
}
