package dev.tidemark.report.analysis.table;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;

import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
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

    /** Every sentence that claims a difference, and every row left out of a best group, in whichever table. */
    private static boolean claims(Report report) {
        return report.answer().contains(" is best: ")
                || Stream.of(Effect.Base.values()).flatMap(b -> report.sentences(b).stream())
                .anyMatch(s -> !s.startsWith("No significant difference"))
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

    /** Of two settings that differ by 3 %, so many rounds as three rounds promise to be enough are, mostly. */
    @Test
    void theRoundsThatAreSaidToShowADifferenceDo() {
        IntToDoubleFunction truth = s -> s == 1 ? -Math.log(1.03) : 0;
        List<List<Setting>> points = points(2);
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Supplier<OptionalInt> promised = () -> promised(Report.of(made(points, 3, truth, random)).verdict());
        Often.atLeast(0.1, EXPERIMENTS, () -> promised.get().isPresent());
        Often.atLeast(0.7, EXPERIMENTS / 5, () -> {
            int more = Stream.generate(promised).filter(OptionalInt::isPresent).findFirst().orElseThrow().getAsInt();
            return Report.of(made(points, 3 + more, truth, random)).verdict().kind() == Verdict.Kind.CLEAR_WINNER;
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
        Often.never(EXPERIMENTS, of(18, 1, s -> 0, r -> r.effects().stream().anyMatch(Effect::told)
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

    private static BooleanSupplier of(int settings, int rounds, IntToDoubleFunction slower, Predicate<Report> what) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + 1000L * settings + rounds);
        List<List<Setting>> points = points(settings);
        return () -> what.test(Report.of(made(points, rounds, slower, random)));
    }

    private static LabelResults made(List<List<Setting>> points, int rounds, IntToDoubleFunction slower,
            SplittableRandom random) {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double drift = 0.02 * random.nextGaussian();
            for (int p = 0; p < points.size(); p++) {
                double logarithm = 3 + slower.applyAsDouble(p) + drift + NOISE * random.nextGaussian();
                runs.add(iteration(p, round, points.get(p), Map.of("elapsed", Math.exp(logarithm))));
            }
        }
        return label("made", DEFAULTS, "matrix", runs);
    }

    /** Shards, then batch sizes, then memtables: of two settings the first alone varies. */
    private static List<List<Setting>> points(int settings) {
        int[] levels = settings == 2 ? new int[] {2, 1, 1} : settings == 18 ? new int[] {3, 3, 2} : new int[] {4, 4, 4};
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
