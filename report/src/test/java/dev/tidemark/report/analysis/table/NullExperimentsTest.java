package dev.tidemark.report.analysis.table;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
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
    /** Three standard errors of such a simulation above 5 %. */
    private static final double AT_MOST = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / EXPERIMENTS);
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
        double claimed = share(settings, rounds, s -> 0, NullExperimentsTest::claims);
        assertThat(claimed).isLessThan(AT_MOST);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 5", "18, 3", "64, 2"})
    void equalSettingsHaveAClearWinnerOrAGainInAtMostFiveOfAHundredLabels(int settings, int rounds) {
        double claimed = share(settings, rounds, s -> 0, r -> r.verdict().kind() == Verdict.Kind.CLEAR_WINNER
                || r.verdict().headline().matches("(Use|Keep).* (faster|as fast) .*"));
        assertThat(claimed).isLessThan(AT_MOST);
    }

    /** Of two settings that differ by 3 %, so many rounds as three rounds promise to be enough are, mostly. */
    @Test
    void theRoundsThatAreSaidToShowADifferenceDo() {
        IntToDoubleFunction truth = s -> s == 1 ? -Math.log(1.03) : 0;
        SplittableRandom random = new SplittableRandom(7);
        List<List<Setting>> points = points(2);
        int promised = 0;
        int kept = 0;
        for (int e = 0; e < EXPERIMENTS; e++) {
            Verdict verdict = Report.of(made(points, 3, truth, random)).verdict();
            if (verdict.kind() == Verdict.Kind.NO_CLEAR_WINNER && !verdict.next().isEmpty()) {
                promised++;
                int rounds = 3 + verdict.next().getFirst().repeat();
                kept += Report.of(made(points, rounds, truth, random)).verdict().kind() == Verdict.Kind.CLEAR_WINNER ? 1 : 0;
            }
        }
        assertThat(promised).isGreaterThan(EXPERIMENTS / 10);
        assertThat((double) kept / promised).isGreaterThan(0.7);
    }

    /** Of equal settings one has the least mean; that is all that is said of it. */
    @Test
    void thatASettingIsBestIsSaidPlainlyOnlyWhereAllOthersAreShutOut() {
        assertThat(share(2, 3, s -> 0, r -> r.answer().contains(" is best: "))).isLessThan(AT_MOST);
        assertThat(share(2, 3, s -> 0, r -> r.answer().contains(" is best of those measured: ")
                && r.answer().contains(" tied with it"))).isGreaterThan(1 - AT_MOST);
    }

    /** Of single runs nothing is claimed but the figures. */
    @Test
    void ofSingleRunsNoRowIsShutOutAndNothingIsSignificant() {
        assertThat(share(18, 1, s -> 0, r -> r.effects().stream().anyMatch(Effect::told)
                || r.table().rows().stream().anyMatch(row -> !row.best()))).isZero();
    }

    @Test
    void threePercentAtNoiseOfOneAreFoundInFiveRounds() {
        Predicate<Report> found = r -> r.effects().stream().anyMatch(e -> e.base() == Effect.Base.DEFAULTS
                && e.dimension().equals("shards") && e.to().equals("2") && e.comparison().low() > 1);
        double ofTwo = share(2, 5, s -> s == 1 ? -Math.log(1.03) : 0, found);
        double ofMany = share(18, 5, s -> s == 1 ? -Math.log(1.03) : 0, found);
        assertThat(ofTwo).isGreaterThan(0.9);
        assertThat(ofMany).isGreaterThan(0.8);
    }

    /** Settings that all differ: each interval of each effect must hold its own true ratio, all of them at once. */
    @Test
    void allIntervalsOfALabelTogetherHoldTheTruth() {
        IntToDoubleFunction truth = s -> 0.01 * (s % 5) - 0.02 * (s % 3);
        double missed = share(18, 5, truth, r -> r.effects().stream().anyMatch(e -> {
            Comparison c = e.comparison();
            double ratio = Math.exp(truth.applyAsDouble(number(e.before())) - truth.applyAsDouble(number(e.after())));
            return c.low() > ratio || c.high() < ratio;
        }));
        assertThat(missed).isLessThan(AT_MOST);
    }

    private static int number(Row row) {
        return row.iterations().getFirst().position();
    }

    private static double share(int settings, int rounds, IntToDoubleFunction slower, Predicate<Report> what) {
        SplittableRandom random = new SplittableRandom(1000L * settings + rounds);
        List<List<Setting>> points = points(settings);
        int count = 0;
        for (int e = 0; e < EXPERIMENTS; e++) {
            count += what.test(Report.of(made(points, rounds, slower, random))) ? 1 : 0;
        }
        return (double) count / EXPERIMENTS;
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
