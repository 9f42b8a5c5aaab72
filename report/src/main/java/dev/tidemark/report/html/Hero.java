package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.analysis.KeyFigure;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;

/**
 * The first screen of a report: the answer, and how sure it is.
 *
 * @param chip     how sure, in a word or two
 * @param tone     its class: good, warn, bad or plain
 * @param headline the answer
 * @param figures  up to three
 * @param steps    what to do next
 * @param text     all of it that goes into one line
 */
public record Hero(String chip, String tone, String headline, List<KeyFigure> figures, Optional<ForestPlot> plot,
        List<Step> steps, String text) {

    /** What to do next. */
    public record Step(String sentence, String command) {}

    static Hero of(Report report, LongFunction<IterationDetail> details) {
        Verdict verdict = report.verdict();
        return new Hero(verdict.chip(), verdict.tone(), verdict.headline(), KeyFigure.of(report, details),
                ForestPlot.of(report), verdict.next().stream().map(s -> step(report, s)).toList(),
                report.label() + ", " + verdict.chip() + ": " + verdict.headline());
    }

    private static Step step(Report report, NextStep step) {
        return new Step(step.sentence(), step.command(report.label()));
    }
}
