package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.report.analysis.table.Defaults;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Table;

/** Finds what each change alone buys, at the optimum and at the defaults, and what all of them buy together. */
public final class Effects {

    private final RowComparisons comparisons;
    private final Dimensions dimensions;
    private final List<Row> rows;
    private final Defaults defaults;

    public Effects(Objective objective, Table table, Defaults defaults) {
        this.comparisons = table.comparisons();
        this.dimensions = table.dimensions();
        this.rows = table.rows().stream()
                .filter(r -> r.cell(objective.measure().name()).isPresent() && !objective.isOpen(r)).toList();
        this.defaults = defaults;
    }

    /** The largest changes for the better first within each base. */
    public List<Effect> all() {
        List<Effect> effects = new ArrayList<>();
        if (rows.isEmpty()) {
            return effects;
        }
        Row best = rows.getFirst();
        Optional<Row> standard = rows.stream().filter(r -> dimensions.varied().stream()
                .allMatch(d -> defaults.matches(d, r.level(d.name())))).findFirst();
        standard.filter(s -> s != best).flatMap(s -> together(s, best)).ifPresent(effects::add);
        effects.addAll(sorted(around(best, Effect.Base.OPTIMUM)));
        standard.ifPresent(s -> effects.addAll(sorted(around(s, Effect.Base.DEFAULTS))));
        return effects;
    }

    private Optional<Effect> together(Row standard, Row best) {
        List<Dimension> changed = dimensions.varied().stream()
                .filter(d -> !d.same(standard.level(d.name()), best.level(d.name()))).toList();
        return changed.size() < 2 || !dimensions.sameConditions(standard, best) ? Optional.empty()
                : comparisons.compare(standard, best).map(c ->
                new Effect(Effect.Base.TOGETHER, "", "the defaults" + crossing(standard, best), describe(changed, best)
                        + crossing(best, standard), standard, best, c));
    }

    static String describe(List<Dimension> dimensions, Row row) {
        return dimensions.stream().map(d -> d.describe(row)).collect(Collectors.joining(", "));
    }

    private List<Effect> around(Row base, Effect.Base kind) {
        List<Effect> effects = new ArrayList<>();
        for (Dimension dimension : dimensions.chosen()) {
            for (Row other : rows) {
                if (differsOnlyIn(dimension, base, other) && (kind == Effect.Base.OPTIMUM || isUsual(base, other))) {
                    boolean towardsBase = kind == Effect.Base.OPTIMUM;
                    Row from = towardsBase ? other : base;
                    Row to = towardsBase ? base : other;
                    comparisons.compare(from, to).ifPresent(c -> effects.add(new Effect(kind, dimension.name(),
                            value(dimension, from, to), value(dimension, to, from), from, to, c)));
                }
            }
        }
        return effects;
    }

    /** Whether a row has the default of each setting that the base has no value of. */
    private boolean isUsual(Row base, Row other) {
        return dimensions.varied().stream().filter(d -> lacks(base, d))
                .allMatch(d -> defaults.matches(d, other.level(d.name())));
    }

    private static boolean lacks(Row row, Dimension dimension) {
        return dimension.partial() && row.level(dimension.name()) == SettingValue.ABSENT;
    }

    /** With the settings that the other row has no value of. */
    private String value(Dimension dimension, Row row, Row other) {
        String more = describe(dimensions.varied().stream().filter(d -> lacks(other, d) && !lacks(row, d)).toList(),
                row);
        return dimension.describe(row).substring(dimension.name().length() + 1)
                + (more.isEmpty() ? "" : " (" + more + ")") + crossing(row, other);
    }

    /** Where two rows are of different classes of durability, each is called by its own. */
    static String crossing(Row row, Row other) {
        return row.durability().equals(other.durability()) ? ""
                : " (" + row.durability().map(Durability::word).orElse("durability not stated") + ")";
    }

    private boolean differsOnlyIn(Dimension dimension, Row base, Row other) {
        return dimensions.varied().stream().allMatch(d ->
                d.same(base.level(d.name()), other.level(d.name())) != (d == dimension));
    }

    private static List<Effect> sorted(List<Effect> effects) {
        return effects.stream().sorted(Comparator.comparingDouble(Effect::percent).reversed()).toList();
    }
}
