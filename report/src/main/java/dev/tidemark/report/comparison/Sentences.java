package dev.tidemark.report.comparison;

import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.WithinRuns;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.comparison.Parts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Comparisons in words that can be quoted: with their error and the number of runs, and silent about noise. */
final class Sentences {

    /** From this ratio on "times" reads better than percent. */
    private static final double TIMES = 3;
    private static final String RESPONSE = "response.";
    /** The mean alone hides the tail, and a percentile alone the rest; the others are in the table. */
    private static final List<String> QUOTED = List.of(RESPONSE + "mean", RESPONSE + "p99");

    private final SideBySide whole;
    private final String base;
    private final String other;

    Sentences(SideBySide whole) {
        this.whole = whole;
        this.base = whole.pairing().base().name();
        this.other = whole.pairing().other().name();
    }

    List<String> all() {
        if (whole.points().isEmpty()) {
            return List.of(base + " and " + other + " have no point in common, so there is nothing to compare.");
        }
        return whole.points().stream().map(this::of).toList();
    }

    private String of(PointComparison point) {
        String at = point.description().isEmpty() ? "" : "With " + point.description() + ": ";
        if (point.refusal().isPresent()) {
            return at + "Speeds are not compared: " + point.refusal().get() + ".";
        }
        Delta throughput = point.throughput().orElseThrow();
        if (throughput.ratio().isEmpty()) {
            return at + whole.throughput().title() + " was not measured on both sides.";
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(throughput(point, throughput));
        point.last().flatMap(l -> last(throughput, l)).ifPresent(sentences::add);
        latencies(point).ifPresent(sentences::add);
        return at + String.join(" ", sentences);
    }

    private String throughput(PointComparison point, Delta d) {
        String title = d.measure().title();
        if (d.errorKnown() && !d.told()) {
            return "No difference in " + title.toLowerCase(Locale.ROOT) + " can be told between " + base + " and "
                    + other + ": " + (saysNothing(d) ? "runs of one side differ too much by themselves (" + runs(d) + ")"
                    : other + "'s is " + range(d.runs().get()) + " (" + runs(d) + ")" + byItself(d)) + ".";
        }
        if (d.errorKnown()) {
            return title + " of " + other + " is " + change(d) + " " + than(d) + " that of " + base + " (" + error(d)
                    + ").";
        }
        return (point.oneRunEach() ? "In one run each, " : "With one run on a side, ") + title.toLowerCase(Locale.ROOT)
                + " of " + other + " was " + change(d) + " " + than(d) + " that of " + base + course(d)
                + "; how much runs differ by themselves is not known.";
    }

    private static boolean saysNothing(Delta d) {
        return Numbers.saysNothing(d.runs().orElseThrow().low(), d.runs().orElseThrow().high());
    }

    /** Why an interval without 1 in it is no verdict. */
    private static String byItself(Delta d) {
        Comparison c = d.runs().orElseThrow();
        return c.low() > 1 || c.high() < 1 ? ", which would do by itself, but not as one of several comparisons" : "";
    }

    /** What the two runs say of their own course; never an error of the ratio between engines. */
    private static String course(Delta d) {
        return d.course().filter(w -> !Numbers.saysNothing(w.low(), w.high())).map(w -> ", " + (w.steady() ? between(w.low(), w.high()) : range(w.low(), w.high()))
                + " over their course").orElse("");
    }

    /** The last part, where it says something that the whole does not. */
    private Optional<String> last(Delta throughput, Part last) {
        Delta d = last.throughput();
        if (d.ratio().isEmpty() || d.errorKnown() && !d.told() && !throughput.told()) {
            return Optional.empty();
        }
        String in = "In the " + last.name() + " ";
        if (d.told()) {
            return Optional.of(in + "it is " + change(d) + " (" + error(d) + ").");
        }
        return Optional.of(d.errorKnown() ? in + "no difference can be told"
                + (saysNothing(d) ? "." : ": it is " + range(d.runs().get()) + ".")
                : in + "it was " + change(d) + ".");
    }

    /**
     * Mean and tail of the response times, where they are told to differ; of single runs, where they did throughout.
     */
    private static Optional<String> latencies(PointComparison point) {
        List<Delta> told = point.overall().stream().filter(d -> QUOTED.contains(d.measure().name()))
                .filter(d -> d.told() || !d.errorKnown() && d.course().filter(WithinRuns::steady).isPresent()).toList();
        return told.isEmpty() ? Optional.empty() : Optional.of(told.stream().map(d -> name(d.measure()) + " "
                + change(d) + (d.errorKnown() ? " (" + interval(d.runs().get()) + ")" : ""))
                .collect(Collectors.joining(", ", point.oneRunEach() ? "Response times were, throughout: "
                        : "Response times: ", ".")));
    }

    private static String name(Measure m) {
        return m.name().substring(RESPONSE.length());
    }

    /** {@code 12 % higher}, {@code 40 % lower}, {@code 3.4 times as high}, {@code the same}. */
    static String change(Delta d) {
        double ratio = d.ratio().orElseThrow();
        return ratio >= TIMES ? Numbers.fixed(ratio, 1) + " times as high" : change(ratio);
    }

    private static String change(double ratio) {
        String percent = Numbers.percent(ratio);
        return percent.matches("[−0.]*") ? "the same" : ratio > 1 ? percent + " % higher"
                : percent.replaceFirst("−", "") + " % lower";
    }

    private static String than(Delta d) {
        double ratio = d.ratio().orElseThrow();
        return ratio >= TIMES || change(ratio).equals("the same") ? "as" : "than";
    }

    private static String error(Delta d) {
        return interval(d.runs().orElseThrow()) + ", " + runs(d);
    }

    private static String interval(Comparison c) {
        return c.ratio() >= TIMES ? Numbers.fixed(c.low(), 1) + "–" + Numbers.fixed(c.high(), 1) + " times"
                : between(c.low(), c.high());
    }

    /** {@code 10–14 %}, of what is higher or lower alike. */
    private static String between(double low, double high) {
        boolean lower = high < 1;
        String from = Numbers.percent(lower ? high : low);
        String to = Numbers.percent(lower ? low : high);
        return lower ? from.replaceFirst("−", "") + "–" + to.replaceFirst("−", "") + " %"
                : from + (low < 1 ? " to " : "–") + to + " %";
    }

    private static String range(Comparison c) {
        return range(c.low(), c.high());
    }

    /** {@code between 1.2 % lower and 1.5 % higher}. */
    private static String range(double low, double high) {
        return "between " + change(low) + " and " + change(high);
    }

    private static String runs(Delta d) {
        Comparison c = d.runs().orElseThrow();
        int a = c.baseRuns();
        int b = c.otherRuns();
        return a == b ? a + " rounds" : a + " and " + b + " runs";
    }
}
