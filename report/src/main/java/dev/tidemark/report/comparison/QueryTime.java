package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.report.analysis.table.SortedOperations;

/**
 * A query that took longer on one side than on the other in at least four of five pairs of a run of each, by what was
 * logged of the measurements query by query. Of many queries some do so by chance: that a side is slower is for the whole
 * runs to say.
 *
 * @param text  of the query, as far as a log tells it
 * @param base  milliseconds from its start to its end: the mean in a run, of which the median over the first side's runs
 * @param other the second side's
 */
public record QueryTime(String text, double base, double other) {

    /** Of fewer runs than three each, more than one query in ten would do so in all pairs by chance. */
    private static final double LEVEL = 0.1;
    private static final double PAIRS = 0.8;
    private static final double MS = 1e6;
    private static final Set<Outcome> ANSWERED = EnumSet.of(Outcome.OK, Outcome.MISS, Outcome.PARTIAL);

    /** All that a side tells of one query. @param runs what it took in each, on average, in milliseconds */
    private record QueryRuns(List<Double> runs) {

        double median() {
            double[] sorted = runs.stream().mapToDouble(t -> t).sorted().toArray();
            return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        }

        /** Share of the pairs of runs in which the other one took longer. */
        double below(QueryRuns other) {
            return runs.stream().mapToLong(t -> other.runs.stream().filter(o -> o > t).count()).sum()
                    / (double) (runs.size() * other.runs.size());
        }

        boolean isApart(QueryRuns other) {
            return SameAnswers.separated(runs.size(), other.runs.size()) <= LEVEL
                    && Math.max(below(other), other.below(this)) >= PAIRS;
        }
    }

    /** Those of two sides, with the largest difference first. */
    static List<QueryTime> apart(Side base, List<Iteration> bases, Side other, List<Iteration> others,
            LongFunction<IterationDetail> details) {
        Map<QueryKey, String> texts = new HashMap<>();
        Map<QueryKey, QueryRuns> a = queryRuns(base, bases, details, texts);
        Map<QueryKey, QueryRuns> b = queryRuns(other, others, details, texts);
        return a.keySet().stream().filter(q -> b.containsKey(q) && a.get(q).isApart(b.get(q)))
                .map(q -> new QueryTime(texts.getOrDefault(q, "query " + q.number()), a.get(q).median(),
                        b.get(q).median()))
                .sorted(Comparator.comparingDouble((QueryTime q) -> Math.abs(q.other - q.base)).reversed()).toList();
    }

    private static Map<QueryKey, QueryRuns> queryRuns(Side side, List<Iteration> iterations,
            LongFunction<IterationDetail> details, Map<QueryKey, String> texts) {
        Map<QueryKey, QueryRuns> times = new HashMap<>();
        for (Iteration iteration : iterations) {
            IterationDetail detail = details.apply(iteration.id());
            List<OperationTable.Row> rows = SortedOperations.of(detail).map(all -> all.table().rows())
                    .orElse(List.of());
            rows.stream().filter(row -> row.item() >= 0 && ANSWERED.contains(row.outcome())).collect(
                    Collectors.groupingBy(row -> QueryKey.of(side, iteration, (int) row.item()),
                            Collectors.averagingDouble(row -> (row.end() - row.start()) / MS)))
                    .forEach((query, mean) -> times.computeIfAbsent(query, _ -> new QueryRuns(new ArrayList<>())).runs()
                            .add(mean));
            addNames(detail, rows, side, iteration, texts);
            AnswerTable.of(detail.log()).rows().forEach(row -> texts.put(QueryKey.of(side, iteration, row.query()),
                    row.text()));
        }
        return times;
    }

    /** Of the slowest the log has names. */
    private static void addNames(IterationDetail detail, List<OperationTable.Row> rows, Side side, Iteration iteration,
            Map<QueryKey, String> texts) {
        Map<List<Long>, String> names = new HashMap<>();
        detail.operations().stream().filter(o -> !o.name().isEmpty()).forEach(o -> names.put(List.of((long) o.lane(),
                o.n()), o.name()));
        rows.stream().filter(row -> row.item() >= 0).forEach(row -> {
            String name = names.isEmpty() ? null : names.get(List.of((long) row.lane(), row.n()));
            if (name != null) {
                texts.putIfAbsent(QueryKey.of(side, iteration, (int) row.item()), name);
            }
        });
    }
}
