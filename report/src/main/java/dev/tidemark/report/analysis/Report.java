package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.ramp.RampFinding;
import dev.tidemark.report.analysis.ramp.Ramps;
import dev.tidemark.report.analysis.rate.RateFinding;
import dev.tidemark.report.analysis.rate.Rates;
import dev.tidemark.report.analysis.table.Compared;
import dev.tidemark.report.analysis.table.Defaults;
import dev.tidemark.report.analysis.table.DerivedRate;
import dev.tidemark.report.analysis.table.Digits;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.IterationNumbers;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.SubTables;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.SideParser;

/**
 * All that can be said about a label, as a pure function of what is stored of it.
 *
 * @param results   the stored results
 * @param objective the measure that ranks
 * @param table     all usable iterations, folded and ranked
 * @param subTables for each dimension, what varying it alone shows: with the others at their best values, then
 *                  with the others at their defaults; for a study one section per param; empty when at most one
 *                  varies
 * @param effects   effect sizes
 * @param ramps     what each ramp shows, where the label is one of ramps
 * @param rates     what each search for the sustainable rate shows, where the label is one of them
 * @param answer    one sentence
 * @param notes     what the reader must know about the whole
 * @param excluded  iterations that are not ranked: running, interrupted, failed, invalid, stopped, or with too little
 *                  recall
 * @param numbering what the iterations are called, in a section, too, by their place in the whole label
 * @param leastRecall which of the excluded ones are done, but found too little
 * @param confirmation what rounds of the defaults and of the setting that came first show; empty where there are none
 * @param ceiling   how near the first row came to what its disk sustains; empty where that is not known
 * @param comparisons of the sides of a label that was run to compare; empty of any other, and where raw data was not
 *                  asked for
 */
public record Report(LabelResults results, Objective objective, Table table, List<Table> subTables,
        List<Effect> effects, List<RampFinding> ramps, List<RateFinding> rates, String answer, List<String> notes,
        List<Iteration> excluded, IterationNumbers numbering, LeastRecall leastRecall,
        Optional<Confirmation> confirmation, Optional<Ceiling> ceiling, List<LabelComparison> comparisons) {

    public Report {
        subTables = List.copyOf(subTables);
        effects = List.copyOf(effects);
        ramps = List.copyOf(ramps);
        rates = List.copyOf(rates);
        notes = List.copyOf(notes);
        excluded = List.copyOf(excluded);
        comparisons = List.copyOf(comparisons);
    }

    /** What searches show: one list is empty. */
    private record Searches(List<RampFinding> ramps, List<RateFinding> rates) {

        /** Empty where there is none, or where ramps at several points have no common answer. */
        Optional<String> answer() {
            return ramps.size() == 1 ? Optional.of(String.join(" ", ramps.getFirst().sentences()))
                    : rates.size() == 1 ? Optional.of(String.join(" ", rates.getFirst().sentences()))
                    : rates.isEmpty() ? Optional.empty() : Optional.of("The sustainable rate by point: "
                            + rates.stream().map(r -> r.point().entrySet().stream()
                            .map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(", ")) + ": "
                            + r.rate().map(rate -> "about " + rate + " (" + r.interval() + ")")
                            .orElse(r.interval().isEmpty() ? "not known" : r.interval()))
                            .collect(Collectors.joining("; ")) + ".");
        }
    }

    /** Whether a row meets a condition, with the figure. @param point what tells the row apart; may be empty */
    public record Judgement(Threshold expectation, Row row, boolean met, String sentence, String point) {}

    /** What was run and how much of it, in words. */
    public String size() {
        return results.workload() + " · " + Numbers.counted(table.rows().size(), "setting") + " · "
                + Numbers.counted(results.iterations().size(), "iteration");
    }

    /** A report that quotes nothing of what was noted in the runs; {@link #open} does. */
    public static Report of(LabelResults stored) {
        return of(stored, Optional.empty());
    }

    private static Report of(LabelResults stored, Results store) {
        Report report = of(stored, Optional.of(store::detail));
        List<String> more = new ArrayList<>(Expectations.missed(report));
        Optional<Ceiling> found = Optional.empty();
        if (report.ramps().isEmpty() && report.rates().isEmpty()) {
            more.addAll(Limits.notes(report.table(), store::detail, report::describe));
            found = Optional.of(report).filter(r -> !r.table().rows().isEmpty()).map(Report::recommended).flatMap(row ->
                    Ceiling.of(row, store::probes, () -> Limits.of(row, store::detail)));
        }
        return report.with(more, found, LabelComparison.of(SideParser.offered(report.results()), store::detail));
    }

    private static Report of(LabelResults stored, Optional<LongFunction<IterationDetail>> details) {
        return of(Digits.fitted(DerivedRate.addedTo(stored)), IterationNumbers.of(stored), details);
    }

    private Report with(List<String> more, Optional<Ceiling> found, List<LabelComparison> compared) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(more);
        found.map(Ceiling::sentence).ifPresent(all::add);
        return new Report(results, objective, table, subTables, effects, ramps, rates, answer, all, excluded,
                numbering, leastRecall, confirmation, found, compared);
    }

    private static Report of(LabelResults results, IterationNumbers iterationNumbers,
            Optional<LongFunction<IterationDetail>> details) {
        return of(results, Objective.of(results.workload(), results.objective(), results.measures(),
                rankable(results)), iterationNumbers,
                table -> new Searches(Ramps.of(results, table, details), Rates.of(results, table, details)), true);
    }

    /** @param declared whether it is the objective by which the point that was confirmed had come first */
    private static Report of(LabelResults results, Objective objective, IterationNumbers iterationNumbers,
            Function<Table, Searches> found, boolean declared) {
        LeastRecall leastRecall = LeastRecall.of(results);
        List<Iteration> sound = rankable(results).stream().filter(i -> leastRecall.reason(i).isEmpty()).toList();
        List<Iteration> usable = sound.stream().filter(i -> !i.confirms()).toList();
        Table screening = Tables.whole(objective, results, usable);
        Optional<Confirmation> confirmed = declared ? Confirmation.of(results, objective, sound, screening)
                : Optional.empty();
        // What is claimed of all settings is claimed beside that of the two which were confirmed, and after it.
        Table ranked = confirmed.map(c -> Tables.whole(objective, results, usable, c.table().comparisons()::looksUntil))
                .orElse(screening);
        Optional<Dimension> compared = Compared.of(results, ranked.dimensions().varied());
        Table table = compared.isPresent() ? ranked.undecided() : ranked;
        Defaults defaults = new Defaults(results, table);
        List<Effect> effects = new Effects(objective, table, defaults).all().stream()
                .filter(e -> compared.filter(d -> isBetweenSides(e, d)).isEmpty()).toList();
        List<Iteration> excluded = results.iterations().stream().filter(i -> i.state() != IterationState.DONE
                || leastRecall.reason(i).isPresent()).toList();
        Searches searches = found.apply(table);
        String answer = searches.answer().or(() -> confirmed.map(Confirmation::answer))
                .or(() -> Unranked.answer(results))
                .or(() -> leastRecall.answer().filter(_ -> usable.isEmpty()))
                .orElseGet(() -> Answer.of(objective, table, effects, standard(table, defaults), excluded,
                        compared.isPresent()));
        List<String> notes = new ArrayList<>(results.damageNote().stream().toList());
        notes.addAll(leastRecall.notes());
        notes.addAll(Disturbance.of(table, confirmed));
        if (searches.ramps().isEmpty() && searches.rates().isEmpty()) { // which look for the rate that is kept
            MissedRates.note(results, table).ifPresent(notes::add);
            notes.addAll(TaskCurve.notes(objective.measure(), table));
        }
        notes.addAll(notes(objective, table, defaults, excluded.stream()
                .filter(i -> i.state() != IterationState.DONE).toList()));
        added("Rounds were added to this label", table).ifPresent(notes::add);
        confirmed.flatMap(c -> added("The confirmation was repeated", c.table())).ifPresent(notes::add);
        confirmed.flatMap(c -> shared(table, c.table())).ifPresent(notes::add);
        List<Table> subTables = new SubTables(results, objective, table, defaults).all().stream()
                .map(t -> compared.isPresent() ? t.undecided() : t).toList();
        return new Report(results, objective, table, subTables, effects, searches.ramps(), searches.rates(), answer,
                notes, excluded, iterationNumbers, leastRecall, confirmed, Optional.empty(), List.of());
    }

    /** What is done, but for what is only there to be taken off others. */
    private static List<Iteration> rankable(LabelResults results) {
        return results.usable().stream().filter(i -> !StyleCosts.isBaseline(i)).toList();
    }

    private static boolean isBetweenSides(Effect effect, Dimension compared) {
        return !effect.before().level(compared.name()).equals(effect.after().level(compared.name()));
    }

    /**
     * Opens what the user named: a label, or {@code LABEL-PARAM}, a section of it.
     *
     * @return empty when there is neither
     */
    public static Optional<Report> open(Results store, String name) {
        Optional<LabelResults> whole = store.label(name);
        if (whole.isPresent()) {
            return whole.map(r -> of(r, store));
        }
        for (int dash = name.lastIndexOf('-'); dash > 0; dash = name.lastIndexOf('-', dash - 1)) {
            String param = name.substring(dash + 1);
            Optional<Report> section = store.label(name.substring(0, dash)).flatMap(r -> of(r).section(param));
            if (section.isPresent()) {
                return section;
            }
        }
        return Optional.empty();
    }

    /** The newest execution of a label alone; empty where there is none. */
    public static Optional<Report> newest(Results store, String label) {
        return store.label(label).map(LabelResults::newestBatch).map(newest -> of(newest, store));
    }

    /**
     * The part of a label in which one setting varies and all others are at their defaults, as a report of its own
     * named {@code LABEL-PARAM}; empty when the setting does not vary or nothing was run there.
     */
    public Optional<Report> section(String param) {
        Defaults defaults = new Defaults(results, table);
        Predicate<Iteration> atDefaults = i -> table.dimensions().varied().stream()
                .allMatch(d -> d.name().equals(param) || defaults.matches(d, i));
        List<Iteration> part = results.iterations().stream().filter(atDefaults).toList();
        if (table.dimensions().find(param).isEmpty()
                || part.stream().noneMatch(i -> i.state() == IterationState.DONE)) {
            return Optional.empty();
        }
        // It has no experiment of its own that could be run again.
        List<Batch> batches = results.batches().stream()
                .map(b -> new Batch(b.id(), "", b.seed(), b.defaults(), b.baseDefaults(), b.origin(), b.imported()))
                .toList();
        return Optional.of(of(DerivedRate.addedTo(new LabelResults(results.label() + "-" + param, results.workload(),
                results.objective(), results.measures(), "matrix", batches, part, results.damage(),
                results.passes())),
                numbering,
                Optional.empty()));
    }

    /**
     * The same results, ranked by another measure.
     *
     * @throws InvalidInputException naming the nearest measure when nothing has a value of it
     */
    public Report rankedBy(String measure) {
        Measure chosen = table.common().stream().filter(m -> m.name().equals(measure)).findFirst().orElseThrow(
                () -> new InvalidInputException("objective: there is no measure '" + measure + "' in " + label()
                        + Suggestions.hint(measure, table.common().stream().map(Measure::name).toList())));
        if (chosen.better() == Direction.NEITHER) {
            throw new InvalidInputException("objective: " + chosen.title() + " has no better direction, so "
                    + "nothing can be ranked by it; rows can be sorted by it");
        }
        return chosen.equals(objective.measure()) ? this : of(results, new Objective(chosen, "Ranked by "
                + chosen.title() + ", as was asked, not by " + objective.measure().title() + "."), numbering,
                table -> new Searches(ramps, rates), false)
                .with(Expectations.missed(this), Optional.empty(), comparisons);
    }

    public String label() {
        return results.label();
    }

    /** The answer in brief, how sure it is, and what to do next. */
    public Verdict verdict() {
        Verdict found = Verdicts.of(this);
        return EmptyAnswers.of(table.rows())
                .map(first -> new Verdict(found.kind(), first + " " + found.headline(), found.next(),
                        found.chip())).orElse(found);
    }

    /**
     * The settings that may still be best, and the defaults, as points of a plan: each a map of what varies. Where
     * rounds have confirmed, the two of the newest that did. Empty where nothing is ranked, or where more than settings
     * varies.
     */
    public List<Map<String, String>> contenders() {
        if (table.rows().size() < 2 || table.dimensions().varied().stream().anyMatch(d -> !d.isSetting()
                || d.name().equals(Planner.TARGET))) {
            return List.of();
        }
        Optional<Row> standard = defaultRow();
        return confirmation.map(c -> Stream.of(c.effect().before(), c.effect().after()))
                .orElseGet(() -> table.rows().stream()
                        .filter(r -> r.best() || standard.filter(s -> s == r).isPresent())).map(this::point).toList();
    }

    private Map<String, String> point(Row row) {
        Iteration of = row.iterations().getFirst();
        Map<String, String> point = new LinkedHashMap<>();
        table.dimensions().varied().forEach(d -> Stream.concat(Stream.of(d.name()), d.followers().stream())
                .filter(name -> Tables.level(of, name) != SettingValue.ABSENT)
                .forEach(name -> point.put(name, Tables.level(of, name).text())));
        return point;
    }

    /**
     * The figure that decides between two sides; empty where nothing, or more than one point of two sides, is compared.
     */
    Optional<Delta> decisive() {
        List<PointComparison> points = comparisons.stream().flatMap(c -> c.points().stream()).toList();
        return points.size() == 1 ? points.getFirst().lead() : Optional.empty();
    }

    /**
     * The row of what the verdict says to use: what was confirmed, or the first; where that gives durability up, the
     * first of those that are as durable as any. At least one row must be ranked.
     */
    public Row recommended() {
        Row first = table.rows().getFirst();
        return confirmation.map(Confirmation::best).orElseGet(() -> {
            DurabilityClasses classes = DurabilityClasses.of(objective, table);
            return comparisons.isEmpty() && classes.several() && !classes.stronger(first).isEmpty()
                    ? classes.stronger(first).getFirst().first() : first;
        });
    }

    /** How an iteration ended that is not ranked, or what it lacks. */
    public String state(Iteration iteration) {
        return leastRecall.reason(iteration).orElseGet(() -> StateWords.of(iteration.state()));
    }

    /** Why an iteration is not ranked; empty where nobody knows. */
    public String verdict(Iteration iteration) {
        return leastRecall.reason(iteration).orElseGet(iteration::verdict);
    }

    /** What became of an iteration that is not ranked, and why; a sentence. */
    public String reason(Iteration iteration) {
        return leastRecall.reason(iteration)
                .map(why -> "Iteration " + numbering.of(iteration) + " is not ranked: " + why + ".")
                .orElseGet(() -> numbering.reason(iteration));
    }

    /** Effect sizes at one base, in words. */
    public List<String> sentences(Effect.Base base) {
        return new FindingText(objective, table.comparisons()).sentences(effects, base);
    }

    /** The row at the default point, if it was run. */
    public Optional<Row> defaultRow() {
        return standard(table, new Defaults(results, table));
    }

    private static Optional<Row> standard(Table table, Defaults defaults) {
        return table.rows().stream().filter(r -> table.dimensions().varied().stream()
                .allMatch(d -> defaults.matches(d, r.level(d.name())))).findFirst();
    }

    /** The settings of a row in words: {@code shards 2 · batch-size 10}; empty when nothing varies. */
    public String describe(Row row) {
        return describe(table, row);
    }

    private static String describe(Table table, Row row) {
        return table.dimensions().varied().stream().map(d -> d.describe(row)).collect(Collectors.joining(" · "));
    }

    /** The rows that conditions must hold of: those that found too little to be ranked among them. */
    public Table judged() {
        return leastRecall.reasons().isEmpty() ? table : Tables.whole(objective, results, rankable(results).stream()
                .filter(i -> !i.confirms()).toList());
    }

    /**
     * Judges every point by every condition.
     *
     * @param expect measure name to condition
     * @throws InvalidInputException when a name or condition cannot be read
     */
    public List<Judgement> judge(Map<String, String> expect) {
        List<Threshold> expectations = new ArrayList<>();
        expect.forEach((name, text) -> expectations.add(Threshold.parse(name, text, results.measures())));
        List<Judgement> judgements = new ArrayList<>();
        Table judged = judged();
        for (Row row : judged.rows()) {
            expectations.forEach(e -> judgements.add(ThresholdCheck.of(e, row, describe(judged, row))));
        }
        return judgements;
    }

    private static List<String> notes(Objective objective, Table table, Defaults defaults,
            List<Iteration> excluded) {
        List<String> notes = new ArrayList<>();
        if (!objective.note().isEmpty()) {
            notes.add(objective.note());
        }
        table.dimensions().varied().stream().filter(d -> !d.followers().isEmpty()).forEach(d -> notes.add(
                FindingText.capital(FindingText.list(d.followers()))
                + (d.followers().size() > 1 ? " change" : " changes")
                        + " together with " + d.name() + ", so their effects are confounded."));
        if (!table.comparisons().pooled()) {
            notes.add("Some rows vary much more than others, so that what differs must show in the runs of each two "
                    + "alone, too.");
        }
        table.dimensions().varied().forEach(d -> defaults.contradiction(d).ifPresent(notes::add));
        people(table).ifPresent(notes::add);
        notes.addAll(BackgroundWork.interference(table));
        Pauses.touched(table).ifPresent(notes::add);
        if (!excluded.isEmpty()) {
            notes.add((excluded.size() == 1 ? "One iteration is" : excluded.size() + " iterations are")
                    + " not ranked: " + states(excluded) + ".");
        }
        return notes;
    }

    /** That several have run what is put together here. */
    private static Optional<String> people(Table table) {
        List<String> people = table.rows().stream().flatMap(r -> r.iterations().stream())
                .flatMap(i -> i.setting(Iteration.RUN_BY).stream()).map(Setting::text).distinct().sorted().toList();
        return people.size() < 2 ? Optional.empty()
                : Optional.of("What " + FindingText.list(people) + " have run stands together under this label.");
    }

    /** That a table was looked at before it had all of its rounds, and what that costs. */
    private static Optional<String> added(String what, Table table) {
        int looks = table.comparisons().looks();
        return looks < 2 ? Optional.empty() : Optional.of(what + " (" + looks + " executions together, which all "
                + "count): so that looking again and again claims no difference that is not there, each time a larger "
                + "one is asked for; intervals are of " + Numbers.confidence(table.comparisons().confidence()) + ".");
    }

    /** That what two tables claim is false in so many labels together, and what that costs. */
    private static Optional<String> shared(Table table, Table confirming) {
        RowComparisons all = table.comparisons();
        RowComparisons two = confirming.comparisons();
        return !all.shares() && !two.shares() ? Optional.empty()
                : Optional.of("All settings and the two that were confirmed were looked at, each of which may claim "
                + "what is not there: so intervals between the two are of " + Numbers.confidence(two.confidence())
                + ", between all of " + Numbers.confidence(all.confidence()) + ".");
    }

    private static String states(List<Iteration> excluded) {
        return FindingText.list(excluded.stream().map(i -> StateWords.of(i.state())).distinct().toList());
    }
}
