package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.report.comparison.Made.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Thousands of made experiments, each compared in full: how often a document claims what is not there, and how often it
 * finds what is. Figures of docs/measurement.md and docs/comparing.md are those that are printed here.
 */
class FalseClaimsTest {

    private static final int EXPERIMENTS = 2000;
    /** 5 % of them, and two and a half standard deviations of such a count. */
    private static final int MOST_FALSE_CLAIMS = 124;

    /** What a sentence says in the present tense; see {@link Sentences}. */
    private static final Pattern CLAIM = Pattern.compile("\\bis ([0-9.]+ % (higher|lower)|[0-9.]+ times as high)|"
            + "Response times differ");

    /** Standard deviations of logarithms. */
    private static final double ROUND = 0.05;
    private static final double RUN = 0.01;
    private static final double INTERVAL = 0.02;

    /** A run whose intervals resemble their neighbours, with response times that scatter on their own. */
    private static Run run(RandomGenerator random, String target, String workers, int round, double level) {
        double[] rates = new double[4];
        double noise = random.nextGaussian();
        double run = Math.exp(RUN * random.nextGaussian());
        for (int i = 0; i < rates.length; i++) {
            noise = 0.7 * noise + Math.sqrt(1 - 0.7 * 0.7) * random.nextGaussian();
            rates[i] = level * run * Math.exp(INTERVAL * noise);
        }
        return Run.of(Map.of("target", target, "workers", workers), round, rates.length, 1, i -> rates[i])
                .answering(2 * Math.exp(0.02 * random.nextGaussian()), 5 * Math.exp(0.05 * random.nextGaussian()));
    }

    private static List<Run> rounds(RandomGenerator random, int rounds, int sides, int points) {
        List<Run> runs = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double drift = Math.exp(ROUND * random.nextGaussian());
            for (int side = 0; side < sides; side++) {
                for (int point = 0; point < points; point++) {
                    runs.add(run(random, "side" + side, String.valueOf(point), round, 5000 * drift));
                }
            }
        }
        return runs;
    }

    private static List<SideBySide> compare(List<Run> runs) {
        Made made = new Made().with("L", runs);
        return SideBySide.of(new Sides(made).find(List.of("L"), Optional.of("target")), made::detail);
    }

    private static boolean claims(List<SideBySide> document) {
        return document.stream().flatMap(s -> s.sentences().stream()).anyMatch(s -> CLAIM.matcher(s).find());
    }

    private static long claims(Function<RandomGenerator, List<Run>> experiment) {
        SplittableRandom random = new SplittableRandom(1908);
        return IntStream.range(0, EXPERIMENTS).filter(i -> claims(compare(experiment.apply(random)))).count();
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 1", "3, 2, 1", "5, 2, 1", "10, 2, 1", "3, 4, 1", "5, 4, 1", "5, 2, 3"})
    void equalSidesAreClaimedToDifferInNoMoreThanTheLevelSays(int rounds, int sides, int points) {
        long start = System.nanoTime();
        long claims = claims(random -> rounds(random, rounds, sides, points));
        System.out.println("CLAIMS " + rounds + " " + sides + " " + points + " " + claims + " in " + (System.nanoTime() - start) / 1e9);
        assertThat(claims).isLessThanOrEqualTo(MOST_FALSE_CLAIMS);
    }
}
