package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.report.analysis.Verdict.Kind;
import dev.tidemark.report.analysis.table.Compared;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;

/**
 * Finds a report's verdict: from its table and the comparisons of its rows, and nothing that the tables do not show.
 */
final class Verdicts {

    private static final String DEFAULTS = "the defaults";
    private static final String NONE = "No clear winner";
    private static final int MOST_ELSEWHERE = 4;

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
            return new Verdict(unusable.get(), report.answer(), NextSteps.ofUnusable(report, unusable.get()));
        }
        if (!report.ramps().isEmpty() || !report.rates().isEmpty()) {
            return isRunning() ? new Verdict(Kind.IN_PROGRESS, found(), List.of()) : searched();
        }
        Verdict found = !report.comparisons().isEmpty() && rows.size() > 1 ? compared()
                : report.confirmation().map(this::confirmed).orElseGet(() ->
                chosen() ? ranked() : new Verdict(Kind.MEASURED, report.answer(), NextSteps.ofOneRun(report)));
        if (found.kind() == Kind.CLEAR_WINNER && !Disturbance.of(report.table(), report.confirmation()).isEmpty()) {
            found = found.disturbed(report.confirmation().filter(c -> c.best() == c.effect().after()).isPresent()
                    ? "better than the defaults" : found.kind().word());
        }
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

    /** Of one ramp no more than it found: why, and how surely, stands with its curve. */
    private String found() {
        return report.ramps().size() == 1 ? report.ramps().getFirst().headline() : report.answer();
    }

    /** A knee or a limit that rests on single runs is a guess, and so is a rate of which neither end is sure. */
    private Verdict searched() {
        boolean found = report.ramps().stream().allMatch(r -> r.curve().knee().isPresent() || r.findsLimit())
                && report.rates().stream().allMatch(r -> r.rate().isPresent());
        boolean certain = report.ramps().stream().allMatch(r -> r.curve().knee().map(RampCurve.Knee::certain)
                .orElseGet(r::findsLimitForSure))
                && report.rates().stream().flatMap(r -> r.curve().sustained().stream())
                .allMatch(s -> s.low().isPresent() || s.high().isPresent());
        return !found ? new Verdict(Kind.LIMIT_NOT_FOUND, found(), List.of())
                : certain ? new Verdict(Kind.LIMIT_FOUND, found(), List.of())
                : new Verdict(Kind.EXPLORATORY, found(), NextSteps.ofGuess(report));
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
        int points = report.comparisons().stream().mapToInt(c -> Math.max(1, c.points().size())).sum();
        String others = points == 1 ? "" : " It is one of " + points + " comparisons.";
        Optional<String> durability = report.comparisons().stream().flatMap(c -> c.durability().stream()).findFirst();
        return new Verdict(report.decisive().map(d -> !d.tested() ? Kind.EXPLORATORY
                : !d.significant() ? Kind.NO_CLEAR_WINNER
                : durability.isEmpty() ? Kind.CLEAR_WINNER : Kind.LESS_DURABLE).orElse(Kind.MEASURED),
                sentences.getFirst() + others + durability.map(d -> " " + d).orElse(""), List.of());
    }

    /** Of two settings in rounds of their own; what to try beyond the first of all is told by the others. */
    private Verdict confirmed(Confirmation confirmation) {
        Stream<NextStep> beyond = chosen() ? ranked().next().stream().filter(s -> s.kind() != NextStep.Kind.ROUNDS)
                : Stream.empty();
        return new Verdict(confirmation.significant() ? Kind.CLEAR_WINNER : Kind.NO_CLEAR_WINNER,
                confirmation.headline(),
                Stream.concat(NextSteps.ofConfirmed(report, confirmation).stream(), beyond).toList());
    }

    private Verdict ranked() {
        Row best = rows.getFirst();
        DurabilityClasses classes = DurabilityClasses.of(report.objective(), report.table());
        List<Row> all = rows.stream().skip(1).filter(r -> dimensions.sameConditions(best, r))
                .filter(r -> r.cell(report.objective().measure().name()).isPresent()).toList();
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
            default -> FindingText.capital(cameFirst(best, base(best, others, standard)))
                    + (report.table().single() && comparisons.partedBy(rows).isEmpty() && standard.isPresent()
                    && steps.all().stream().anyMatch(s -> s.kind() == NextStep.Kind.ROUNDS)
                    ? "; --confirm 5 would tell."
                    : comparisons.byTurns(base(best, others, standard).row, best) ? "; more rounds would tell."
                    : "; rounds by turns would tell.")
                    + (report.table().single() || report.table().judged() ? "" : " " + report.table().note());
        };
        return new Verdict(kind, within(best, headline) + elsewhere(best), steps.all());
    }

    /** What came first where something else was to be done, or to be borne: no more than that is said of it. */
    private String elsewhere(Row best) {
        List<Row> firsts = new ArrayList<>(List.of(best));
        rows.stream().filter(r -> r.cell(report.objective().measure().name()).isPresent())
                .filter(r -> firsts.stream().noneMatch(f -> dimensions.sameConditions(f, r))).forEach(firsts::add);
        List<Row> others = firsts.subList(1, firsts.size());
        if (others.isEmpty()) {
            return "";
        }
        boolean same = others.stream().allMatch(r -> name(r).equals(name(best)));
        List<String> named = others.stream().limit(MOST_ELSEWHERE).map(r -> (same ? "" : name(r) + " with ")
                + Effects.describe(dimensions.conditions(), r)).toList();
        String more = others.size() > MOST_ELSEWHERE ? " and " + (others.size() - MOST_ELSEWHERE) + " more" : "";
        return (same ? " It came first with " : " First came ") + (more.isEmpty() ? FindingText.list(named)
                : String.join(", ", named) + more) + (same ? ", too." : ".");
    }

    /** What is less durable may only be faster for that; what is at least as durable as all, and faster, has won. */
    private Verdict acrossClasses(DurabilityClasses classes, Row best, List<Row> all, List<Row> others) {
        boolean dominates = classes.stronger(best).isEmpty();
        Row rival = dominates ? all.getFirst() : classes.stronger(best).getFirst().first();
        Optional<Boolean> beaten = comparisons.isBeaten(rival, best);
        boolean clear = dominates && all.stream().allMatch(r -> comparisons.isBeaten(r, best).orElse(false));
        Kind kind = beaten.isEmpty() ? Kind.EXPLORATORY : clear ? Kind.CLEAR_WINNER
                : !dominates && beaten.get() ? Kind.LESS_DURABLE : Kind.NO_CLEAR_WINNER;
        List<NextStep> next = others.isEmpty() ? List.of() : new NextSteps(report, best, others,
                report.defaultRow().filter(s -> s == best || others.contains(s))).all();
        String line = kind != Kind.EXPLORATORY ? name(best) + gain(rival, best, name(rival))
                : cameFirst(best, new Base(rival, name(rival)));
        return new Verdict(kind, conditions(best) + (dominates
                ? (kind == Kind.EXPLORATORY ? FindingText.capital(line) : "Use " + line)
                        + "; nothing measured is more durable (" + DurabilityClasses.qualifier(best) + ")."
                : FindingText.capital(line) + ", but " + DurabilityClasses.qualifier(best) + ". "
                        + stronger(classes, rival, kind)), next);
    }

    /** What to take where the promise is not given up; of one alone there is no choice. */
    private String stronger(DurabilityClasses classes, Row first, Kind kind) {
        String word = DurabilityClasses.word(first.durability());
        long tied = classes.results().stream().filter(s -> s.first() == first)
                .mapToLong(DurabilityClasses.ClassResult::tied).sum();
        boolean alone = rows.stream().filter(r -> r.durability().equals(first.durability())
                && dimensions.sameConditions(r, first)).count() == 1;
        return alone ? FindingText.capital(name(first)) + " is " + word + "." : "Of those that are " + word + ", "
                + (kind == Kind.EXPLORATORY || tied > 0 ? name(first) + " came first." : "use " + name(first) + ".");
    }

    /** A sentence with what had to be borne; that nothing has won is said before it, as where nothing had to be. */
    private String within(Row row, String headline) {
        String conditions = Effects.describe(dimensions.conditions(), row);
        return !conditions.isEmpty() && headline.startsWith(NONE) ? NONE + " with " + conditions
                + headline.substring(NONE.length()) : conditions(row) + headline;
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
        String company = report.table().tiedRows(best, others.stream().filter(Row::best).toList(),
                " (no significant difference)");
        if (standard.isEmpty()) {
            return NONE + ": " + name(best) + " came first, and " + company + ".";
        }
        if (standard.get() == best) {
            return "Keep the defaults, " + name(best) + ": no other setting is significantly better.";
        }
        return comparisons.compare(standard.get(), best).filter(c -> c.significant() && c.ratio() > 1).isPresent()
                ? "Use " + name(best) + gain(standard.get(), best, DEFAULTS) + "; " + company + "."
                : NONE + ": " + name(best) + " came first, with " + comparisons.compare(standard.get(), best)
                .map(c -> words.gain(c, DEFAULTS)).orElse("no ratio to the defaults") + ".";
    }

    /** What is seen, where nobody knows how much runs differ: of many single runs the first is the luckiest, too. */
    private String cameFirst(Row best, Base base) {
        // Rows stand in the order of their means; that of their geometric means may be another.
        Optional<String> amount = comparisons.compare(base.row, best).filter(c -> c.ratio() > 1)
                .map(c -> ", " + words.amountOver(c, base.name));
        String luck = report.table().luck(base.row, best);
        boolean usual = report.defaultRow().filter(s -> s == best).isPresent();
        return (usual ? "the defaults, " + name(best) + "," : name(best))
                + Answer.firstOf(report.objective().measure(), report.table(), report.table().counted())
                + amount.map(a -> a + (luck.isEmpty() ? ", without a confidence interval" : luck)).orElse("");
    }
}
