package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;

/**
 * The first row of each class of durability, the strongest class first, and last those of which none is stated. Where
 * there are several, nothing is best without a word on its class: speed may be what giving up durability buys.
 *
 * @param results of rows that had to bear the same as the first row of all
 */
public record DurabilityClasses(List<ClassResult> results) {

    /**
     * How a class did.
     *
     * @param stated its class; empty where none is stated
     * @param first  the first of its rows
     * @param tied   how many others of its rows are tied with that
     */
    public record ClassResult(Optional<Durability> stated, Row first, long tied) {}

    /** Not stated may be anything, and so comes last. */
    private static final Comparator<Optional<Durability>> STRONGEST_FIRST =
            Comparator.comparingInt(d -> d.map(Enum::ordinal).orElse(Integer.MAX_VALUE));

    public DurabilityClasses {
        results = List.copyOf(results);
    }

    /** @param table with a row that has a value of the objective */
    public static DurabilityClasses of(Objective objective, Table table) {
        Map<Optional<Durability>, List<Row>> byClass = new LinkedHashMap<>();
        table.rows().stream().filter(r -> r.cell(objective.measure().name()).isPresent())
                .filter(r -> table.dimensions().sameConditions(table.rows().getFirst(), r))
                .forEach(r -> byClass.computeIfAbsent(r.durability(), _ -> new ArrayList<>()).add(r));
        return new DurabilityClasses(byClass.entrySet().stream().sorted(Map.Entry.comparingByKey(STRONGEST_FIRST))
                .map(e -> new ClassResult(e.getKey(), e.getValue().getFirst(),
                        table.judged() ? e.getValue().stream().filter(Row::best).count() - 1 : 0)).toList());
    }

    public boolean several() {
        return results.size() > 1;
    }

    /** Those with a stronger promise than a row has, as far as anyone knows, the strongest first. */
    public List<ClassResult> stronger(Row row) {
        return results.stream().filter(s -> STRONGEST_FIRST.compare(s.stated(), row.durability()) < 0
                || s.stated().isEmpty() && row.durability().filter(d -> d != Durability.DURABLE).isPresent()).toList();
    }

    /** {@code os-buffered}, or {@code of a durability that is not stated}. */
    public static String word(Optional<Durability> stated) {
        return stated.map(Durability::word).orElse("of a durability that is not stated");
    }

    /** {@code it is os-buffered: a power failure may lose what the system had not yet written}. */
    public static String qualifier(Row row) {
        return row.durability().map(d -> "it is " + d.word() + ": "
                + (d == Durability.DURABLE ? "an acknowledged write " : "") + d.inShort())
                .orElse("its durability is not stated");
    }

    /**
     * The answer where there are {@link #several}: what comes first with its class, and the best of each stronger one.
     *
     * @param gain what going from the defaults to the first row buys, as it goes behind a value; may be empty
     */
    String answer(Objective objective, Table table, String gain) {
        Row first = table.rows().getFirst();
        List<ClassResult> stronger = stronger(first);
        String named = FindingText.capital(describe(table, first));
        if (stronger.isEmpty()) {
            return named + " comes first, and nothing measured is more durable (" + qualifier(first) + "): "
                    + value(objective.measure(), first) + gain + ".";
        }
        return named + " comes first: " + value(objective.measure(), first) + ", but " + qualifier(first) + ". "
                + stronger.stream().map(s -> (s == stronger.getFirst() ? "Best" : "best") + " of those that are "
                        + word(s.stated()) + ": " + describe(table, s.first()) + ", "
                        + value(objective.measure(), s.first()) + tied(s.tied())).collect(Collectors.joining("; "))
                + "." + ratio(objective, table, stronger.getFirst().first(), first);
    }

    /** How much is gained by giving the strongest promise up. */
    private static String ratio(Objective objective, Table table, Row from, Row to) {
        return table.comparisons().compare(from, to)
                .map(c -> new Effect(Effect.Base.TOGETHER, "", describe(table, from), describe(table, to), from, to, c))
                .map(e -> " " + String.join(" ", new FindingText(objective, table.comparisons()).sentences(List.of(e),
                        Effect.Base.TOGETHER))).orElse("");
    }

    private static String tied(long others) {
        return others == 0 ? "" : others == 1 ? " (one other tied with it)" : " (" + others + " others tied with it)";
    }

    private static String value(Measure measure, Row row) {
        return measure.title() + " " + Numbers.sentence(measure, row.cell(measure.name()).orElseThrow());
    }

    private static String describe(Table table, Row row) {
        List<Dimension> conditions = table.dimensions().conditions();
        return (conditions.isEmpty() ? "" : "with " + Effects.describe(conditions, row) + ", ")
                + Effects.describe(table.dimensions().chosen(), row);
    }
}
