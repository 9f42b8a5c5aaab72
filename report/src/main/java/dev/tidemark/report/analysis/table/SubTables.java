package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;

/** For each dimension the rows in which it alone varies. */
public final class SubTables {

    private final LabelResults results;
    private final Objective objective;
    private final Table table;
    private final Defaults defaults;
    private final List<Dimension> dimensions;
    /** Those that are ranked, in their order. */
    private final List<Iteration> usable;

    public SubTables(LabelResults results, Objective objective, Table table, Defaults defaults) {
        this.results = results;
        this.objective = objective;
        this.table = table;
        this.defaults = defaults;
        this.dimensions = table.dimensions().varied();
        Set<Long> ranked = table.rows().stream().flatMap(r -> r.iterations().stream()).map(Iteration::id)
                .collect(Collectors.toSet());
        this.usable = results.usable().stream().filter(i -> ranked.contains(i.id())).toList();
    }

    public List<Table> all() {
        if (dimensions.size() < 2) {
            return List.of();
        }
        List<Table> tables = new ArrayList<>();
        if (!results.space().equals("study")) {
            dimensions.forEach(d -> tables.add(atOptimum(d)));
        }
        dimensions.forEach(d -> tables.add(atDefaults(d)));
        return tables;
    }

    private Table atOptimum(Dimension varied) {
        Row best = table.rows().getFirst();
        return varying(varied, "Varying " + varied.name() + ", others " + (table.showsDurability()
                ? "as in the first row" : "at their best values"),
                d -> Optional.of(best.level(d.name()).text()),
                (d, i) -> d.same(best.level(d.name()), Tables.level(i, d.name())));
    }

    private Table atDefaults(Dimension varied) {
        return varying(varied, "Varying " + varied.name() + ", others at their defaults", defaults::text,
                defaults::matches);
    }

    private Table varying(Dimension varied, String title, Function<Dimension, Optional<String>> valueOf,
            BiPredicate<Dimension, Iteration> matches) {
        List<Dimension> others = dimensions.stream().filter(d -> d != varied).toList();
        List<Iteration> part = usable.stream()
                .filter(i -> others.stream().allMatch(d -> matches.test(d, i))).toList();
        if (part.isEmpty()) {
            return Tables.missing(title, table.comparisons(), missing(others, valueOf, matches));
        }
        Table found = Tables.part(title, objective, results.measures(), part, table.comparisons());
        return found.dimensions().varied().isEmpty()
                ? Tables.missing(title, table.comparisons(), "Only " + varied.name() + " "
                        + Tables.level(part.getFirst(), varied.name())
                        + " was run with " + values(others, valueOf) + ".")
                : found;
    }

    /** Which of the wanted values no row has; when each occurs somewhere, that they never occur together. */
    private String missing(List<Dimension> others, Function<Dimension, Optional<String>> valueOf,
            BiPredicate<Dimension, Iteration> matches) {
        List<Dimension> unknown = others.stream().filter(d -> valueOf.apply(d).isEmpty()).toList();
        if (!unknown.isEmpty()) {
            return "No default was recorded for " + FindingText.list(unknown.stream().map(Dimension::name).toList())
                    + ".";
        }
        List<Dimension> absent = others.stream()
                .filter(d -> usable.stream().noneMatch(i -> matches.test(d, i))).toList();
        return absent.isEmpty() ? "Nothing was run with " + values(others, valueOf) + " together."
                : "Nothing was run with " + values(absent, valueOf) + ".";
    }

    private static String values(List<Dimension> dimensions, Function<Dimension, Optional<String>> valueOf) {
        return dimensions.stream().map(d -> d.name() + " " + valueOf.apply(d).orElse(""))
                .collect(Collectors.joining(", "));
    }
}
