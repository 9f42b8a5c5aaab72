package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.experiment.SearchReader;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.workload.query.MeanRecall;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Tables;

/**
 * Points whose answers are too far from the exact ones to be ranked by speed: whoever looks at fewer candidates is
 * faster and finds less. A point counts by the mean recall of its iterations, and by the least recall that its settings
 * say.
 *
 * @param reasons by id of the iteration
 * @param highest recall of these points; empty where there are none
 * @param unknown iterations of points that have a recall which is not known; they are ranked
 */
public record LeastRecall(Map<Long, String> reasons, Optional<MeanRecall> highest, long unknown) {

    private static final String LEAST = "least-recall";

    static final LeastRecall NONE = new LeastRecall(Map.of(), Optional.empty(), 0);

    /** Of what is done; none where a search looks at recall by its own limits. */
    static LeastRecall of(LabelResults results) {
        List<Iteration> usable = results.usable();
        if (usable.stream().noneMatch(i -> MeanRecall.least(i).isPresent())
                || SearchReader.recorded(results.yaml(), results.measures()).isPresent()) {
            return NONE;
        }
        List<String> columns = Dimensions.of(usable).columns();
        Map<List<SettingValue>, List<Iteration>> points = new LinkedHashMap<>();
        usable.forEach(i -> points.computeIfAbsent(columns.stream().map(c -> Tables.level(i, c)).toList(),
                _ -> new ArrayList<>()).add(i));
        Map<Long, String> reasons = new LinkedHashMap<>();
        List<MeanRecall> all = new ArrayList<>();
        long unknown = 0;
        for (List<Iteration> point : points.values()) {
            unknown += MeanRecall.of(point).isPresent() ? 0 : point.stream().filter(MeanRecall::isDue).count();
            MeanRecall.of(point).filter(MeanRecall::tooLittle).ifPresent(less -> {
                String reason = "recall " + percent(less) + " < " + Numbers.exact(less.least()) + " %";
                point.forEach(i -> reasons.put(i.id(), reason));
                all.add(less);
            });
        }
        return new LeastRecall(Map.copyOf(reasons), all.stream().max(Comparator.comparingDouble(MeanRecall::percent)),
                unknown);
    }

    private static String percent(MeanRecall recall) {
        return Numbers.fixed(recall.percent(), 2, percent -> percent < recall.least()) + " %";
    }

    /** Why an iteration is not ranked; empty where it is not for this. */
    Optional<String> reason(Iteration iteration) {
        return Optional.ofNullable(reasons.get(iteration.id()));
    }

    /** That points are left out of the ranking, and that some are in it of which nobody knows whether they belong there. */
    List<String> notes() {
        return Stream.of(reasons.isEmpty() ? "" : (reasons.size() == 1 ? "One iteration is"
                : reasons.size() + " iterations are") + " not ranked, but shown below: their recall is less than "
                + LEAST + " says.", unknown == 0 ? "" : "The recall of " + Numbers.counted(unknown, "iteration")
                + " is not known, and so not whether it is what " + LEAST + " asks for: they are ranked all the same.")
                .filter(note -> !note.isEmpty()).toList();
    }

    /** What there is to say where nothing else is ranked. */
    Optional<String> answer() {
        return highest.map(recall -> "No setting has the recall that " + LEAST
                + " asks for, so there is nothing to rank: the highest is " + percent(recall) + ".");
    }
}
