package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.comparison.SideParser;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Made experiments of 18 settings, screened in one round and then confirmed. The runs of a round share a drift of 2 %, and
 * each has noise of 5 %.
 */
class ConfirmationTest {

    private static final int EXPERIMENTS = 2000;
    private static final int SETTINGS = 18;
    private static final double NOISE = 0.05;
    private static final Map<String, String> DEFAULTS = Map.of("shards", "1");

    /** @param faster how much faster, as a logarithm, one setting is than all others, which are equal */
    private static LabelResults made(SplittableRandom random, double faster, int confirm) {
        List<Iteration> runs = new ArrayList<>();
        double[] screened = IntStream.range(0, SETTINGS).mapToDouble(p -> seconds(random, 0, p, faster)).toArray();
        for (int p = 0; p < SETTINGS; p++) {
            runs.add(iteration(p, 0, point(p), Map.of("elapsed", screened[p])));
        }
        int first = IntStream.range(1, SETTINGS).reduce(1, (a, b) -> screened[b] < screened[a] ? b : a);
        for (int round = 1; round <= confirm; round++) {
            double drift = 0.02 * random.nextGaussian();
            runs.add(iteration(Plan.DEFAULTS, round, point(0), Map.of("elapsed", seconds(random, drift, 0, faster))));
            runs.add(iteration(Plan.FIRST, round, point(first),
                    Map.of("elapsed", seconds(random, drift, first, faster))));
        }
        return label("made", DEFAULTS, "matrix", runs);
    }

    private static double seconds(SplittableRandom random, double drift, int p, double faster) {
        return Math.exp(drift + NOISE * random.nextGaussian() - (p == 7 ? faster : 0));
    }

    private static List<Setting> point(int p) {
        return List.of(param("shards", p + 1));
    }

    @ParameterizedTest
    @CsvSource({"3", "5", "10"})
    void ofEqualSettingsOneIsSaidToBeFasterInAtMostFiveOfAHundred(int rounds) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + rounds);
        Often.atMost(0.05, EXPERIMENTS, () -> !Report.of(made(random, 0, rounds)).answer()
                .startsWith("No clear winner. No significant difference "));
    }

    /** Of 18 equal settings, confirmed up to three times: the last try is no choice among them. */
    @ParameterizedTest
    @CsvSource({"3", "5"})
    void confirmingAgainAndAgainClaimsNoMore(int rounds) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + rounds);
        Often.atMost(0.05, EXPERIMENTS, () -> isConfirmed(rounds, 3, random));
    }

    /** Whether one of equal settings is said to be faster, or slower, in any report. */
    static boolean isConfirmed(int rounds, int times, SplittableRandom random) {
        List<Iteration> runs = new ArrayList<>();
        for (long batch = 1; batch <= times; batch++) {
            for (Iteration i : made(random, 0, rounds).iterations()) {
                runs.add(new Iteration(batch * 10_000 + runs.size(), batch, i.workload(), i.position(), i.round(), 1, i.state(),
                        "", i.started(), i.settings(), i.values()));
            }
            if (Report.of(label("made", DEFAULTS, "matrix", runs)).confirmation().orElseThrow().significant()) {
                return true;
            }
        }
        return false;
    }

    @Test
    void allConfirmationsCountAndThatThereAreSeveralIsSaid() {
        List<Iteration> runs = new ArrayList<>();
        for (long batch = 1; batch <= 2; batch++) {
            for (Iteration i : made(new SplittableRandom(batch), Math.log(1.5), 3).iterations()) {
                runs.add(new Iteration(batch * 10_000 + runs.size(), batch, i.workload(), i.position(), i.round(), 1, i.state(),
                        "", i.started(), i.settings(), i.values()));
            }
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        assertThat(report.confirmation().orElseThrow().sentence()).contains("6 rounds");
        assertThat(report.notes()).anyMatch(n -> n.startsWith("The confirmation was repeated (2 executions together, which all "
                + "count)")).anyMatch(n -> n.contains("intervals are of 99.5 %"));
        assertThat(TerminalReport.of(report, new TerminalStyle(100, false, true, ZoneOffset.UTC)).replaceAll("\\s+", " "))
                .contains("The confirmation was repeated (2 executions together");
        assertThat(JsonReport.of(report)).contains("The confirmation was repeated");
    }

    @Test
    void aNewerOneThatBrokeOffTakesNoneAway() {
        List<Iteration> runs = new ArrayList<>(made(new SplittableRandom(1), Math.log(1.5), 3).iterations());
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).confirmation().orElseThrow().sentence())
                .isEqualTo("Shards 8 is 48 % faster than the defaults (30–67 %, 3 rounds).");
        runs.add(iteration(2, Plan.DEFAULTS, 1, IterationState.DONE, "", point(0), Map.of("elapsed", 1.0)));
        runs.add(iteration(2, Plan.FIRST, 1, IterationState.FAILED, "gone", point(7), Map.of()));
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).confirmation().orElseThrow().sentence())
                .isEqualTo("Shards 8 is 48 % faster than the defaults (30–67 %, 4 and 3 runs).");
    }

    /** Of the rounds before, the one that came first was chosen for them. */
    @Test
    void sidesThatWereConfirmedAreComparedByTheRoundsThatConfirm() {
        LabelResults results = made(new SplittableRandom(1), Math.log(1.5), 3);
        List<Pairing> pairings = SideParser.of(results, Optional.of("shards"));
        assertThat(pairings).hasSize(SETTINGS - 1).allMatch(p -> p.base().name().equals("shards 1"));
        IterationDetail nothing = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
        LabelComparison both = LabelComparison.of(pairings, _ -> nothing).stream().filter(c -> c.pairing().other().name()
                .equals("shards 8")).findFirst().orElseThrow();
        assertThat(both.points()).singleElement().satisfies(point -> {
            assertThat(point.base()).hasSize(3).allMatch(Iteration::confirms);
            assertThat(point.other()).hasSize(3).allMatch(Iteration::confirms);
        });
        assertThat(both.notes()).anyMatch(note -> note.startsWith("Of a setting that was confirmed, the rounds that "))
                .noneMatch(note -> note.contains("left out"));
    }

    /** Three rounds of all settings may claim, too: of one plan, what they spend is left for after those that confirm. */
    @Test
    void whatScreeningAndConfirmationSpendIsOneLevel() {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int p = 0; p < 4; p++) {
                runs.add(iteration(p, round, point(p), Map.of("elapsed", 2 + 0.01 * ((round + p) % 3))));
            }
        }
        Report screened = Report.of(label("made", DEFAULTS, "matrix", runs));
        assertThat(screened.table().comparisons().confidence()).isEqualTo(0.96);
        assertThat(screened.notes()).noneMatch(n -> n.contains("looked at"));
        assertThat(confirmed(runs, 1)).isEqualTo(List.of(0.96, 0.995));
        assertThat(confirmed(runs, 2)).isEqualTo(List.of(0.995, 0.96));
    }

    /** Levels of confidence of the confirmation and of all settings, which a note tells. */
    private static List<Double> confirmed(List<Iteration> screened, long batch) {
        List<Iteration> runs = new ArrayList<>(screened);
        for (int round = 3; round < 6; round++) {
            for (int position : new int[] {Plan.DEFAULTS, Plan.FIRST}) {
                Iteration i = iteration(position, round, point(position == Plan.DEFAULTS ? 0 : 3),
                        Map.of("elapsed", 2 + 0.01 * (round % 3)));
                runs.add(new Iteration(1000 + runs.size(), batch, i.workload(), position, round, 1, i.state(), "", i.started(),
                        i.settings(), i.values()));
            }
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        double two = report.confirmation().orElseThrow().table().comparisons().confidence();
        double all = report.table().comparisons().confidence();
        assertThat(report.notes()).anyMatch(n -> n.endsWith("intervals between the two are of " + (two == 0.96 ? "96" : "99.5")
                + " %, between all of " + (all == 0.96 ? "96" : "99.5") + " %."));
        return List.of(two, all);
    }

    /** The first of 18 equal settings looks faster than it is by two standard deviations; afterwards it does not. */
    @Test
    void whatIsSaidIsFreeOfTheLuckOfTheFirst() {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        int experiments = Effort.of(EXPERIMENTS / 8, EXPERIMENTS);
        double screened = 0;
        double confirmed = 0;
        for (int e = 0; e < experiments; e++) {
            Report report = Report.of(made(random, 0, 5));
            screened += Math.log(report.table().rows().getFirst().cell("elapsed").orElseThrow().mean());
            confirmed += Math.log(report.confirmation().orElseThrow().effect().comparison().ratio());
        }
        assertThat(screened / experiments).isLessThan(-1.5 * NOISE);
        // Six standard errors of a mean, which chance exceeds once in 500 million days.
        assertThat(confirmed / experiments).isCloseTo(0, within(6 * NOISE * Math.sqrt(2.0 / 5 / experiments)));
    }

    @Test
    void aSettingThatIsFasterIsFoundAndNamedWithItsInterval() {
        Report report = Report.of(made(new SplittableRandom(2), Math.log(1.5), 5));
        assertThat(report.answer()).matches("Shards 8 is [45][0-9] % faster than the defaults "
                + "\\([0-9]+–[0-9]+ %, 5 rounds\\)\\. Shards 8 came first of the other settings in the rounds before; this was measured afterwards, "
                + "by turns with the defaults\\.");
        assertThat(report.confirmation().orElseThrow().winner()).isEqualTo("shards 8");
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.CLEAR_WINNER);
        assertThat(report.verdict().headline()).matches("Use shards 8: [45][0-9] % faster than the defaults "
                + "\\([0-9]+–[0-9]+ %, 5 rounds\\), confirmed\\.");
        assertThat(report.verdict().next()).noneMatch(step -> step.kind() == NextStep.Kind.ROUNDS);
    }

    /** What was confirmed had come first by the objective, and by no other measure. */
    @Test
    void rankedByAnotherMeasureNothingIsConfirmed() {
        List<Iteration> runs = new ArrayList<>();
        for (Iteration i : made(new SplittableRandom(1), 0.3, 5).iterations()) {
            runs.add(iteration(i.position(), i.round(), i.settings(), Map.of("elapsed", i.values().getFirst().number(),
                    "response.p99", 100 - i.values().getFirst().number())));
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        assertThat(report.confirmation()).isPresent();
        assertThat(report.rankedBy("response.p99").confirmation()).isEmpty();
        assertThat(report.rankedBy("response.p99").verdict().headline()).doesNotContain("confirmed");
    }

    @Test
    void everySettingThatDiffersIsNamed() {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            runs.add(iteration(Plan.DEFAULTS, round, List.of(param("shards", 1), param("batch-size", 1)),
                    Map.of("elapsed", 2 + 0.01 * round)));
            runs.add(iteration(Plan.FIRST, round, List.of(param("shards", 2), param("batch-size", 10)),
                    Map.of("elapsed", 1.0)));
        }
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).confirmation().orElseThrow().winner())
                .isEqualTo("shards 2, batch-size 10");
    }

    @Test
    void roundsThatConfirmAreNotAmongThoseThatRank() {
        Report report = Report.of(made(new SplittableRandom(3), 0, 5));
        assertThat(report.table().rows()).hasSize(SETTINGS)
                .allSatisfy(row -> assertThat(row.iterations()).noneMatch(Iteration::confirms));
        assertThat(report.confirmation().orElseThrow().table().rows()).hasSize(2)
                .allSatisfy(row -> assertThat(row.iterations()).hasSize(5).allMatch(Iteration::confirms));
        assertThat(report.excluded()).isEmpty();
    }

    /** An error is known from two rounds on; until then the answer is that of the screening. */
    @Test
    void whatCannotBeShownIsNoWinner() {
        Report report = Report.of(made(new SplittableRandom(6), 0, 5));
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.NO_CLEAR_WINNER);
        assertThat(report.verdict().headline()).startsWith("Shards ")
                .contains(" came first of the other settings in the rounds before, but rounds of its own show no significant difference from the "
                        + "defaults (");
        assertThat(report.confirmation().orElseThrow().winner()).isEqualTo("the defaults");
        assertThat(report.contenders()).hasSize(2).contains(Map.of("shards", "1"));
    }

    @Test
    void whatIsNotToldIsRunAloneInEnoughRounds() {
        List<Iteration> runs = new ArrayList<>();
        double[] noise = {1, 1.3, 0.8, 1.2, 0.9};
        for (int round = 0; round < noise.length; round++) {
            runs.add(iteration(Plan.DEFAULTS, round, point(0), Map.of("elapsed", 2 * noise[(round + 2) % noise.length])));
            runs.add(iteration(Plan.FIRST, round, point(3), Map.of("elapsed", 1.6 * noise[round])));
        }
        for (int p = 0; p < 4; p++) {
            runs.add(iteration(p, noise.length, point(p), Map.of("elapsed", 2.0 - 0.1 * p)));
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        NextStep step = report.verdict().next().getFirst();
        assertThat(step.sentence()).matches("About [0-9]+ rounds of these two alone would show a difference as large as the "
                + "one seen, with a chance of 80 %\\.");
        assertThat(step.repeat()).isGreaterThan(noise.length);
        assertThat(step.command("made")).isEqualTo("tidemark again made --label made-confirmed --repeat " + step.repeat()
                + " --contenders");
        assertThat(report.contenders()).containsExactlyInAnyOrder(Map.of("shards", "1"), Map.of("shards", "4"));
    }

    /** Of several confirmations, each may be of another setting. */
    @Test
    void whatIsRunAloneAreTheTwoOfTheNewestConfirmation() {
        List<Iteration> runs = new ArrayList<>();
        for (int batch = 1; batch <= 2; batch++) {
            for (int p = 0; p < 4; p++) {
                runs.add(done(batch, p, 0, p, 2.0 - 0.1 * p));
            }
            for (int round = 1; round <= 3; round++) {
                runs.add(done(batch, Plan.DEFAULTS, round, 0, 2 + 0.01 * round));
                runs.add(done(batch, Plan.FIRST, round, 4 - batch, 1.6 + 0.01 * round));
            }
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        assertThat(report.confirmation().orElseThrow().table().rows()).hasSize(3);
        assertThat(report.contenders()).containsExactlyInAnyOrder(Map.of("shards", "1"), Map.of("shards", "3"));
    }

    private static Iteration done(int batch, int position, int round, int p, double seconds) {
        return iteration(batch, position, round, IterationState.DONE, "", point(p), Map.of("elapsed", seconds));
    }

    @Test
    void oneRoundConfirmsNothing() {
        Report report = Report.of(made(new SplittableRandom(4), Math.log(1.5), 1));
        assertThat(report.confirmation()).isEmpty();
        assertThat(report.answer()).contains("came first of 18 single runs");
    }

    /** The setting took ten times as long when it was confirmed: that is another machine than the one that screened. */
    @Test
    void whatIsFarFromTheScreeningIsOfADisturbedMachine() {
        List<Iteration> runs = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            runs.add(iteration(p, 0, point(p), Map.of("elapsed", 0.5 - 0.03 * p)));
        }
        for (int round = 1; round <= 5; round++) {
            runs.add(iteration(Plan.DEFAULTS, round, point(0), Map.of("elapsed", 8.0 + 0.01 * round)));
            runs.add(iteration(Plan.FIRST, round, point(3), Map.of("elapsed", 4.0 + 0.01 * round)));
        }
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        assertThat(report.verdict().chip()).isEqualTo("better than the defaults · disturbed machine");
        assertThat(report.notes()).anyMatch(n -> n.startsWith("Duration of shards 4 is 9.8 times as high in the rounds that "
                + "confirm as in those before"));
    }

    @Test
    void theTableStandsInTheTerminalAndInJson() {
        Report report = Report.of(made(new SplittableRandom(5), Math.log(1.5), 5));
        assertThat(TerminalReport.of(report, new TerminalStyle(100, false, true, ZoneOffset.UTC)))
                .contains("Confirmation: the defaults against the setting that came first");
        assertThat(JsonReport.of(report)).contains("\"confirmation\"").contains("\"significant\" : true");
    }
}
