package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.measures.RecoveryMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Verdict.Kind;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final Map<String, String> DEFAULTS = Map.of("shards", "1");
    static final IterationDetail NOTHING = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of());

    /** @param elapsed for each number of shards 1, 2, 4 … the runs of each round, in seconds */
    private static Report shards(double[]... elapsed) {
        List<Iteration> runs = new ArrayList<>();
        for (int s = 0; s < elapsed.length; s++) {
            for (int round = 0; round < elapsed[s].length; round++) {
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), Map.of("elapsed", elapsed[s][round])));
            }
        }
        return Report.of(label("made", DEFAULTS, "matrix", runs));
    }

    @Test
    void theManualsMatrixIsExploratoryAndAsksForRounds() {
        Verdict verdict = Report.of(Samples.manualMatrix()).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.EXPLORATORY);
        assertThat(verdict.headline()).isEqualTo("Shards 2, batch-size 10, blind-insert true came first of 18 single runs, "
                + "33 % faster than the defaults, of which luck of the choice is part; --confirm 5 would tell.");
        assertThat(verdict.next()).extracting(NextStep::kind).containsExactly(NextStep.Kind.ROUNDS, NextStep.Kind.FINER);
        assertThat(verdict.next().getFirst().command("matrix 1")).isEqualTo("tidemark again 'matrix 1' --repeat 2");
        assertThat(verdict.next().getLast().command("m")).isEqualTo(
                "tidemark again m --repeat 1 --vary batch-size=3,10,32 --vary shards=2 --vary blind-insert=true");
    }

    /** Two rounds over few settings tell nothing yet, but they were rounds by turns. */
    @Test
    void ofRoundsByTurnsMoreWouldTell() {
        assertThat(shards(new double[] {10, 10.1}, new double[] {8, 8.1}, new double[] {9, 9.1}).verdict().headline())
                .contains(", without a confidence interval; more rounds would tell. Two rounds: ")
                .doesNotContain("by turns");
    }

    @Test
    void aClearWinnerIsCommittedTo() {
        Verdict verdict = shards(new double[] {10, 10.1, 10.05}, new double[] {5, 5.1, 5.02},
                new double[] {7, 7.1, 7.05}).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.CLEAR_WINNER);
        assertThat(verdict.headline()).startsWith("Use shards 2: 99 % faster than the defaults (")
                .endsWith("3 rounds).");
        assertThat(verdict.next()).extracting(s -> s.command("made"))
                .containsExactly("tidemark again made --repeat 3 --vary shards=2,3");
    }

    @Test
    void theBestAtTheEdgeLeadsBeyondIt() {
        Verdict verdict = shards(new double[] {10, 10.1, 10.05}, new double[] {8, 8.1, 8.02},
                new double[] {6, 6.1, 6.05}).verdict();
        assertThat(verdict.next()).hasSize(1);
        NextStep step = verdict.next().getFirst();
        assertThat(step.kind()).isEqualTo(NextStep.Kind.BEYOND);
        assertThat(step.sentence()).isEqualTo("shards 4 was the best and the largest tried: 8 may be better still.");
        assertThat(step.command("made")).isEqualTo("tidemark again made --repeat 3 --vary shards=4,8");
    }

    @Test
    void beyondWhatHasFailedNothingIsTried() {
        List<Iteration> runs = new ArrayList<>();
        double[][] elapsed = {{10, 10.1, 10.05}, {8, 8.1, 8.02}};
        for (int s = 0; s < elapsed.length; s++) {
            for (int round = 0; round < 3; round++) {
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), Map.of("elapsed", elapsed[s][round])));
            }
        }
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).verdict().next()).extracting(NextStep::kind)
                .containsExactly(NextStep.Kind.BEYOND);
        runs.add(iteration(1, 2, 0, IterationState.FAILED, "failed", List.of(param("shards", 4)), Map.of()));
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).verdict().next()).isEmpty();
    }

    /** Half of something is 50 % lower, whatever its ratio is. */
    @Test
    void whatIsLowerIsLowerByAShareOfTheOther() {
        List<Iteration> runs = new ArrayList<>();
        for (int s = 0; s < 2; s++) {
            for (int round = 0; round < 3; round++) {
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), Map.of("elapsed", 10.0, "total-write",
                        (s == 0 ? 200.0 : 100) + round)));
            }
        }
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).rankedBy("total-write").verdict().headline())
                .startsWith("Use shards 2: 50 % lower than the defaults (");
    }

    /** A size, a pause, an outage and the time of a processor are lower; a duration and a response are faster. */
    @Test
    void onlyALoadAndItsOperationsAreFaster() {
        MeasureSet measures = Samples.MEASURES.plus(MeasureSet.of(OperationCosts.SERVER_CPU, RecoveryMeasures.OUTAGE,
                new Measure("gc-pause", "GC pauses", "ms", Direction.LOWER, 1, ""), SettleMeasures.TIME));
        List<Iteration> runs = new ArrayList<>();
        double[] each = {180, 100, 150};
        for (int s = 0; s < each.length; s++) {
            for (int round = 0; round < 3; round++) {
                double value = each[s] + round;
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), measures.all().stream().collect(
                        Collectors.toMap(Measure::name, m -> m.better() == Direction.HIGHER ? 1 : value))));
            }
        }
        Report report = Report.of(new LabelResults("made", "ingest", "elapsed", measures, DEFAULTS, "matrix", "label: made\n", 1,
                runs));
        for (String lower : List.of("server-cpu-per-operation", "outage", "gc-pause", "on-disk-size")) {
            Verdict verdict = report.rankedBy(lower).verdict();
            assertThat(verdict.headline()).as(lower).startsWith("Use shards 2: 44 % lower than the defaults (");
            assertThat(verdict.next()).filteredOn(n -> n.kind() == NextStep.Kind.FINER).singleElement().satisfies(n ->
                    assertThat(n.sentence()).startsWith("shards matters most (up to 44 %): "));
        }
        for (String faster : List.of("elapsed", "settle-time", "response.p99")) {
            assertThat(report.rankedBy(faster).verdict().headline()).as(faster)
                    .startsWith("Use shards 2: 79 % faster than the defaults (");
        }
    }

    @Test
    void nothingIsRankedByWhatHasNoBetterSide() {
        LabelResults made = Samples.manualMatrix();
        Measure neither = new Measure("cpu-busy", "CPU busy", "%", Direction.NEITHER, 0, "");
        List<Iteration> runs = made.iterations().stream().map(i -> iteration(i.position(), i.round(), i.settings(),
                Map.of("elapsed", 1.0 + i.position(), "cpu-busy", 50.0))).toList();
        Report report = Report.of(made.with(made.measures().plus(MeasureSet.of(neither)), runs));
        assertThatThrownBy(() -> report.rankedBy("cpu-busy")).hasMessage("objective: CPU busy has no better direction, "
                + "so nothing can be ranked by it; rows can be sorted by it");
    }

    @Test
    void theDefaultsAreKeptWhereNothingBeatsThem() {
        Verdict verdict = shards(new double[] {5, 5.1, 5.02}, new double[] {10, 10.1, 10.05}).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.CLEAR_WINNER);
        assertThat(verdict.headline()).startsWith("Keep the defaults, shards 1: 99 % faster than the next best, shards 2");
        assertThat(verdict.next()).as("half a shard is none").isEmpty();
    }

    @Test
    void whereNothingIsSignificantItIsSaidAndHowManyRoundsWouldShowIt() {
        Verdict verdict = shards(new double[] {10.013, 10.611, 10.207}, new double[] {9.903, 10.304, 10.009}).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.NO_CLEAR_WINNER);
        assertThat(verdict.headline()).startsWith("No clear winner: shards 2 came first, with no significant difference "
                + "from the defaults (").contains(" more round");
        assertThat(verdict.next()).extracting(NextStep::kind).containsExactly(NextStep.Kind.ROUNDS);
    }

    @Test
    void ofNoiseAloneNoRoundsArePromised() {
        Verdict verdict = shards(new double[] {10, 12, 9, 11}, new double[] {12.001, 9.002, 11, 9.998}).verdict();
        assertThat(verdict.headline()).contains("Rounds differ so much by themselves that it would take many more to tell it from the next best, shards 2; ")
                .doesNotContain("take either");
        assertThat(verdict.next()).isEmpty();
    }

    @Test
    void eitherIsTakenOnlyWhereNoDifferenceThatMattersIsLeft() {
        Verdict verdict = shards(new double[] {10, 10.02, 9.99, 10.01}, new double[] {10.0005, 10.0195, 9.9905, 10.0095})
                .verdict();
        assertThat(verdict.headline()).matches("(?s).*The two differ by 0\\.[0-9]+ % at most: take either\\.");
    }

    /** What is tied may still be better than the defaults: of which two more rounds would tell is said. */
    @Test
    void theSentenceAboutMoreRoundsNamesTheTwo() {
        Verdict verdict = shards(new double[] {10, 10.1, 10.05, 9.95}, new double[] {5.01, 5.4, 4.98, 5.2},
                new double[] {5.1, 5.02, 5.3, 5.25}).verdict();
        assertThat(verdict.headline()).startsWith("Use shards 2: ").contains("; one other setting is tied with it (no "
                + "significant difference). ").containsPattern("(better than|tell it from) the next best, shards 4");
    }

    /** Whatever it is compared with, nothing of single runs says what to do, in whichever form. */
    @Test
    void ofSingleRunsNothingIsAdvised() {
        SplittableRandom random = new SplittableRandom(3);
        for (int made = 0; made < 200; made++) {
            double[][] elapsed = new double[2 + random.nextInt(10)][];
            for (int s = 0; s < elapsed.length; s++) {
                elapsed[s] = new double[] {Math.exp(0.1 * random.nextGaussian())};
            }
            Report report = shards(elapsed);
            String first = "came first of " + elapsed.length + " single runs";
            for (String said : List.of(report.verdict().headline(), report.answer(), JsonReport.of(report),
                    TerminalReport.of(report, new TerminalStyle(200, false, true, ZoneOffset.UTC)))) {
                assertThat(said).contains(first).doesNotContain("Use shards", "Keep the defaults", "not yet certain");
            }
            assertThat(report.verdict().headline()).endsWith("; --confirm 5 would tell.");
            if (report.verdict().headline().contains(" than ")) {
                assertThat(report.verdict().headline()).contains(", of which luck of the choice is part");
            }
            assertThat(KeyFigure.of(report, _ -> NOTHING)).filteredOn(f -> f.caption().contains(" than "))
                    .allMatch(f -> f.caption().endsWith(", luck of the choice included"));
        }
    }

    /** Headline, figure, picture, plot and effect: a fivefold difference with a narrow interval. */
    @Test
    void oneRatioIsSaidInOneForm() {
        Report report = shards(new double[] {10, 10.01, 10.005}, new double[] {2, 2.003, 2.001});
        String ratio = "5.00 times";
        assertThat(report.verdict().headline()).startsWith("Use shards 2: " + ratio + " as fast as the defaults (4.9");
        KeyFigure figure = KeyFigure.of(report, _ -> NOTHING).get(1);
        assertThat(figure.value()).isEqualTo(ratio);
        assertThat(figure.caption()).startsWith("as fast as the defaults (4.9").endsWith(" times)");
        String interval = figure.caption().replaceFirst(".*\\(([^ ]+) times\\)", "$1");
        String page = HtmlReport.content(report, _ -> NOTHING);
        for (String said : List.of(report.verdict().headline(), report.answer(), JsonReport.of(report), page,
                HtmlReport.picture(report, _ -> NOTHING),
                TerminalReport.of(report, new TerminalStyle(200, false, true, ZoneOffset.UTC)))) {
            assertThat(said).contains(ratio, interval).doesNotContain("5.0 times", "400 %", " ×");
        }
    }

    /** Documents and the rate are given: what is chosen is told beside them, and nothing of them is advised. */
    @Test
    void whatTheTaskIsIsNeverRecommended() {
        Report report = ofTasks(DEFAULTS, (p, round) -> (p % 2 == 0 ? 1 : 0.8) * (1 + 0.001 * round));
        assertThat(report.verdict().headline()).startsWith("With documents 1000: Use shards 2: ")
                .endsWith(" It came first with documents 2000 and documents 4000, too.");
        assertThat(report.verdict().next()).noneMatch(s -> s.sentence().contains("documents"));
        assertThat(report.effects()).extracting(Effect::dimension).containsOnly("shards");
        assertThat(report.notes()).anyMatch(n -> n.startsWith("With shards 2: p99 8.0")
                && n.contains(" with documents 1000 and 32.0"));
    }

    @Test
    void thatNothingHasWonIsSaidOnceOfATaskToo() {
        Report report = ofTasks(Map.of(), (p, round) -> 1 + 0.05 * ((p + round) % 2));
        assertThat(report.verdict().headline()).startsWith("No clear winner with documents 1000: shards 1 came first, and ");
        assertThat(report.verdict().headline().split("(?i)clear winner", -1)).hasSize(2);
    }

    /** One or two shards for 1000, 2000 and 4000 documents, in three rounds. */
    private static Report ofTasks(Map<String, String> defaults, DoubleBinaryOperator slower) {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int p = 0; p < 6; p++) {
                int documents = 1000 << p / 2;
                runs.add(iteration(p, round, List.of(param("documents", documents, SettingOrigin.VARY),
                        param("shards", 1 + p % 2, SettingOrigin.VARY)),
                        Map.of("response.p99", documents / 100.0 * slower.applyAsDouble(p, round))));
            }
        }
        return Report.of(new LabelResults("made", "query", "response.p99", Samples.MEASURES, defaults, "matrix",
                "label: made\n", 1, runs));
    }

    @Test
    void overTheTaskAloneBothEndsAreToldAndWhereItBends() {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int p = 1; p <= 8; p++) {
                double response = 10 + p + 3 * Math.max(0, p - 5);
                runs.add(iteration(p, round, List.of(param("documents", 100_000 * p, SettingOrigin.VARY)),
                        Map.of("response.p99", response * (1 + 0.002 * ((p + round) % 3 - 1)))));
            }
        }
        Report report = Report.of(new LabelResults("made", "query", "response.p99", Samples.MEASURES, Map.of(), "matrix",
                "label: made\n", 1, runs));
        assertThat(report.verdict().kind()).isEqualTo(Kind.MEASURED);
        assertThat(report.answer()).contains(" with documents 100000 and ").contains(" with documents 800000; the curve bends at "
                + "500000: +").doesNotContain("best", "Use");
        assertThat(report.verdict().next()).isEmpty();
    }

    /** Of nothing but the task there is no first; of settings under two tasks, one among those with the same. */
    @Test
    void theFirstFigureSaysOfWhichTaskItIs() {
        List<Iteration> runs = new ArrayList<>();
        for (int p = 0; p < 6; p++) {
            runs.add(iteration(p, 0, List.of(param("documents", 1000 << p / 3, SettingOrigin.VARY),
                    param("shards", 1 + p % 3, SettingOrigin.VARY)), Map.of("response.p99", 10.0 + p)));
        }
        assertThat(figure(runs)).isEqualTo("p99, first of 3 settings with documents 1000");
        assertThat(figure(runs.stream().filter(i -> i.position() % 3 == 0).toList())).isEqualTo("p99, with documents 1000");
        runs.set(1, iteration(1, 0, runs.get(1).settings(), Map.of("response.p99", 10.0)));
        assertThat(figure(runs)).isEqualTo("p99, shares the first place of 3 settings with documents 1000 with one other");
        runs.set(2, iteration(2, 0, runs.get(2).settings(), Map.of()));
        assertThat(figure(runs)).isEqualTo("p99, shares the first place of 2 settings with documents 1000 with one other");
        runs.set(1, iteration(1, 0, runs.get(1).settings(), Map.of()));
        assertThat(figure(runs)).as("of the others nothing is known").isEqualTo("p99, with documents 1000");
    }

    private static String figure(List<Iteration> runs) {
        return KeyFigure.of(Report.of(new LabelResults("made", "query", "response.p99", Samples.MEASURES, Map.of(), "matrix",
                "label: made\n", 1, runs)), _ -> NOTHING).getFirst().caption();
    }

    /** The first value may be none at all; a step is what the next one is. */
    @Test
    void aBendIsToldByAStepThatIsOne() {
        assertThat(bend(0, false)).contains("; the curve bends at 50: +1 ms for each 10 more up to there, +4 ms beyond");
        assertThat(bend(10, false)).contains("; the curve bends at 60: +1 ms for each 10 more up to there, +4 ms beyond");
    }

    /** Where values are no more than the least, the curve is flat because it was cut. */
    @Test
    void noBendIsToldOfValuesThatMayBeLarger() {
        assertThat(bend(0, true)).contains("≥").doesNotContain("bends");
    }

    /** A curve whose values have a session each bends by what sessions differ by, and one of imported figures may. */
    @Test
    void noBendIsToldOfValuesThatWereNotMeasuredTogether() {
        assertThat(bend(0, false, "matrix", true)).contains(" with read-percent 70").doesNotContain("bends");
        assertThat(bend(0, false, Batch.IMPORT, false)).contains(" with read-percent 70").doesNotContain("bends");
    }

    private static String bend(int first, boolean censored) {
        return bend(first, censored, "matrix", false);
    }

    /**
     * @param censored whether nothing but the least is known of the last value
     * @param sessions whether each value was measured in one of its own
     */
    private static String bend(int first, boolean censored, String space, boolean sessions) {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int p = 0; p < 8; p++) {
                double response = (10 + p + 3 * Math.max(0, p - 5)) * (1 + 0.0002 * ((p + round) % 3 - 1));
                Iteration i = iteration(p, round, List.of(param("read-percent", first + 10 * p, SettingOrigin.VARY)), Map.of());
                runs.add(new Iteration(i.id(), sessions ? p : i.batch(), i.workload(), p, round, 1, i.state(), "", i.started(),
                        i.settings(), List.of(new MeasuredValue("response.p99", response, censored && p == 7))));
            }
        }
        return Report.of(new LabelResults("made", "random-io", "response.p99", Samples.MEASURES, Map.of(), space,
                "label: made\n", 1, runs)).answer();
    }

    /** What went along with what was varied is no part of the choice. */
    @Test
    void whatOfTheTaskWentAlongIsNotNamed() {
        Report report = Report.of(label("made", Map.of("source", "generate"), "matrix", List.of(
                iteration(0, 0, List.of(param("documents", 300), param("source", "generate")), Map.of("elapsed", 2.0)),
                iteration(1, 0, List.of(param("documents", "auto"), param("source", "directory")), Map.of("elapsed", 1.0)))));
        assertThat(report.verdict().headline()).startsWith("Source directory came first of 2 single runs, ")
                .doesNotContain("documents");
        assertThat(report.notes()).contains("Documents changes together with source, so their effects are confounded.");
    }

    private static Report disturbed(double cores, int of) {
        List<Iteration> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            List<Setting> settings = new ArrayList<>(List.of(param("shards", 1 + i % 2)));
            if (i < of) {
                settings.add(CpuContention.fact(cores));
            }
            runs.add(iteration(i % 2, i / 2, settings, Map.of("elapsed", (i % 2 == 0 ? 10 : 5) + 0.01 * i)));
        }
        return Report.of(label("made", DEFAULTS, "matrix", runs));
    }

    @Test
    void aWinnerOnAMachineThatOthersUsedSaysSo() {
        Report report = disturbed(1.9, 6);
        assertThat(report.verdict().chip()).isEqualTo("clear winner · disturbed machine");
        assertThat(report.verdict().tone()).isEqualTo("warn");
        assertThat(report.notes()).contains("Other processes used 1.9 cores when 6 of 6 iterations began: differences may be of "
                + "their making.");
        assertThat(JsonReport.of(report)).contains("\"verdict\" : \"clear winner · disturbed machine\"");
        assertThat(TerminalReport.of(report, new TerminalStyle(100, false, true, ZoneOffset.UTC)))
                .contains("Clear winner · disturbed machine. Use shards 2");
        assertThat(disturbed(0.4, 6).verdict().chip()).as("hardly anything").isEqualTo("clear winner");
        assertThat(disturbed(1.9, 1).verdict().chip()).as("a moment").isEqualTo("clear winner");
    }

    private static List<String> afterLateness(Setting... settings) {
        return Report.of(label("late", Map.of(), "single", List.of(iteration(1, 0, 0, IterationState.INVALID,
                "Limited by the generator: late.", List.of(settings), Map.of())))).verdict().next().stream()
                .map(step -> step.command("late")).toList();
    }

    /** A distribution of arrivals, and queries in flight, are refused without a rate; groups keep rates of their own. */
    @Test
    void whatHasAMeaningBesideARateAloneGoesWithIt() {
        String again = "tidemark again late";
        String unpaced = again + " --label late-unpaced --set rate=unpaced";
        Setting rate = param("rate", 100);
        assertThat(afterLateness(rate, param("arrivals", "constant"), param("in-flight", "workers")))
                .containsExactly(again, unpaced);
        assertThat(afterLateness(rate, param("arrivals", "poisson")))
                .containsExactly(again, unpaced + " --set arrivals=constant");
        assertThat(afterLateness(rate, param("in-flight", 1000)))
                .containsExactly(again, unpaced + " --set in-flight=workers");
        assertThat(afterLateness(rate, param("groups", "readers writers"))).containsExactly(again);
    }

    @Test
    void aSingleSettingIsMeasuredAndNothingIsNothing() {
        assertThat(shards(new double[] {10, 10.1}).verdict().kind()).isEqualTo(Kind.MEASURED);
        assertThat(shards(new double[] {10, 10.1}).verdict().next()).isEmpty();
        assertThat(shards(new double[] {10}).verdict().next()).singleElement()
                .matches(step -> step.command("made").equals("tidemark again made --repeat 2"));
        assertThat(Report.of(label("none", DEFAULTS, "matrix", List.of())).verdict().kind())
                .isEqualTo(Kind.NOTHING_YET);
    }

    @Test
    void aFigureIsToldAsItStandsToItsBound() {
        List<Iteration> runs = List.of(iteration(0, 0, List.of(param("shards", 1)), Map.of("throughput", 4999.7)));
        Report report = Report.of(label("made", DEFAULTS, "matrix", runs));
        assertThat(report.judge(Map.of("throughput", ">= 5000"))).extracting(Report.Judgement::sentence)
                .containsExactly("Missed: throughput is 4999.7 documents/s, expected >= 5000.");
        assertThat(report.judge(Map.of("throughput", "< 5000"))).extracting(Report.Judgement::sentence)
                .containsExactly("Met: throughput is 4999.7 documents/s, expected < 5000.");
        assertThat(report.judge(Map.of("throughput", ">= 4000"))).extracting(Report.Judgement::sentence)
                .containsExactly("Met: throughput is 5000 documents/s, expected >= 4000.");
    }

    @Test
    void whatDoesNotShowInTheDigitsIsNotFaster() {
        Report report = shards(new double[] {10}, new double[] {9.9999});
        assertThat(report.verdict().headline()).startsWith("Shards 2 came first of 2 single runs, as fast as the defaults, "
                + "of which luck of the choice is part;");
        assertThat(KeyFigure.of(report, _ -> NOTHING)).contains(new KeyFigure("the same",
                "as fast as the defaults, luck of the choice included"));
        assertThat(TerminalReport.of(report, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains(" give the same Duration (").doesNotContain("0.0 %");
    }
}
