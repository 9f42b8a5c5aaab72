package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Numbers;

/** Findings as sentences: with their numbers, their error and the number of runs, and silent about noise. */
public final class FindingText {

    /** More values than these are compared with one of them, not each with each. */
    private static final int MOST_PAIRED = 30;

    /** One that stands alone: the digits of a name tell one thing from another. */
    private static final Pattern NUMBER = Pattern.compile(
            "(?<![\\w.])(?<!\\w[-:])[0-9]++(?:\\.[0-9]++)?+(?!\\w|\\.[0-9])");

    private final Objective objective;
    private final RowComparisons comparisons;

    public FindingText(Objective objective, RowComparisons comparisons) {
        this.objective = objective;
        this.comparisons = comparisons;
    }

    /** Sentences about the effects at one base; those that are not significant are gathered per setting. */
    public List<String> sentences(List<Effect> effects, Effect.Base base) {
        List<String> sentences = new ArrayList<>();
        Map<String, List<Effect>> insignificant = new LinkedHashMap<>();
        for (Effect effect : effects) {
            if (effect.base() == base) {
                if (!effect.comparison().errorKnown() || effect.significant()) {
                    sentences.add(sentence(effect));
                } else {
                    insignificant.computeIfAbsent(effect.dimension(), d -> new ArrayList<>()).add(effect);
                }
            }
        }
        insignificant.values().forEach(group -> sentences.addAll(noDifference(group)));
        return sentences;
    }

    private String sentence(Effect effect) {
        boolean better = effect.comparison().ratio() >= 1;
        Comparison c = better ? effect.comparison() : effect.comparison().inverse();
        String winner = better ? effect.to() : effect.from();
        String loser = better ? effect.from() : effect.to();
        String subject = effect.dimension().isEmpty() ? capital(winner) : effect.dimension() + " " + winner;
        boolean plural = effect.dimension().isEmpty() && (winner.contains(", ") || winner.startsWith("the "));
        if (isSame(c)) {
            return subject + " and " + loser + " give the same " + objective.measure().title() + " (" + error(c) + ").";
        }
        // What was measured and not tested is told in the past tense.
        String verb = isApart(c) ? plural ? " were " : " was " : plural ? " are " : " is ";
        return subject + verb + amountOver(c, loser) + " (" + error(c) + ").";
    }

    /** One sentence where any two of the values were compared and none differ; else one for each two that were. */
    private List<String> noDifference(List<Effect> group) {
        if (group.size() > 1) {
            List<Row> rows = new ArrayList<>(List.of(kept(group.getFirst())));
            group.forEach(e -> rows.add(changed(e)));
            if (rows.size() > MOST_PAIRED) {
                return List.of("No significant difference between " + group.getFirst().dimension() + " "
                        + keptValue(group.getFirst()) + " and " + group.size()
                        + " other values (none differs from it by more than "
                        + Numbers.percent(most(group.stream().map(Effect::comparison))) + " %).");
            }
            Optional<List<Comparison>> pairs = equalPairs(rows);
            if (pairs.isPresent()) {
                List<String> values = new ArrayList<>(List.of(keptValue(group.getFirst())));
                group.forEach(e -> values.add(changedValue(e)));
                return List.of("No significant difference between " + group.getFirst().dimension() + " " + list(values)
                        + " (" + most(pairs.get()) + ").");
            }
        }
        return group.stream().map(e -> "No significant difference between " + (e.dimension().isEmpty() ? ""
                : e.dimension() + " ") + keptValue(e) + " and " + changedValue(e) + " (" + error(e.comparison()) + ").")
                .toList();
    }

    /** All comparisons of two of the rows; empty where one of them is significant, or its no confidence interval. */
    private Optional<List<Comparison>> equalPairs(List<Row> rows) {
        List<Comparison> pairs = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            for (int j = i + 1; j < rows.size(); j++) {
                Comparison c = comparisons.compare(rows.get(i), rows.get(j)).orElseThrow();
                if (!(c.low() <= 1 && c.high() >= 1)) {
                    return Optional.empty();
                }
                pairs.add(c);
            }
        }
        return Optional.of(pairs);
    }

    private String most(List<Comparison> pairs) {
        double most = most(pairs.stream());
        int least = pairs.stream().mapToInt(c -> Math.min(c.baseRuns(), c.otherRuns())).min().orElseThrow();
        int largest = pairs.stream().mapToInt(c -> Math.max(c.baseRuns(), c.otherRuns())).max().orElseThrow();
        String runs = least == largest ? least + " rounds" : least + " to " + largest + " runs";
        return Numbers.saysNothing(1 / most, most) ? "runs of one setting differ too much by themselves, " + runs
                : "any two differ by " + Numbers.percent(most) + " % at most, " + runs;
    }

    private static double most(Stream<Comparison> comparisons) {
        return comparisons.mapToDouble(c -> Math.max(c.high(), 1 / c.low())).max().orElseThrow();
    }

    /** Of an effect's two rows that at the base. */
    private static Row kept(Effect e) {
        return e.base() == Effect.Base.OPTIMUM ? e.after() : e.before();
    }

    private static Row changed(Effect e) {
        return e.base() == Effect.Base.OPTIMUM ? e.before() : e.after();
    }

    private static String keptValue(Effect e) {
        return e.base() == Effect.Base.OPTIMUM ? e.to() : e.from();
    }

    private static String changedValue(Effect e) {
        return e.base() == Effect.Base.OPTIMUM ? e.from() : e.to();
    }

    /** {@code 33 % faster than the defaults (31–35 %, 3 rounds)}. */
    public String gain(Effect effect) {
        return gain(effect.comparison(), "the defaults");
    }

    /** The same of any two rows. @param base what the comparison's first row is called */
    public String gain(Comparison c, String base) {
        return c.errorKnown() && !c.significant() ? "no significant difference from " + base + " (" + error(c) + ")"
                : c.ratio() <= 1 ? "not better than " + base + " by the mean of the ratios (" + error(c) + ")"
                : amountOver(c, base) + " (" + error(c) + ")";
    }

    /**
     * {@code 33 % faster than the defaults}, {@code 3.1 times as fast as the defaults}, {@code as fast as the defaults},
     * whatever its error.
     */
    public String amountOver(Comparison c, String base) {
        return (isSame(c) ? "" : figure(c) + " ") + how(c, base);
    }

    /**
     * How much better, in the one form in which every part of a report writes it: {@code 33 %}, {@code 5.00 times},
     * {@code the same}.
     */
    public String figure(Comparison c) {
        return isSame(c) ? "the same" : written(c).getFirst() + unit(c);
    }

    /** Whether no digit of a ratio that would be written differs from one of what is equal. */
    private boolean isSame(Comparison c) {
        return !times(c) && Numbers.isNothing(written(c).getFirst());
    }

    /** What that is of what: {@code faster than the defaults}, {@code as fast as the defaults}. */
    public String how(Comparison c, String base) {
        return (times(c) || isSame(c) ? objective.likeness() + " as " : better() + " than ") + base;
    }

    /** The interval in the same form: {@code 31–35 %}, {@code 4.97–5.03 times}; empty where the error is not known. */
    public Optional<String> interval(Comparison c) {
        return !c.errorKnown() ? Optional.empty() : Optional.of(!isQuotable(c) ? "error too large"
                : written(c).get(1) + (times(c) || c.low() >= 1 ? "–" : " to ") + written(c).get(2) + unit(c));
    }

    /** The ratio, and the ends of its interval where that says anything. */
    private List<String> written(Comparison c) {
        double[] ratios = isQuotable(c) ? new double[] {c.ratio(), c.low(), c.high()} : new double[] {c.ratio()};
        return times(c) ? Numbers.times(ratios) : Numbers.percents(DoubleStream.of(ratios).map(this::asShare)
                .toArray());
    }

    private static boolean isQuotable(Comparison c) {
        return c.errorKnown() && !Numbers.saysNothing(c.low(), c.high());
    }

    private static String unit(Comparison c) {
        return times(c) ? " times" : " %";
    }

    private static boolean times(Comparison c) {
        return Numbers.isMultiple(c.ratio());
    }

    private String better() {
        return objective.isSpeed() ? "faster" : objective.measure().better() == Direction.HIGHER ? "higher" : "lower";
    }

    /** By how much the better is lower is a share of the other: half of it is 50 % lower, and no 100 %. */
    public double asShare(double ratio) {
        return objective.isSpeed() || objective.measure().better() == Direction.HIGHER ? ratio : 2 - 1 / ratio;
    }

    private String error(Comparison c) {
        String runs = runs(c);
        if (!c.errorKnown()) {
            boolean single = c.baseRuns() == 1 || c.otherRuns() == 1;
            boolean elsewhere = comparisons.anyImported();
            return isApart(c) && !single ? comparisons.whyUnknown()
                    : runs + (isApart(c) && !elsewhere ? ", not interleaved" : "") + ", no confidence interval";
        }
        return (isQuotable(c) ? interval(c).orElseThrow() : "runs of one setting differ too much by themselves") + ", "
                + runs;
    }

    /** Whether nothing is known of two rows' error, and they were not run side by side either. */
    private static boolean isApart(Comparison c) {
        return !c.errorKnown() && !c.paired();
    }

    /** Behind a figure that has no interval: what else than the settings it may come from, or that there is none. */
    public String doubt(Comparison c) {
        boolean parted = isApart(c) && !comparisons.anyImported();
        return c.baseRuns() > 1 || c.otherRuns() > 1 ? ", no confidence interval" : ", luck of the choice"
                + (parted ? " and the difference between " + comparisons.parts() : "") + " included";
    }

    private String runs(Comparison c) {
        int a = c.baseRuns();
        int b = c.otherRuns();
        return a == 1 && b == 1 ? "one " + comparisons.oneValue() + " each" : a == b ? a + " rounds" : Math.max(a, b)
                + " and " + Math.min(a, b) + (Math.min(a, b) == 1 ? " run" : " runs");
    }

    public static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** By which two sentences are alike that only their figures tell apart. */
    public static String withoutFigures(String text) {
        return NUMBER.matcher(text).replaceAll("#");
    }

    public static String list(List<String> words) {
        return words.size() < 2 ? String.join("", words)
                : words.subList(0, words.size() - 1).stream().collect(Collectors.joining(", ")) + " and "
                        + words.getLast();
    }
}
