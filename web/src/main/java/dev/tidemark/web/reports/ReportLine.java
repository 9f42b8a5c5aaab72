package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.store.results.StoredHeadline;
import dev.tidemark.store.results.StoredHeadline.Body;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.TextSanitizer;

/**
 * A line of a list of reports.
 *
 * @param workload with what was measured
 * @param size     how many settings and iterations it has
 * @param started  of the first iteration, in the server's zone
 * @param stateText the states of its iterations in words; empty where all are alike
 * @param verdict  a word, with how it is coloured
 * @param headline what the report says in a sentence; empty where that is not known
 * @param asOf     since when that does not hold for all results any more; empty where it does
 * @param coming   whether it is being made
 * @param sections of a study, each under its own name
 */
public record ReportLine(String label, String path, String workload, String size, String started, String stateText,
        Chip verdict, String headline, String asOf, boolean coming, Sparkline spark, LabelMark mark,
        List<Section> sections) {

    /** The word of a verdict, and how it is coloured. */
    public record Chip(String word, String tone) {

        static final String RUNNING = "running";

        static Chip of(String word) {
            return new Chip(word, word.equals(RUNNING) ? RUNNING : Verdict.tone(word));
        }
    }

    /** A part of a study. */
    public record Section(String label, String path, Chip verdict, String headline) {}

    /** Labels as lines, in their order. */
    public static List<ReportLine> of(Collection<LabelSummary> labels, Headlines headlines) {
        Map<String, Headlines.HeadlineState> known = headlines.of(labels);
        return labels.stream().map(label -> of(label, known.get(label.label()))).toList();
    }

    private static ReportLine of(LabelSummary label, Headlines.HeadlineState known) {
        Optional<Body> body = known.headline().map(StoredHeadline::body);
        boolean running = label.iterations().containsKey(IterationState.RUNNING);
        String word = running ? Chip.RUNNING : body.map(Body::verdict).orElse("");
        boolean plain = label.iterations().size() < 2 && !word.isEmpty(); // the verdict says as much
        return new ReportLine(label.label(), path(label.label()),
                label.workload() + body.map(Body::target).filter(t -> !t.isEmpty()).map(t -> " · " + t).orElse(""),
                size(label, body), TextSanitizer.moment(label.started()),
                plain ? "" : StateWords.of(label.iterations()), Chip.of(word),
                body.map(b -> withoutLeadingWord(word, b.text()))
                .orElse(""),
                known.current() ? "" : known.headline().map(h -> TextSanitizer.moment(h.made())).orElse(""),
                known.coming(), Sparkline.of(body.map(Body::trend).orElse(StoredHeadline.Trend.NONE)), label.mark(),
                body.map(Body::sections).orElse(List.of()).stream().map(s -> new Section(s.label(), path(s.label()),
                        Chip.of(s.verdict()), withoutLeadingWord(s.verdict(), s.text()))).toList());
    }

    /** A sentence that begins with the word beside which it stands does without it. */
    private static String withoutLeadingWord(String word, String sentence) {
        String beginning = word + ": ";
        return sentence.regionMatches(true, 0, beginning, 0, beginning.length())
                ? FindingText.capital(sentence.substring(beginning.length())) : sentence;
    }

    private static String size(LabelSummary label, Optional<Body> body) {
        return body.filter(b -> b.settings() > 1).map(b -> Numbers.counted(b.settings(), "setting") + " · ").orElse("")
                + Numbers.counted(label.total(), "iteration");
    }

    private static String path(String label) {
        return "/reports/" + Links.segment(label);
    }
}
