package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;

/**
 * Ranked rows of some iterations.
 *
 * @param title      what is shown, as in {@code Varying shards, others at their best values}
 * @param dimensions the fixed and varied settings among these very iterations
 * @param measures   measures with a value in at least one row, the objective first
 * @param rows       best first
 * @param comparisons of the rows of the whole report, each with each, of which these are some
 * @param note       what must be said about it: what is missing, that the error is unknown; empty for nothing
 */
public record Table(String title, Dimensions dimensions, List<Measure> measures, List<Row> rows,
        RowComparisons comparisons, String note) {

    public Table {
        measures = List.copyOf(measures);
        rows = List.copyOf(rows);
    }

    /** The same under another title. */
    public Table titled(String other) {
        return new Table(other, dimensions, measures, rows, comparisons, note);
    }

    /** What each group of workers did. */
    public ByGroup byGroup() {
        return ByGroup.of(this);
    }

    /** What its rows are, in the plural, and in how many sessions or rounds these were measured, where that matters. */
    public String counted() {
        return (single() ? "single " + comparisons.oneValue() + "s" : "settings")
                + comparisons.partedBy(rows).map(parts -> " in " + parts).orElse("");
    }

    /**
     * What is no setting's doing in a difference of two single runs that is told, behind it; empty where the rows have
     * several, whose error is told, or why it is not known.
     */
    public String luck(Row one, Row other) {
        return !single() ? "" : ", of which luck of the choice " + comparisons.partedBy(one, other)
                .map(parts -> "and the difference between " + parts + " are part").orElse("is part");
    }

    /** Whether there are several rows and each has a single run, so that every row may be best. */
    public boolean single() {
        return rows.size() > 1 && rows.stream().allMatch(r -> r.cell(measures.getFirst().name())
                .map(c -> c.estimate().runs() == 1).orElse(true));
    }

    /**
     * What is said of other rows that may be as good as one, in a clause; empty where there are none. Some are tied
     * with it, of others nobody knows: they have a single run, or were measured in another session.
     *
     * @param others of the best group
     * @param why    behind those that are tied with it; may be empty
     */
    public String tiedRows(Row best, List<Row> others, String why) {
        long tied = others.stream().filter(r -> comparisons.isBeaten(r, best).isPresent()).count();
        long unknown = others.size() - tied;
        String sentence = tied == 0 ? "" : (tied == 1 ? "one other setting is" : tied + " other settings are")
                + " tied with it" + why;
        return sentence + (unknown == 0 ? "" : (sentence.isEmpty() ? "" : ", and ")
                + Numbers.counted(unknown, "other setting")
                + " may be as good, as " + (unknown == 1 ? "its" : "their") + " error is not known");
    }

    /** Whether any row can be shut out of the best group: where none can be judged, each may be best. */
    public boolean judged() {
        return rows.stream().anyMatch(comparisons::isJudged);
    }

    /** Whether there is a best group to be marked. */
    public boolean ranks() {
        return rows.size() > 1 && judged() && (!dimensions.chosen().isEmpty() || showsDurability());
    }

    /**
     * What the mark of the best group means where it is given in each class of durability, or under each condition;
     * empty where there is one group.
     */
    public String legend() {
        List<String> of = Stream.concat(showsDurability() ? Stream.of("durability class ("
                + rows.stream().map(r -> r.durability()).distinct()
                .sorted(Comparator.comparing(d -> d.map(Enum::ordinal)
                .orElse(Integer.MAX_VALUE))).map(d -> d.map(Durability::word).orElse("not stated"))
                .collect(Collectors.joining(" / ")) + ")") : Stream.empty(),
                dimensions.conditions().stream().map(Dimension::name)).toList();
        return !ranks() || of.isEmpty() ? "" : "● best of its " + String.join(" and ", of)
                + ", with what does not differ significantly from that.";
    }

    /**
     * The same without a decision on which rows are best, which a comparison of them makes: as far as this table tells,
     * each may be. That too few rounds give it no interval says nothing of that comparison, which has one from two on.
     */
    public Table undecided() {
        return new Table(title, dimensions, measures, rows.stream().map(Row::inBestGroup).toList(), comparisons,
                comparisons.isInterleaved() ? note.replace(Tables.undecided(comparisons), "").strip() : note);
    }

    /** Whether rows tell their class of durability each: where all have the same, it is one of the fixed settings. */
    public boolean showsDurability() {
        return dimensions.settings().stream().noneMatch(f -> f.name().equals(Durability.FACT))
                && rows.stream().anyMatch(r -> r.durability().isPresent());
    }

    /** The measures of runs as a whole. */
    public List<Measure> common() {
        return byGroup().common(measures);
    }
}
