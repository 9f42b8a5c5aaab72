package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report.Judgement;

/** What a label's experiment expected when it was run last. */
public final class Expectations {

    private static final String KEY = "expect";
    private static final int MOST = 3;

    private Expectations() {}

    /**
     * Measure to condition; none of an import.
     *
     * @throws InvalidInputException when the experiment can no longer be read, by an older name perhaps that is gone
     */
    public static Map<String, String> of(LabelResults results) {
        return results.yaml().isBlank() ? Map.of() : ExperimentReader.read(results.yaml(), results.label()).expect();
    }

    /** What was missed, in sentences; empty where nothing was, and where nobody can read any more what was expected. */
    static List<String> missed(Report report) {
        return missed(known(report));
    }

    /** What was missed, in sentences: the first of them, and how many more. */
    public static List<String> missed(List<Judgement> judgements) {
        List<String> missed = judgements.stream().filter(j -> !j.met()).map(Judgement::sentence).toList();
        return missed.size() <= MOST ? missed : Stream.concat(missed.stream().limit(MOST), Stream.of("Missed: "
                + Numbers.counted(missed.size() - MOST, "more expected bound") + ".")).toList();
    }

    /** How many bounds an experiment states; 0 where nobody can read them any more. */
    public static int stated(LabelResults results) {
        try {
            return results.yaml().contains(KEY) ? of(results).size() : 0;
        } catch (InvalidInputException e) {
            return 0;
        }
    }

    /** As {@link #judged}; empty where nobody can read any more what was expected. */
    public static List<Judgement> known(Report report) {
        if (!report.results().yaml().contains(KEY)) { // reading an experiment takes longer than most reports do
            return List.of();
        }
        try {
            return judged(report);
        } catch (InvalidInputException e) {
            return List.of();
        }
    }

    /** How the report's rows meet them. @throws InvalidInputException as {@link #of} */
    public static List<Judgement> judged(Report report) {
        return report.judge(of(report.results()));
    }
}
