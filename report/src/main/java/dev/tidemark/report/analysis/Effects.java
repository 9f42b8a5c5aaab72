package dev.tidemark.report.analysis;

import dev.tidemark.core.stat.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds what each change alone buys, at the optimum and at the defaults, and what all of them buy together. */
final class Effects {

    private final Objective objective;
    private final Dimensions dimensions;
    private final List<Row> rows;
    private final Defaults defaults;

    Effects(Objective objective, Table table, Defaults defaults) {
        this.objective = objective;
        this.dimensions = table.dimensions();
        this.rows = table.rows().stream()
                .filter(r -> r.cell(objective.measure().name()).isPresent() && !objective.isOpen(r)).toList();
        this.defaults = defaults;
    }

    /**
     * The largest changes for the better first within each base. The probabilities are adjusted for all effects
     * together, so that one label gives a false alarm no more often than one test does.
     */
    List<Effect> all() {
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
        return adjusted(effects);
    }

    private Optional<Effect> together(Row standard, Row best) {
        List<Dimension> changed = dimensions.varied().stream()
                .filter(d -> !standard.level(d.name()).equals(best.level(d.name()))).toList();
        return changed.size() < 2 ? Optional.empty() : objective.compare(standard, best).map(c ->
                new Effect(Effect.Base.TOGETHER, "", "the defaults", describe(changed, best), c, c.p()));
    }

    static String describe(List<Dimension> dimensions, Row row) {
        return dimensions.stream().map(d -> d.describe(row)).collect(Collectors.joining(", "));
    }

    private List<Effect> around(Row base, Effect.Base kind) {
        List<Effect> effects = new ArrayList<>();
        for (Dimension dimension : dimensions.varied()) {
            for (Row other : rows) {
                if (differsOnlyIn(dimension, base, other)) {
                    boolean towardsBase = kind == Effect.Base.OPTIMUM;
                    Row from = towardsBase ? other : base;
                    Row to = towardsBase ? base : other;
                    objective.compare(from, to).ifPresent(c -> effects.add(new Effect(kind, dimension.name(),
                            value(dimension, from), value(dimension, to), c, c.p())));
                }
            }
        }
        return effects;
    }

    private static String value(Dimension dimension, Row row) {
        return dimension.describe(row).substring(dimension.name().length() + 1);
    }

    private boolean differsOnlyIn(Dimension dimension, Row base, Row other) {
        return dimensions.varied().stream().allMatch(d ->
                base.level(d.name()).equals(other.level(d.name())) != (d == dimension));
    }

    private static List<Effect> sorted(List<Effect> effects) {
        return effects.stream().sorted(Comparator.comparingDouble(Effect::percent).reversed()).toList();
    }

    private static List<Effect> adjusted(List<Effect> effects) {
        double[] p = Comparison.holm(effects.stream().mapToDouble(e -> e.comparison().p()).toArray());
        List<Effect> adjusted = new ArrayList<>();
        for (int i = 0; i < p.length; i++) {
            Effect e = effects.get(i);
            adjusted.add(new Effect(e.base(), e.dimension(), e.from(), e.to(), e.comparison(), p[i]));
        }
        return adjusted;
    }
}
