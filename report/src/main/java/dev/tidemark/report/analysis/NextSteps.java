package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.DeclaredSettings;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;
import dev.tidemark.report.analysis.table.SettingValue;

/** What to run next, where one looks for the best setting. */
final class NextSteps {

    /** Rounds that give a first confidence interval which is not a mere line. */
    private static final int FIRST_ROUNDS = 3;
    /** With more settings than these, only those that may be best are run again. */
    private static final int ALL = 12;
    /** Of single runs, smaller effects are no reason to do anything. */
    private static final double WORTHWHILE = 1.05;
    /** Background work that lasts for this share of the load is part of what the load costs. */
    private static final double LONG_SETTLING = 0.5;
    private static final int LONGER = 4;

    private static final String RATE = "rate";
    private static final String UNPACED = "unpaced";
    private static final String IN_FLIGHT = "in-flight";

    private final Report report;
    private final RowComparisons comparisons;
    private final Row best;
    private final List<Row> others;
    private final Optional<Row> standard;
    private final List<Dimension> varied;

    /** @param others those that bear the same as the best, in order */
    NextSteps(Report report, Row best, List<Row> others, Optional<Row> standard) {
        this.report = report;
        this.comparisons = report.table().comparisons();
        this.best = best;
        this.others = others;
        this.standard = standard;
        this.varied = report.table().dimensions().varied();
    }

    /**
     * Of a search whose runs were single. Where the last step alone brought too little, more rounds of the same steps
     * show nothing: a further one does.
     */
    static List<NextStep> ofGuess(Report report) {
        boolean single = report.ramps().stream().flatMap(r -> r.steps().stream()).allMatch(s -> s.rate().runs() == 1);
        boolean edge = report.ramps().stream().flatMap(r -> r.curve().knee().stream())
                .anyMatch(k -> k.beyond() == k.step() + 1);
        return report.results().yaml().isBlank() || !single || edge ? List.of()
                : List.of(NextStep.rounds("2 more rounds may show "
                        + (report.rates().isEmpty() ? "whether it is there." : "between which rates it lies."), 2, false));
    }

    /** Of one setting that was run once. */
    static List<NextStep> ofOneRun(Report report) {
        return report.results().yaml().isBlank() || report.results().iterations().size() != 1 ? List.of()
                : List.of(NextStep.rounds("2 more rounds would give it a confidence interval.", FIRST_ROUNDS - 1,
                        false));
    }

    /** Where nothing is ranked: what may be put right before it is run again. */
    static List<NextStep> ofUnusable(Report report, Verdict.Kind kind) {
        if (report.results().yaml().isBlank()) {
            return List.of();
        }
        boolean late = report.excluded().stream().anyMatch(i -> i.verdict().startsWith(GeneratorCheck.LIMITED));
        boolean searched = !report.rates().isEmpty() || report.ramps().stream().anyMatch(r -> r.param().equals(RATE));
        boolean grouped = report.excluded().stream().anyMatch(i -> !WorkerGroups.names(i.settings()).isEmpty());
        boolean paced = !searched && !grouped && report.excluded().stream().anyMatch(i -> isCounted(i, RATE));
        return switch (kind) {
            case INVALID -> Stream.of(Optional.of(NextStep.again(late
                    ? "On a machine with less else to do, the generator may keep up."
                    : "Fix the cause, then run it again.")), Optional.of(new NextStep(
                            NextStep.Kind.AGAIN, "Without a rate it goes as fast as possible, and nothing can be late.",
                            "Run without a rate", Map.of(), withoutRate(report.excluded()), 0, false, "-unpaced"))
                            .filter(_ -> late && paced)).flatMap(Optional::stream).toList();
            case FAILED -> List.of(NextStep.again("Fix the cause of the failure, then run it again."));
            case STOPPED -> List.of(NextStep.again("It ended before there was anything to rank; the whole can be run "
                    + "again."));
            default -> List.of();
        };
    }

    /** What has a meaning beside a rate alone goes with it. */
    private static Map<String, String> withoutRate(List<Iteration> late) {
        Map<String, String> set = new LinkedHashMap<>(Map.of(RATE, UNPACED));
        if (late.stream().flatMap(i -> i.setting(Arrivals.ARRIVALS.name()).stream())
                .anyMatch(s -> s.text().equals("poisson"))) {
            set.put(Arrivals.ARRIVALS.name(), "constant");
        }
        if (late.stream().anyMatch(i -> isCounted(i, IN_FLIGHT))) {
            set.put(IN_FLIGHT, "workers");
        }
        return set;
    }

    private static boolean isCounted(Iteration iteration, String setting) {
        return iteration.setting(setting).filter(s -> s.number() != null).isPresent();
    }

    /** Where confirming has not told the two apart: as many rounds of them as would, under a label of their own. */
    static Optional<NextStep> ofConfirmed(Report report, Confirmation confirmation) {
        OptionalInt rounds = confirmation.table().comparisons().roundsAnew(confirmation.effect().before(),
                confirmation.effect().after());
        return confirmation.significant() || rounds.isEmpty() || report.results().yaml().isBlank()
                || report.contenders().isEmpty() ? Optional.empty()
                : Optional.of(NextStep.confirmed("About " + rounds.getAsInt() + " rounds of these two alone would show "
                        + "a difference as large as the one seen, with a chance of 80 %.", rounds.getAsInt()));
    }

    /**
     * None where more than settings varies, or nothing is known of how it was run: then it cannot be run again as one.
     */
    List<NextStep> all() {
        if (report.results().yaml().isBlank() || varied.stream().anyMatch(d -> d.chosen()
                && d.kind() != Dimension.Kind.PARAM)) {
            return List.of();
        }
        List<NextStep> beyond = varied.stream().flatMap(d -> beyond(d).stream()).toList();
        return Stream.of(rounds().stream(), beyond.stream(), finer().stream(), longer().stream()).flatMap(s -> s)
                .toList();
    }

    // ---- More rounds ----

    /** What would show a winner, in a sentence; empty where nothing sensible would. */
    Optional<String> toBecomeClear() {
        return rival().filter(this::hasError).map(rival -> isGuess()
                ? "Two rounds show next to nothing of how much rounds differ."
                : more(rival).isEmpty() ? small().orElse(comparisons.pooled()
                        ? "Rounds differ so much by themselves that it would take many more to tell it from "
                                + name(rival) + "; longer ones may do."
                        : "How many more rounds would tell it from " + name(rival)
                                + " is not known: some settings vary much more than others.")
                : "About " + Numbers.counted(more(rival).getAsInt(), "more round")
                        + " would show whether it is better than " + name(rival) + ".");
    }

    /** By what is different about it. */
    private String name(Row rival) {
        return standard.filter(s -> s == rival).isPresent() ? "the defaults"
                : "the next best, " + Effects.describe(report.table().dimensions().chosen().stream()
                        .filter(d -> !d.same(best.level(d.name()), rival.level(d.name()))).toList(), rival);
    }

    private boolean hasError(Row rival) {
        return comparisons.compare(rival, best).filter(Comparison::errorKnown).isPresent();
    }

    /** That the tied settings differ too little to matter, where their intervals leave no other difference. */
    private Optional<String> small() {
        List<Row> tied = others.stream().filter(Row::best).toList();
        List<Double> most = tied.stream().flatMap(r -> comparisons.compare(r, best).stream())
                .filter(Comparison::errorKnown)
                .map(c -> Math.max(c.high(), 1 / c.low())).filter(m -> m <= WORTHWHILE).toList();
        return most.isEmpty() || most.size() < tied.size() ? Optional.empty()
                : Optional.of((tied.size() == 1 ? "The two differ" : "Those tied with it differ from it") + " by "
                        + Numbers.percent(Collections.max(most)) + " % at most: take "
                        + (tied.size() == 1 ? "either." : "any."));
    }

    /** From two rounds nobody knows how many are needed. */
    private boolean isGuess() {
        return runs() < FIRST_ROUNDS;
    }

    /** How many rounds more; empty where a sensible number would not do. */
    private OptionalInt more(Row rival) {
        OptionalInt rounds = comparisons.rounds(rival, best);
        return isGuess() ? OptionalInt.of(FIRST_ROUNDS) : rounds.isEmpty() ? rounds
                : OptionalInt.of(Math.max(1, rounds.getAsInt() - runs()));
    }

    /** Against which a difference would be worth to be certain: the defaults, or else the next best. */
    private Optional<Row> rival() {
        return standard.filter(s -> s != best && s.best()).or(() -> others.stream().filter(Row::best).findFirst());
    }

    private int runs() {
        return best.iterations().size();
    }

    private Optional<NextStep> rounds() {
        if (comparisons.compare(others.getFirst(), best).isEmpty()) {
            return Optional.empty(); // zeros have no ratio, however many there are
        }
        if (report.results().experiments().size() > 1 && report.contenders().isEmpty()) {
            return Optional.empty(); // no one experiment has all rows, and none can be made of them
        }
        if (!hasError(others.getFirst())) {
            int more = Math.max(2, FIRST_ROUNDS - runs());
            return Optional.of(NextStep.rounds(Numbers.counted(more, "more round")
                    + " would give the differences a confidence interval.", more, isGathered()));
        }
        return rival().flatMap(rival -> more(rival).stream().boxed().findFirst()).map(more -> NextStep.rounds(isGuess()
                ? "Two rounds show next to nothing of how much rounds differ: " + more + " more would show more."
                : "About " + Numbers.counted(more, "more round") + " would show a difference as large as the one seen, "
                + "with a chance of 80 %.", more, isGathered() || others.size() >= ALL
                && report.results().space().equals("matrix") && !report.contenders().isEmpty()));
    }

    /** Whether no one experiment has all rows. */
    private boolean isGathered() {
        return report.results().experiments().size() > 1 && !report.contenders().isEmpty();
    }

    // ---- Other values ----

    private Optional<NextStep> beyond(Dimension dimension) {
        return levels(dimension).flatMap(levels -> {
            int at = levels.indexOf(best.level(dimension.name()));
            boolean largest = at == levels.size() - 1;
            if (at < 0 || !largest && at > 0 || isTriedBeyond(dimension, levels.get(at), largest)
                    || !isBetterThan(dimension, levels.get(largest ? at - 1 : at + 1))) {
                return Optional.empty();
            }
            return ValueSteps.beyond(levels.get(largest ? at - 1 : at + 1), levels.get(at))
                    .filter(value -> isAllowed(dimension.name(), value)).map(value ->
                    NextStep.values(NextStep.Kind.BEYOND, dimension.name() + " " + levels.get(at)
                    + (report.table().showsDurability() ? " came first and was the " : " was the best and the ")
                    + (largest ? "largest" : "smallest") + " tried: " + value + " may be better still.",
                    "Try " + dimension.name() + " " + value,
                    around(dimension, List.of(levels.get(at).text(), value)), runs()));
        });
    }

    /** Whether a value farther out was run, and is not ranked: it failed, or was invalid. */
    private boolean isTriedBeyond(Dimension dimension, SettingValue edge, boolean larger) {
        return report.excluded().stream().flatMap(i -> i.setting(dimension.name()).stream()).map(Setting::number)
                .filter(Objects::nonNull).anyMatch(n -> larger ? n > edge.number() : n < edge.number());
    }

    /**
     * Whether the setting of that name, of the workload or of the best row's driver, takes the value, as far as it is
     * known.
     */
    private boolean isAllowed(String name, String value) {
        return DeclaredSettings.of(best.iterations()).find(name).map(param -> takes(param, value)).orElse(true);
    }

    private static boolean takes(Param<?> param, String value) {
        try {
            param.parse(value);
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }

    /** Values between the best and its neighbours, of the setting that matters most. */
    private Optional<NextStep> finer() {
        return report.effects().stream().filter(e -> e.base() == Effect.Base.OPTIMUM && e.after() == best)
                .filter(e -> isWorthwhile(e.comparison()))
                .max(Comparator.comparingDouble(Effect::percent)).flatMap(e ->
                report.table().dimensions().find(e.dimension()).flatMap(d -> finer(d, e)));
    }

    private Optional<NextStep> finer(Dimension dimension, Effect most) {
        return levels(dimension).filter(levels -> levels.size() > 2).flatMap(levels -> {
            int at = levels.indexOf(best.level(dimension.name()));
            if (at <= 0 || at == levels.size() - 1) {
                return Optional.empty();
            }
            List<String> values = new ArrayList<>();
            ValueSteps.between(levels.get(at - 1), levels.get(at)).ifPresent(values::add);
            values.add(levels.get(at).text());
            ValueSteps.between(levels.get(at), levels.get(at + 1)).ifPresent(values::add);
            return values.size() < 2 ? Optional.empty() : Optional.of(NextStep.values(NextStep.Kind.FINER,
                    dimension.name() + (most.comparison().errorKnown() ? " matters most (up to "
                            + new FindingText(report.objective(), comparisons).figure(most.comparison()) + ")"
                            : " seems to matter most")
                            + ": values around " + levels.get(at) + " may be better still.",
                    "Try around " + dimension.name() + " " + levels.get(at), around(dimension, values), runs()));
        });
    }

    /** The dimension's values, where it is one of numbers that a user sets, and nothing changes with it. */
    private Optional<List<SettingValue>> levels(Dimension dimension) {
        return dimension.kind() == Dimension.Kind.PARAM && dimension.numeric() && dimension.followers().isEmpty()
                ? Optional.of(dimension.levels()).filter(l -> l.size() > 1) : Optional.empty();
    }

    /** Whether the best row is better than the one that differs in this value alone. */
    private boolean isBetterThan(Dimension dimension, SettingValue value) {
        return others.stream().filter(r -> varied.stream().allMatch(d -> d == dimension
                ? r.level(d.name()).equals(value) : d.same(r.level(d.name()), best.level(d.name())))).findFirst()
                .flatMap(r -> comparisons.compare(r, best)).filter(NextSteps::isWorthwhile).isPresent();
    }

    private static boolean isWorthwhile(Comparison c) {
        return c.errorKnown() ? c.low() > 1 : c.ratio() >= WORTHWHILE;
    }

    /**
     * All other settings as in the best row: varied in name, so that their defaults stay what they are. In a study they
     * are at their defaults.
     */
    private Map<String, List<String>> around(Dimension dimension, List<String> values) {
        Map<String, List<String>> vary = new LinkedHashMap<>();
        vary.put(dimension.name(), values);
        varied.stream().filter(_ -> !report.results().space().equals("study"))
                .filter(d -> d != dimension && d.isSetting()
                && best.level(d.name()) != SettingValue.ABSENT).forEach(d ->
                vary.put(d.name(), List.of(best.level(d.name()).text())));
        return vary;
    }

    // ---- Longer ----

    private Optional<NextStep> longer() {
        Optional<Double> load = seconds("elapsed");
        Optional<Double> settling = seconds("settle-time");
        if (load.isEmpty() || settling.isEmpty() || settling.get() < 1
                || settling.get() < LONG_SETTLING * load.get()) {
            return Optional.empty();
        }
        Map<String, String> longer = new LinkedHashMap<>();
        Workloads.find(report.results().workload()).stream().flatMap(w -> w.params().all().stream())
                .filter(p -> p.part() == Param.Aspect.AMOUNT)
                .flatMap(p -> best.iterations().getFirst().setting(p.name()).stream()).filter(s -> s.number() != null)
                .forEach(s -> ValueSteps.times(SettingValue.of(s), LONGER)
                        .ifPresent(more -> longer.put(s.name(), more)));
        return longer.isEmpty() ? Optional.empty() : Optional.of(new NextStep(NextStep.Kind.LONGER,
                "Background work went on for " + Numbers.time(settling.get()) + " after a load of "
                        + Numbers.time(load.get()) + ": a longer run shows the speed that lasts.", "Run with "
                        + longer.entrySet().stream().map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", ")), Map.of(), longer, 0, false, "-longer"));
    }

    private Optional<Double> seconds(String measure) {
        return best.cell(measure).map(Cell::mean);
    }
}
