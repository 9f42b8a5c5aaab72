package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;

/**
 * What rounds of the default point and of the point that came first show, side by side. That one came first of many is
 * in part luck; so nothing of the rounds before is in it, and two points are compared, not many.
 *
 * @param table    both points
 * @param effect   from the defaults to what came first
 * @param classes  whether there were settings of other durability, which were not looked at
 */
public record Confirmation(Table table, Effect effect, boolean classes, Objective objective) {

    private static final String TITLE = "Confirmation: the defaults against the setting that came first";

    /**
     * Of all rounds that confirm, however often that was done: of several tries the last one would be a choice. The
     * setting is that of the newest that has runs of both. Empty where there are none, or not yet with an error that is known.
     *
     * @param screening of all settings; looks at it after earlier executions have spent their part of the level
     */
    static Optional<Confirmation> of(LabelResults results, Objective objective, List<Iteration> usable,
            Table screening) {
        List<Iteration> confirming = usable.stream().filter(Iteration::confirms).toList();
        Set<Long> both = batches(confirming, Plan.FIRST);
        both.retainAll(batches(confirming, Plan.DEFAULTS));
        long newest = both.stream().mapToLong(Long::longValue).max().orElse(-1);
        Table table = Tables.whole(objective, results, confirming,
                execution -> screening.comparisons().looksUntil(execution - 1));
        Optional<Row> standard = row(table, newest, Plan.DEFAULTS);
        Optional<Row> first = row(table, newest, Plan.FIRST).filter(f -> standard.filter(s -> s != f).isPresent());
        return first.flatMap(f -> table.comparisons().compare(standard.get(), f))
                .filter(Comparison::errorKnown).map(c -> new Confirmation(table.titled(TITLE), new Effect(
                        Effect.Base.TOGETHER, "", "the defaults" + Effects.crossing(standard.get(), first.get()),
                        describe(table.dimensions(), first.get()) + Effects.crossing(first.get(), standard.get()),
                        standard.get(), first.get(), c), screening.showsDurability(), objective));
    }

    private static Set<Long> batches(List<Iteration> confirming, int position) {
        return confirming.stream().filter(i -> i.position() == position).map(Iteration::batch)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static Optional<Row> row(Table table, long batch, int position) {
        return table.rows().stream().filter(r -> r.iterations().stream().anyMatch(i -> i.batch() == batch
                && i.position() == position)).findFirst();
    }

    /** Every setting in which the two differ: of two points, all of them go together. */
    private static String describe(Dimensions dimensions, Row row) {
        return dimensions.columns().stream().flatMap(c -> row.iterations().getFirst().setting(c).stream())
                .filter(s -> s.origin() != SettingOrigin.DETECTED).map(s -> s.name() + " " + row.level(s.name()))
                .collect(Collectors.joining(", "));
    }

    /** Whether one of the two is faster, statistically significantly. */
    public boolean significant() {
        return effect.significant();
    }

    /** The setting to use, in words; the defaults where the other is no faster. */
    public String winner() {
        return best() == effect.after() ? effect.to() : "the defaults";
    }

    /** The row of what to use. */
    Row best() {
        return significant() && effect.comparison().ratio() > 1 ? effect.after() : effect.before();
    }

    /** What it reached, in words. */
    public Optional<String> result() {
        Measure measure = objective.measure();
        return best().cell(measure.name()).map(cell -> measure.title() + " " + Numbers.sentence(measure, cell) + ".");
    }

    /** One sentence, with the interval. */
    public String sentence() {
        return new FindingText(objective, table.comparisons())
                .sentences(List.of(effect), Effect.Base.TOGETHER).getFirst();
    }

    /** What to use, confirmed. */
    String headline() {
        FindingText words = new FindingText(objective, table.comparisons());
        boolean better = effect.comparison().ratio() > 1;
        return !significant() ? chosen() + ", but rounds of its own show " + words.gain(effect) + "."
                : better ? "Use " + effect.to() + ": " + words.gain(effect) + ", confirmed."
                        : "Keep the defaults. " + sentence();
    }

    /** Why it was this one: it may have been slower than the defaults, and others faster that are less durable. */
    private String chosen() {
        return FindingText.capital(effect.to()) + " came first of the other settings"
                + (classes ? " that are as durable" : "") + " in the rounds before";
    }

    /** The answer to a label's question, as far as it was confirmed. */
    String answer() {
        String how = " " + chosen() + "; this was measured afterwards, by turns with the defaults.";
        return significant() ? sentence() + how : "No clear winner. " + sentence() + how;
    }
}
