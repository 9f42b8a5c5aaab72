package dev.tidemark.report.write;

import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Cell;
import dev.tidemark.report.comparison.Delta;
import java.util.OptionalDouble;

/** How the figures of a comparison are written, the same on a terminal and on a page. */
public final class ComparisonLines {

    private ComparisonLines() {}

    /** A side's figure, or "–" where it was not measured. */
    public static String figure(Delta delta, boolean other) {
        return (other ? delta.other() : delta.base()).map(c -> Numbers.mean(delta.measure(), c)).orElse("–");
    }

    /** Half the width of the figure's interval; empty where it is not known. */
    public static String margin(Delta delta, boolean other) {
        return (other ? delta.other() : delta.base()).map(c -> Numbers.error(delta.measure(), c)).orElse("");
    }

    /** {@code +12}, {@code −3.2}, {@code 0}: percent by which the second side's figure is larger; "–" for none. */
    public static String change(Delta delta) {
        OptionalDouble ratio = delta.ratio();
        return ratio.isEmpty() ? "–" : signed(ratio.getAsDouble());
    }

    /** {@code +10 … +14}; {@link #NOTHING} of one too wide; empty where the error between runs is not known. */
    public static String interval(Delta delta) {
        return delta.errorKnown() ? interval(delta.runs().get().low(), delta.runs().get().high()) : "";
    }

    private static String interval(double low, double high) {
        return Numbers.saysNothing(low, high) ? NOTHING : signed(low) + " … " + signed(high);
    }

    /** The same over the course of two single runs. */
    public static String overCourse(Delta delta) {
        return delta.course().map(w -> interval(w.low(), w.high())).orElse("");
    }

    private static String signed(double ratio) {
        String percent = Numbers.percent(ratio);
        return percent.startsWith("−") ? percent : percent.matches("[0.]*") ? "0" : "+" + percent;
    }

    /** Whether the difference can be told: {@code yes}, {@code no}, or {@code one run} where that is not known. */
    public static String told(Delta delta) {
        return delta.errorKnown() ? delta.told() ? "yes" : "no" : delta.runs().isPresent() ? "one run" : "";
    }

    /** Runs behind a figure: {@code 5}; empty for none. */
    public static String runs(Delta delta, boolean other) {
        return (other ? delta.other() : delta.base()).map(Cell::estimate).map(e -> String.valueOf(e.runs())).orElse("");
    }

    /** What stands for an interval that says nothing; its ends are in TSV and JSON. */
    private static final String NOTHING = "nothing can be told";
    /** The heading above changes that have an error. */
    public static final String INTERVAL = "95 % interval";
    /** The heading above what single runs say of themselves. */
    public static final String COURSE = "over their course";
}
