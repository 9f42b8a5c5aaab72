package dev.tidemark.report.analysis.table;

import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole reports of made experiments. The runs of a round share a drift of 2 %, and each has noise of 1 %. In a null
 * experiment all settings are equal, so that whatever a report claims of them is false.
 */
class NullExperimentsTest {

    private static final int EXPERIMENTS = 2000;
    private static final double LEVEL = 0.05;
    private static final double NOISE = 0.01;
    private static final Map<String, String> DEFAULTS = Map.of("shards", "1", "batch-size", "1", "memtable", "1");

    /** What a run's logarithm is besides its round's. @param place of the run in its round, from 0 */
    interface Noise {
        double of(int setting, int place, SplittableRandom random);
    }

    static final Noise NORMAL = (_, _, random) -> NOISE * random.nextGaussian();

    /** Every sentence that claims a difference, and every row left out of a best group, in whichever table. */
    static boolean claims(Report report) {
        return report.answer().contains(" is best: ") || report.verdict().kind() == Verdict.Kind.CLEAR_WINNER
                || Stream.of(Effect.Base.values()).flatMap(b -> report.sentences(b).stream())
                .anyMatch(s -> !s.startsWith("No significant difference") && !s.contains("no confidence interval")
                        && !s.matches(".*differences between (sessions|rounds) are not in the error.*"))
                || Stream.concat(Stream.of(report.table()), report.subTables().stream())
                        .flatMap(t -> t.rows().stream()).anyMatch(r -> !r.best());
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 3", "2, 5", "2, 10", "18, 2", "18, 3", "18, 5", "18, 10", "64, 2",
        "64, 3", "64, 5", "64, 10"})
    void anythingAtAllIsClaimedOfEqualSettingsInAtMostFiveOfAHundredLabels(int settings, int rounds) {
        Often.atMost(LEVEL, EXPERIMENTS, of(settings, rounds, s -> 0, NullExperimentsTest::claims));
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 5", "18, 3", "64, 2"})
    void equalSettingsHaveAClearWinnerOrAGainInAtMostFiveOfAHundredLabels(int settings, int rounds) {
        Often.atMost(LEVEL, EXPERIMENTS, of(settings, rounds, s -> 0,
                r -> r.verdict().kind() == Verdict.Kind.CLEAR_WINNER
                        || r.verdict().headline().matches("(Use|Keep).* (faster|as fast) .*")));
    }

    /** Of two settings that differ by 3 %, so many rounds as three rounds promise to be enough are, mostly, when added. */
    @Test
    void theRoundsThatAreSaidToShowADifferenceDo() {
        Noise truth = (setting, _, r) -> (setting == 1 ? -Math.log(1.03) : 0) + NOISE * r.nextGaussian();
        List<List<Setting>> points = points(2);
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Supplier<OptionalInt> promised = () -> promised(Report.of(label("made", DEFAULTS, "matrix",
                runs(1, points, all(points), 3, truth, random))).verdict());
        Often.atLeast(0.1, EXPERIMENTS, () -> promised.get().isPresent());
        Often.atLeast(0.7, EXPERIMENTS / 5, () -> {
            int more = Stream.generate(promised).filter(OptionalInt::isPresent).findFirst().orElseThrow().getAsInt();
            List<Iteration> runs = runs(1, points, all(points), 3, truth, random);
            runs.addAll(runs(2, points, all(points), more, truth, random));
            return Report.of(label("made", DEFAULTS, "matrix", runs)).verdict().kind() == Verdict.Kind.CLEAR_WINNER;
        });
    }

    private static OptionalInt promised(Verdict verdict) {
        return verdict.kind() == Verdict.Kind.NO_CLEAR_WINNER && !verdict.next().isEmpty()
                ? OptionalInt.of(verdict.next().getFirst().repeat()) : OptionalInt.empty();
    }

    /** Of equal settings one has the least mean; that is all that is said of it. */
    @Test
    void thatASettingIsBestIsSaidPlainlyOnlyWhereAllOthersAreShutOut() {
        Often.atMost(LEVEL, EXPERIMENTS, of(2, 3, s -> 0, r -> r.answer().contains(" is best: ")));
        Often.atLeast(1 - LEVEL, EXPERIMENTS, of(2, 3, s -> 0, r -> r.answer().contains(" is best of those measured: ")
                && r.answer().contains(" tied with it")));
    }

    /** Of single runs nothing is claimed but the figures. */
    @Test
    void ofSingleRunsNoRowIsShutOutAndNothingIsSignificant() {
        Often.never(EXPERIMENTS, of(18, 1, s -> 0, r -> r.effects().stream().anyMatch(Effect::significant)
                || r.table().rows().stream().anyMatch(row -> !row.best())
                || r.verdict().headline().matches("(Use|Keep).*") || !r.verdict().headline().contains("luck of the choice")));
    }

    @Test
    void threePercentAtNoiseOfOneAreFoundInFiveRounds() {
        Predicate<Report> found = r -> r.effects().stream().anyMatch(e -> e.base() == Effect.Base.DEFAULTS
                && e.dimension().equals("shards") && e.to().equals("2") && e.comparison().low() > 1);
        Often.atLeast(0.9, EXPERIMENTS, of(2, 5, s -> s == 1 ? -Math.log(1.03) : 0, found));
        Often.atLeast(0.8, EXPERIMENTS, of(18, 5, s -> s == 1 ? -Math.log(1.03) : 0, found));
    }

    /** Settings that all differ: each interval of each effect must hold its own true ratio, all of them at once. */
    @Test
    void allIntervalsOfALabelTogetherHoldTheTruth() {
        IntToDoubleFunction truth = s -> 0.01 * (s % 5) - 0.02 * (s % 3);
        Often.atMost(LEVEL, EXPERIMENTS, of(18, 5, truth, r -> r.effects().stream().anyMatch(e -> {
            Comparison c = e.comparison();
            double ratio = Math.exp(truth.applyAsDouble(number(e.before())) - truth.applyAsDouble(number(e.after())));
            return c.low() > ratio || c.high() < ratio;
        })));
    }

    private static int number(Row row) {
        return row.iterations().getFirst().position();
    }

    @ParameterizedTest
    @CsvSource({"2, 10, 0.05", "18, 3, 0.01"})
    void ofSessionsThatWereImportedNothingIsClaimed(int settings, int runs, double spread) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.never(EXPERIMENTS, () -> claims(imported(settings, runs, spread, random)));
    }

    /** Of each setting all runs in a session of its own, which is faster or slower as a whole; as CSV is imported. */
    static Report imported(int settings, int runs, double spread, SplittableRandom random) {
        List<List<Setting>> points = points(settings);
        List<Iteration> all = new ArrayList<>();
        for (int p = 0; p < settings; p++) {
            double session = 3 + spread * random.nextGaussian();
            for (int run = 0; run < runs; run++) {
                all.add(run(all.size(), 1, p, run, points, session + NOISE * random.nextGaussian()));
            }
        }
        return Report.of(label("imported", DEFAULTS, Batch.IMPORT, all));
    }

    /** Another value in a later session, as {@code again --vary} adds it, beside the last one of the earlier. */
    @ParameterizedTest
    @CsvSource({"3, 1, 0.05", "3, 3, 0.01", "6, 2, 0.02", "18, 3, 0.05", "18, 5, 0.02"})
    void ofAValueThatWasAddedInAnotherSessionNothingMoreIsClaimed(int settings, int rounds, double spread) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(rounds == 1 ? 0 : LEVEL, EXPERIMENTS, () -> claims(added(settings, rounds, spread, true, random)));
    }

    /** The same, and none of the earlier ones again: nothing connects the two sessions, and the report says so. */
    @ParameterizedTest
    @CsvSource({"3, 1, 0.05", "3, 3, 0.01", "18, 5, 0.02"})
    void twoSessionsWithNothingInCommonAreSaidToBeTwo(int settings, int rounds, double spread) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(rounds == 1 ? 0 : LEVEL, EXPERIMENTS, () -> claims(added(settings, rounds, spread, false, random)));
        Often.never(EXPERIMENTS, () -> {
            Report report = added(settings, rounds, spread, false, random);
            return report.verdict().kind() == Verdict.Kind.CLEAR_WINNER || !report.table().note().contains(" in 2 sessions")
                    || report.effects().stream().filter(Effect::significant).anyMatch(e -> number(e.before()) == settings - 1
                            || number(e.after()) == settings - 1);
        });
    }

    /** @param connected whether the last of the first session runs in the second, too */
    static Report added(int settings, int rounds, double spread, boolean connected, SplittableRandom random) {
        List<List<Setting>> points = points(settings);
        double later = spread * random.nextGaussian();
        List<Iteration> runs = runs(1, points, all(points).subList(0, settings - 1), rounds, NORMAL, random);
        runs.addAll(runs(2, points, all(points).subList(settings - (connected ? 2 : 1), settings), rounds,
                (setting, place, r) -> later + NORMAL.of(setting, place, r), random));
        return Report.of(label("made", DEFAULTS, "matrix", runs));
    }

    /** Of one session, in which each setting has rounds of its own, as where the others failed in these. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 4", "6, 1", "6, 3"})
    void roundsWithNothingInCommonAreSaidToBeSeveralAndNothingIsClaimedOfThem(int settings, int rounds) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        List<List<Setting>> points = points(settings);
        Often.never(EXPERIMENTS, () -> {
            Report report = Report.of(label("made", DEFAULTS, "matrix", runs(1, points, all(points), settings * rounds,
                    NORMAL, random).stream().filter(i -> i.round() % settings == i.position()).toList()));
            return claims(report) || report.answer().contains("sessions") || report.table().note().contains("sessions")
                    || !report.verdict().headline().contains(" in " + settings * rounds + " rounds");
        });
    }

    /** A line, of which each value was measured in rounds of its own, or all in all of them. */
    @Test
    void aLineWhoseValuesHaveNoRoundInCommonHasNoBend() {
        Often.never(EXPERIMENTS, bends(_ -> 0, i -> i.round() % 8 == i.position()));
        Often.atMost(LEVEL, EXPERIMENTS / 4, bends(_ -> 0, _ -> true));
        Often.atLeast(1 - LEVEL, EXPERIMENTS / 20, bends(setting -> 0.1 * Math.max(0, setting - 4), _ -> true));
    }

    /** @param above the line, as a logarithm */
    private static BooleanSupplier bends(IntToDoubleFunction above, Predicate<Iteration> which) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        List<List<Setting>> points = IntStream.range(0, 8).mapToObj(p -> List.of(param("read-percent", 10 * p,
                SettingOrigin.VARY))).toList();
        return () -> Report.of(new LabelResults("made", "random-io", "elapsed", Samples.MEASURES, Map.of(), "matrix",
                "label: made\n", 1, runs(1, points, all(points), 16, (setting, _, r) -> Math.log(10 + setting)
                + above.applyAsDouble(setting) + 0.1 * NOISE * r.nextGaussian(), random).stream().filter(which).toList()))
                .answer().contains("; the curve bends at ");
    }

    /** Each run is slow by chance, whatever its setting: a machine's two modes. */
    static Noise twoSpeeds(double chance, double slower, double noise) {
        return (_, _, random) -> (random.nextDouble() < chance ? Math.log(1 + slower) : 0) + noise * random.nextGaussian();
    }

    @ParameterizedTest
    @CsvSource({"2, 3", "6, 2", "18, 3", "64, 3"})
    void runsOfTwoSpeedsAreNoDifferenceOfSettings(int settings, int rounds) {
        Often.atMost(LEVEL, EXPERIMENTS / (settings == 64 ? 8 : 1),
                of(settings, rounds, twoSpeeds(0.5, 0.5, 0.005), NullExperimentsTest::claims));
    }

    /** Half of the settings scatter five times as much as the others, or the default ten times. */
    static Noise unequal(boolean half) {
        return (setting, _, random) -> NOISE * (half ? setting % 2 == 0 ? 1 : 5 : setting == 0 ? 10 : 1)
                * random.nextGaussian();
    }

    @ParameterizedTest
    @CsvSource({"4, 5, true", "18, 3, true", "6, 2, false", "18, 2, false"})
    void nothingMoreIsClaimedWhereSomeScatterMuchMoreThanOthers(int settings, int rounds, boolean half) {
        Often.atMost(LEVEL, EXPERIMENTS, of(settings, rounds, unequal(half), NullExperimentsTest::claims));
    }

    /** What runs first in a round is slower, and what runs later in it faster than what ran before. */
    static Noise order(double first, double drift) {
        return (_, place, random) -> (place == 0 ? Math.log(1 + first) : 0) - drift * place + NOISE * random.nextGaussian();
    }

    @ParameterizedTest
    @CsvSource({"2, 3, 0.2, 0", "2, 5, 0, 0.025", "3, 3, 0.2, 0", "4, 3, 0.05, 0"})
    void whatDriftsWithinARoundIsNoDifferenceOfSettings(int settings, int rounds, double first, double drift) {
        Often.atMost(LEVEL, EXPERIMENTS, of(settings, rounds, order(first, drift), NullExperimentsTest::claims));
    }

    @ParameterizedTest
    @CsvSource({"2, 3", "4, 3", "18, 3"})
    void roundsThatAreAddedOnAdviceClaimNoMore(int settings, int rounds) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(LEVEL, EXPERIMENTS, () -> advised(settings, rounds, 3, random));
    }

    /** Whether anything is claimed of equal settings, then or after rounds that the report advised, run as it says. */
    static boolean advised(int settings, int rounds, int times, SplittableRandom random) {
        List<List<Setting>> points = points(settings);
        List<Iteration> runs = new ArrayList<>(runs(1, points, all(points), rounds, NORMAL, random));
        for (int batch = 1; ; batch++) {
            Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
            if (claims(report)) {
                return true;
            }
            Optional<NextStep> step = report.verdict().next().stream()
                    .filter(s -> s.kind() == NextStep.Kind.ROUNDS && !s.apart()).findFirst();
            if (batch > times || step.isEmpty()) {
                return false;
            }
            List<Map<String, String>> contenders = report.contenders();
            List<Integer> again = all(points).stream().filter(p -> !step.get().contenders() || contenders.stream().anyMatch(
                    c -> points.get(p).stream().allMatch(s -> !c.containsKey(s.name()) || c.get(s.name()).equals(s.text()))))
                    .toList();
            runs.addAll(runs(batch + 1, points, again, step.get().repeat(), NORMAL, random));
        }
    }

    /** Screened in several rounds and then confirmed, in one plan or, having looked, in a later one: both may claim. */
    @ParameterizedTest
    @CsvSource({"2, 3, 5, true", "2, 5, 3, false", "6, 3, 5, true", "18, 3, 5, false"})
    void screeningAndConfirmationTogetherClaimNoMore(int settings, int rounds, int confirm, boolean planned) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(LEVEL, EXPERIMENTS, () -> confirmed(settings, rounds, confirm, planned, random));
    }

    /** Whether anything is claimed of equal settings, of all or of the two that are confirmed. */
    static boolean confirmed(int settings, int rounds, int confirm, boolean planned, SplittableRandom random) {
        List<List<Setting>> points = points(settings);
        List<Iteration> runs = runs(1, points, all(points), rounds, NORMAL, random);
        boolean claimed = !planned && claims(Report.of(label("made", DEFAULTS, "matrix", runs)));
        int first = IntStream.range(1, settings).boxed().min(Comparator.comparingDouble(p -> runs.stream()
                .filter(i -> i.position() == p).mapToDouble(i -> i.values().getFirst().number()).average().orElseThrow()))
                .orElseThrow();
        for (Iteration i : runs(2, points, List.of(0, first), confirm, NORMAL, random)) {
            runs.add(new Iteration(i.id(), planned ? 1 : 2, i.workload(), i.position() == 0 ? Plan.DEFAULTS : Plan.FIRST,
                    rounds + i.round(), 1, i.state(), "", i.started(), i.settings(), i.values()));
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        return claimed || report.confirmation().orElseThrow().significant() || claims(report);
    }

    @ParameterizedTest
    @CsvSource({"0.7, 4, 3", "0.7, 18, 3", "2, 18, 3"})
    void noRowIsLeftOutForItsZeros(double mean, int settings, int rounds) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(LEVEL, EXPERIMENTS, () -> claims(failing(settings, rounds, r -> poisson(mean, r), random)));
    }

    /** A report ranked by failures, of which each run has some. */
    static Report failing(int settings, int rounds, ToDoubleFunction<SplittableRandom> failures, SplittableRandom random) {
        List<List<Setting>> points = points(settings);
        List<Iteration> runs = runs(1, points, all(points), rounds, NORMAL, random).stream().map(i -> new Iteration(i.id(),
                i.batch(), i.workload(), i.position(), i.round(), 1, i.state(), "", i.started(), i.settings(),
                List.of(i.values().getFirst(), MeasuredValue.of("failures", failures.applyAsDouble(random))))).toList();
        return Report.of(label("made", DEFAULTS, "matrix", runs)).rankedBy("failures");
    }

    static double poisson(double mean, SplittableRandom random) {
        int n = 0;
        for (double p = random.nextDouble(); p > Math.exp(-mean); p *= random.nextDouble()) {
            n++;
        }
        return n;
    }

    private static BooleanSupplier of(int settings, int rounds, IntToDoubleFunction slower, Predicate<Report> what) {
        return of(settings, rounds, (setting, place, random) -> slower.applyAsDouble(setting)
                + NORMAL.of(setting, place, random), what);
    }

    static BooleanSupplier of(int settings, int rounds, Noise noise, Predicate<Report> what) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + 1000L * settings + rounds);
        List<List<Setting>> points = points(settings);
        return () -> what.test(Report.of(label("made", DEFAULTS, "matrix",
                runs(1, points, all(points), rounds, noise, random))));
    }

    private static List<Integer> all(List<List<Setting>> points) {
        return IntStream.range(0, points.size()).boxed().toList();
    }

    /** Rounds of some of the points in the order of a plan, which drift by 2 %. */
    private static List<Iteration> runs(long batch, List<List<Setting>> points, List<Integer> which, int rounds, Noise noise,
            SplittableRandom random) {
        List<Point> planned = which.stream().map(p -> new Point("made", "made", RunParams.ALL.defaults(),
                Map.of("number", String.valueOf(p)))).toList();
        Plan plan = new Plan(planned, planned.getFirst(), Experiment.Order.SHUFFLED, rounds, random.nextLong(), List.of(),
                Collections.nCopies(planned.size(), ""), 0);
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double drift = 3 + 0.02 * random.nextGaussian();
            List<Plan.Planned> order = plan.round(round);
            for (int place = 0; place < order.size(); place++) {
                int setting = which.get(order.get(place).position());
                runs.add(run(runs.size(), batch, setting, round, points, drift + noise.of(setting, place, random)));
            }
        }
        return runs;
    }

    private static Iteration run(int number, long batch, int setting, int round, List<List<Setting>> points,
            double logarithm) {
        return new Iteration(batch * 100_000 + number, batch, "ingest", setting, round, 1, IterationState.DONE, "",
                Instant.EPOCH.plusSeconds(number), points.get(setting), List.of(MeasuredValue.of("elapsed",
                Math.exp(logarithm))));
    }

    /** Shards, then batch sizes, then memtables: of a few settings the first alone varies. */
    static List<List<Setting>> points(int settings) {
        int[] levels = settings == 18 ? new int[] {3, 3, 2} : settings == 64 ? new int[] {4, 4, 4} : new int[] {settings, 1, 1};
        List<List<Setting>> points = new ArrayList<>();
        for (int memtable = 1; memtable <= levels[2]; memtable++) {
            for (int batch = 1; batch <= levels[1]; batch++) {
                for (int shards = 1; shards <= levels[0]; shards++) {
                    points.add(List.of(param("shards", shards), param("batch-size", batch),
                            param("memtable", memtable)));
                }
            }
        }
        return points;
    }
}
