package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.Evidence;
import dev.tidemark.report.model.Value.Tone;

/** How the figures of a comparison are written, the same on a terminal and on a page. */
public final class ComparisonLines {

    private ComparisonLines() {}

    /** {@code +12}, {@code −3.2}, {@code 0}: percent by which the second side's figure is larger; "–" for none. */
    public static String change(Delta delta) {
        OptionalDouble ratio = delta.ratio();
        return ratio.isEmpty() ? "–" : signed(ratio.getAsDouble());
    }

    /** Whether the change is good news; nothing is said of one that does not show in the digits. */
    public static Tone tone(Delta delta) {
        return delta.better().filter(_ -> !change(delta).equals("0")).map(better -> delta.significant()
                ? better ? Tone.BETTER : Tone.WORSE : better ? Tone.MAYBE_BETTER : Tone.MAYBE_WORSE).orElse(Tone.NONE);
    }

    /** {@code +10 … +14}; {@link #NOTHING} of one too wide; empty where there is none. */
    public static String interval(Delta delta) {
        return delta.interval().map(i -> Numbers.saysNothing(i.low(), i.high()) ? NOTHING
                : signed(i.low()) + " … " + signed(i.high())).orElse("");
    }

    /** {@code +22 · +19 · +20}: the change in each third of single runs; empty where that is not known. */
    public static String thirds(Delta delta) {
        return delta.thirds().stream().map(ComparisonLines::signed).collect(Collectors.joining(" · "));
    }

    private static String signed(double ratio) {
        String percent = Numbers.percent(ratio);
        return percent.startsWith("−") ? percent : Numbers.isNothing(percent) ? "0" : "+" + percent;
    }

    /** Whether the difference is statistically significant: {@code yes, better}, {@code no}, or why it cannot be. */
    public static String significant(Delta delta) {
        return switch (delta.evidence()) {
            case Evidence.Rounds r -> r.tested() ? delta.significant()
                    ? delta.better().map(better -> better ? "yes, better" : "yes, worse").orElse("yes") : "no"
                    : "not tested";
            case Evidence.Sessions _ -> "not interleaved";
            case Evidence.OneRun _ -> "one run";
            case Evidence.Shown _ -> "";
        };
    }

    /** The same, naming whom the word is about: {@code lmdb is worse}. */
    public static String significant(Delta delta, String other) {
        return delta.significant() ? delta.better().map(better -> other + (better ? " is better" : " is worse"))
                .orElse("yes") : significant(delta);
    }

    /** Runs behind a figure: {@code 5}; empty for none. */
    public static String runs(Delta delta, boolean other) {
        return (other ? delta.other() : delta.base()).map(Cell::estimate).map(e -> String.valueOf(e.runs())).orElse("");
    }

    /** What stands for an interval that says nothing; its ends are in TSV and JSON. */
    private static final String NOTHING = "too wide";
}
