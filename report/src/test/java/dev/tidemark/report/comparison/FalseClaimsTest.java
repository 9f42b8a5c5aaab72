package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.PairedRatio;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hundreds or thousands of made experiments, each compared in full: how often a document claims what is not there, and
 * how often it finds what is. The figures are in docs/measurement.md.
 */
class FalseClaimsTest {

    private static final int EXPERIMENTS = 2000;

    /** What a sentence says in the present tense; see {@link ComparisonText}. */
    private static final Pattern CLAIM = Pattern.compile("\\bis ([0-9.]+ % (higher|lower)|[0-9.]+ times as high)|"
            + "Response times differ");

    /** Standard deviations of logarithms. */
    private static final double ROUND = 0.05;
    private static final double RUN = 0.01;
    private static final double INTERVAL = 0.02;

    /** Too few intervals for parts, which make an experiment dear. */
    private static final int WHOLE = 1;
    private static final int QUARTERS = 4;

    private record Shape(int rounds, int sides, int points, int intervals) {}

    /** A run whose intervals resemble their neighbours, with response times that scatter on their own. */
    private static Run run(RandomGenerator random, Map<String, String> settings, int round, int intervals,
            double spread, double level) {
        double[] rates = new double[intervals];
        double noise = random.nextGaussian();
        double run = level * Math.exp(RUN * random.nextGaussian());
        for (int i = 0; i < rates.length; i++) {
            noise = 0.7 * noise + Math.sqrt(1 - 0.7 * 0.7) * random.nextGaussian();
            rates[i] = run * Math.exp(spread * noise);
        }
        return Run.of(settings, round, rates.length, 1, i -> rates[i])
                .answering(2 * Math.exp(0.02 * random.nextGaussian()), 5 * Math.exp(0.05 * random.nextGaussian()));
    }

    /** Equal sides in the same rounds, each of which is faster or slower as a whole. */
    private static List<Run> rounds(RandomGenerator random, Shape shape) {
        List<Run> runs = new ArrayList<>();
        for (int round = 0; round < shape.rounds(); round++) {
            double drift = Math.exp(ROUND * random.nextGaussian());
            for (int side = 0; side < shape.sides(); side++) {
                for (int point = 0; point < shape.points(); point++) {
                    runs.add(run(random, Map.of("target", "side" + side, "workers", "" + point), round,
                            shape.intervals(), INTERVAL, 5000 * drift));
                }
            }
        }
        return runs;
    }

    private static List<LabelComparison> compare(List<Run> runs) {
        Made made = new Made().with("L", runs);
        return LabelComparison.of(new SideParser(made).find(List.of("L"), Optional.of("target")), made::detail);
    }

    private static boolean claims(List<LabelComparison> document) {
        return document.stream().flatMap(s -> s.sentences().stream()).anyMatch(s -> CLAIM.matcher(s).find());
    }

    private static BooleanSupplier claims(Function<RandomGenerator, List<Run>> experiment) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        return () -> claims(compare(experiment.apply(random)));
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 1, 4", "3, 2, 1, 1", "5, 2, 1, 4", "10, 2, 1, 1", "5, 4, 1, 1", "5, 2, 3, 1"})
    void equalSidesAreClaimedToDifferNoMoreOftenThanTheLevelSays(int rounds, int sides, int points, int intervals) {
        Shape shape = new Shape(rounds, sides, points, intervals);
        Often.atMost(Comparison.LEVEL, EXPERIMENTS, claims(random -> rounds(random, shape)));
    }

    /** Each session is faster or slower as a whole by 1 %, which no number of runs within it can show. */
    @Test
    void sessionsOneAfterTheOtherAreNeverClaimedToDiffer() {
        Often.never(EXPERIMENTS, claims(random -> {
            List<Run> runs = new ArrayList<>();
            for (int side = 0; side < 2; side++) {
                double session = Math.exp(0.01 * random.nextGaussian());
                for (int round = 0; round < 5; round++) {
                    runs.add(run(random, Map.of("target", "side" + side), round, WHOLE, 0, 5000 * session).in(side));
                }
            }
            return runs;
        }));
    }

    /** A slow drift under noise once made "over their course" claim what was not there in up to 60 %. */
    @Test
    void singleRunsAreNeverClaimedToDiffer() {
        Often.never(EXPERIMENTS, claims(random -> rounds(random, new Shape(1, 2, 1, QUARTERS))));
    }

    @Test
    void threePercentAreFoundInFiveRoundsThatScatterByOnePercentNineTimesOfTen() {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atLeast(0.9, EXPERIMENTS, () -> {
            List<Run> runs = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                double drift = 5000 * Math.exp(ROUND * random.nextGaussian());
                runs.add(run(random, Map.of("target", "one"), round, QUARTERS, 0, drift));
                runs.add(run(random, Map.of("target", "other"), round, QUARTERS, 0, 1.03 * drift));
            }
            return compare(runs).getFirst().sentences().getFirst().startsWith("Throughput of other is ");
        });
    }

    /** All intervals beside a "yes" or "no" hold together. */
    @Test
    void theIntervalsOfADocumentHoldTogether() {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atLeast(1 - Comparison.LEVEL, EXPERIMENTS, () -> compare(rounds(random, new Shape(3, 3, 1, WHOLE)))
                .stream().flatMap(s -> s.points().getFirst().overall().stream()).filter(Delta::tested)
                .map(d -> d.interval().orElseThrow()).allMatch(b -> b.low() <= 1 && 1 <= b.high()));
    }

    /** Three rounds at first, then two more as long as nothing is claimed, up to four times: what remains is 5 % and 1 %. */
    @Test
    void addingRoundsUntilADifferenceShowsHardlyClaimsMore() {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(0.06, EXPERIMENTS, () -> {
            List<Run> runs = new ArrayList<>();
            for (int batch = 0; batch < 4; batch++) {
                for (Run run : rounds(random, new Shape(batch == 0 ? 3 : 2, 2, 1, WHOLE))) {
                    runs.add(run.in(batch));
                }
                if (claims(compare(runs))) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Why each look asks for a larger difference: were it not so, with three rounds at first, then one more as long as nothing shows, up to ten. */
    @Test
    void lookingAgainAtOneLevelClaimsTooMany() {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atLeast(2 * Comparison.LEVEL, EXPERIMENTS, () -> {
            double[] ratios = IntStream.range(0, 10).mapToDouble(r -> Math.exp(RUN * random.nextGaussian())).toArray();
            double[] ones = IntStream.range(0, 10).mapToDouble(r -> 1).toArray();
            return IntStream.rangeClosed(3, 10).anyMatch(n -> PairedRatio.of(Arrays.copyOf(ones, n),
                    Arrays.copyOf(ratios, n), 1e-9).p() < Comparison.LEVEL);
        });
    }
}
