package dev.tidemark.report.analysis;

import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.analysis.Verdict.Kind;
import dev.tidemark.report.analysis.table.Compared;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a report's verdict: from its table and the comparisons of its rows, and nothing that the tables do not show. */
final class Verdicts {

    private static final String DEFAULTS = "the defaults";

    private final Report report;
    private final RowComparisons comparisons;
    private final FindingText words;
    private final Dimensions dimensions;
    private final List<Row> rows;

    private Verdicts(Report report) {
        this.report = report;
        this.comparisons = report.table().comparisons();
        this.words = new FindingText(report.objective(), comparisons);
        this.dimensions = report.table().dimensions();
        this.rows = report.table().rows();
    }

    static Verdict of(Report report) {
        return new Verdicts(report).verdict();
    }

    private Verdict verdict() {
        Optional<Kind> unusable = unusable();
        if (unusable.isPresent()) {
            return new Verdict(unusable.get(), report.answer(), List.of());
        }
        if (!report.ramps().isEmpty() || !report.rates().isEmpty()) {
            return isRunning() ? new Verdict(Kind.IN_PROGRESS, report.answer(), List.of()) : searched();
        }
        Verdict found = !report.comparisons().isEmpty() && rows.size() > 1 ? compared()
                : report.confirmation().map(this::confirmed).orElseGet(() ->
                chosen() ? ranked() : new Verdict(Kind.MEASURED, report.answer(), NextSteps.ofOneRun(report)));
        return isRunning() ? new Verdict(Kind.IN_PROGRESS, "So far: " + found.headline(), List.of()) : found;
    }

    private boolean isRunning() {
        return report.excluded().stream().anyMatch(i -> i.state() == IterationState.RUNNING);
    }

    /** Where no row is ranked, what the iterations came to. */
    private Optional<Kind> unusable() {
        if (!rows.isEmpty()) {
            return Optional.empty();
        }
        List<IterationState> states = report.excluded().stream().map(Iteration::state).distinct().toList();
        return Optional.of(states.isEmpty() ? Kind.NOTHING_YET
                : states.contains(IterationState.RUNNING) ? Kind.IN_PROGRESS
                : states.contains(IterationState.INVALID) || states.contains(IterationState.DONE) ? Kind.INVALID
                : states.contains(IterationState.FAILED) ? Kind.FAILED : Kind.STOPPED);
    }

    /** A knee that rests on single runs is a guess. */
    private Verdict searched() {
        boolean found = report.ramps().stream().allMatch(r -> r.curve().knee().isPresent())
                && report.rates().stream().allMatch(r -> r.rate().isPresent());
        boolean certain = report.ramps().stream().allMatch(r -> r.curve().knee().filter(RampCurve.Knee::certain).isPresent());
        return !found ? new Verdict(Kind.LIMIT_NOT_FOUND, report.answer(), List.of())
                : certain ? new Verdict(Kind.LIMIT_FOUND, report.answer(), List.of())
                : new Verdict(Kind.EXPLORATORY, report.answer(), NextSteps.ofGuess(report));
    }

    /** Whether there is anything to choose, and this report is to say what. */
    private boolean chosen() {
        return rows.size() > 1 && !dimensions.chosen().isEmpty()
                && rows.getFirst().cell(report.objective().measure().name()).isPresent()
                && Compared.of(report.results(), dimensions.varied()).isEmpty();
    }

    /** What the comparison decides; of several, the first, and that there are more. */
    private Verdict compared() {
        List<String> sentences = report.comparisons().stream().flatMap(c -> c.sentences().stream()).toList();
        String others = sentences.size() == 1 ? "" : " It is one of " + sentences.size() + " comparisons.";
        Optional<String> durability = report.comparisons().stream().flatMap(c -> c.durability().stream()).findFirst();
        return new Verdict(report.decisive().map(d -> !d.tested() ? Kind.EXPLORATORY : !d.significant() ? Kind.NO_CLEAR_WINNER
                : durability.isEmpty() ? Kind.CLEAR_WINNER : Kind.MEASURED).orElse(Kind.MEASURED),
                sentences.getFirst() + others + durability.map(d -> " " + d).orElse(""), List.of());
    }

    /** Of two settings in rounds of their own; what to try beyond the first of all is told by the others. */
    private Verdict confirmed(Confirmation confirmation) {
        Stream<NextStep> beyond = chosen() ? ranked().next().stream().filter(s -> s.kind() != NextStep.Kind.ROUNDS)
                : Stream.empty();
        return new Verdict(confirmation.told() ? Kind.CLEAR_WINNER : Kind.NO_CLEAR_WINNER, confirmation.headline(),
                Stream.concat(NextSteps.ofConfirmed(report, confirmation).stream(), beyond).toList());
    }

    private Verdict ranked() {
        Row best = rows.getFirst();
        DurabilityClasses classes = DurabilityClasses.of(report.objective(), report.table());
        List<Row> all = rows.stream().skip(1).filter(r -> dimensions.sameConditions(best, r)).toList();
        List<Row> others = all.stream().filter(r -> r.durability().equals(best.durability())).toList();
        if (classes.several()) {
            return acrossClasses(classes, best, all, others);
        }
        if (others.isEmpty()) {
            return new Verdict(Kind.MEASURED, report.answer(), List.of());
        }
        Optional<Row> standard = report.defaultRow().filter(s -> s == best || others.contains(s));
        NextSteps steps = new NextSteps(report, best, others, standard);
        // Of the difference that the sentence tells.
        boolean known = comparisons.isBeaten(base(best, others, standard).row, best).isPresent();
        Kind kind = !known ? Kind.EXPLORATORY : others.stream().noneMatch(Row::best) ? Kind.CLEAR_WINNER
                : Kind.NO_CLEAR_WINNER;
        String headline = switch (kind) {
            case CLEAR_WINNER -> clear(best, others, standard);
            case NO_CLEAR_WINNER -> tied(best, others, standard) + steps.toBecomeClear().map(s -> " " + s).orElse("");
            default -> exploratory(best, others, standard);
        };
        return new Verdict(kind, conditions(best) + headline, steps.all());
    }

    /** What is less durable may only be faster for that; what is at least as durable as all, and faster, has won. */
    private Verdict acrossClasses(DurabilityClasses classes, Row best, List<Row> all, List<Row> others) {
        boolean known = comparisons.isBeaten(all.getFirst(), best).isPresent();
        boolean dominates = classes.stronger(best).isEmpty();
        boolean clear = dominates && all.stream().allMatch(r -> comparisons.isBeaten(r, best).orElse(false));
        Kind kind = !known ? Kind.EXPLORATORY : clear ? Kind.CLEAR_WINNER : Kind.NO_CLEAR_WINNER;
        List<NextStep> next = others.isEmpty() ? List.of() : new NextSteps(report, best, others,
                report.defaultRow().filter(s -> s == best || others.contains(s))).all();
        Row rival = dominates ? all.getFirst() : classes.stronger(best).getFirst().first();
        String line = name(best) + gain(rival, best, name(rival));
        return new Verdict(kind, conditions(best) + (dominates ? "Use " + line + "; nothing measured is more durable ("
                + DurabilityClasses.qualifier(best) + ")." : FindingText.capital(line) + ", but " + DurabilityClasses.qualifier(best)
                + ". Of those that are " + DurabilityClasses.word(rival.durability()) + ", use " + name(rival) + "."), next);
    }

    private String conditions(Row row) {
        String conditions = Effects.describe(dimensions.conditions(), row);
        return conditions.isEmpty() ? "" : "With " + conditions + ": ";
    }

    private String name(Row row) {
        return Effects.describe(dimensions.chosen(), row);
    }

    private String clear(Row best, List<Row> others, Optional<Row> standard) {
        Base base = base(best, others, standard);
        return use(best, standard) + gain(base.row, best, base.name) + ".";
    }

    /** What the best is measured by: the defaults, or where it is these, or they were not run, the next best. */
    private record Base(Row row, String name) {}

    private Base base(Row best, List<Row> others, Optional<Row> standard) {
        return standard.filter(s -> s != best).map(s -> new Base(s, DEFAULTS)).orElseGet(() ->
                new Base(others.getFirst(), "the next best, " + name(others.getFirst())));
    }

    private String use(Row best, Optional<Row> standard) {
        return (standard.filter(s -> s == best).isPresent() ? "Keep the defaults, " : "Use ") + name(best);
    }

    /** Behind a name; empty where two numbers have no ratio. */
    private String gain(Row base, Row best, String from) {
        return comparisons.compare(base, best).map(c -> ": " + words.gain(c, from)).orElse("");
    }

    private String tied(Row best, List<Row> others, Optional<Row> standard) {
        long tied = others.stream().filter(Row::best).count();
        String company = tied == 1 ? "one other setting is tied with it" : tied + " other settings are tied with it";
        if (standard.isEmpty()) {
            return "No clear winner: " + name(best) + " came first, and " + company + ".";
        }
        if (standard.get() == best) {
            return "Keep the defaults, " + name(best) + ": no other setting is significantly better.";
        }
        return comparisons.compare(standard.get(), best).filter(c -> c.told() && c.ratio() > 1).isPresent()
                ? "Use " + name(best) + gain(standard.get(), best, DEFAULTS) + "; " + company + "."
                : "No clear winner: " + name(best) + " came first, with " + comparisons.compare(standard.get(), best)
                .map(c -> words.gain(c, DEFAULTS)).orElse("no ratio to the defaults") + ".";
    }

    private String exploratory(Row best, List<Row> others, Optional<Row> standard) {
        Base base = base(best, others, standard);
        // Rows stand in the order of their means; that of their geometric means may be another.
        String amount = comparisons.compare(base.row, best).filter(c -> c.ratio() > 1)
                .map(c -> ": about " + words.amountOver(c, base.name)).orElse("");
        return use(best, standard) + amount + ", not yet certain ("
                + (report.table().single() ? "one run each" : "no confidence interval") + ").";
    }
}
