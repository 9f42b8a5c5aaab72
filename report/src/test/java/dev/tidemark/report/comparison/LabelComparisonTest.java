package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.analysis.KeyFigure;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.report.comparison.WindowComparison.By;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;
import dev.tidemark.report.model.ComparisonGrids;
import dev.tidemark.report.model.ComparisonLines;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Value;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalComparison;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvComparison;
import org.junit.jupiter.api.Test;

class LabelComparisonTest {

    private static final Map<String, String> ROCKSDB = Map.of("target", "rocksdb");
    private static final Map<String, String> LMDB = Map.of("target", "lmdb");

    private static LabelComparison compare(Made made, String... words) {
        List<Pairing> pairings = new SideParser(made).find(List.of(words), Optional.empty());
        assertThat(pairings).hasSize(1);
        return LabelComparison.of(pairings, made::detail).getFirst();
    }

    private static PointComparison only(LabelComparison whole) {
        assertThat(whole.points()).hasSize(1);
        return whole.points().getFirst();
    }

    private static WindowComparison parts(PointComparison point, By by) {
        return point.parts().stream().filter(p -> p.by() == by).findFirst().orElseThrow();
    }

    private static double change(Delta delta) {
        return (delta.ratio().orElseThrow() - 1) * 100;
    }

    private static Evidence.Rounds rounds(Delta delta) {
        return (Evidence.Rounds) delta.evidence();
    }

    // ---- Runs in the same rounds ----

    @Test
    void aDifferenceIsSignificantWithItsErrorAndTheRounds() {
        LabelComparison whole =
                compare(new Made().with("L", Made.rounds(new SplittableRandom(1), 5, 5000, 5600, 0.005)),
                "L");
        Delta throughput = only(whole).throughput().orElseThrow();
        assertThat(throughput.significant()).isTrue();
        assertThat(change(throughput)).isCloseTo(12, within(1.5));
        assertThat(whole.sentences()).singleElement().asString()
                .matches("Throughput of lmdb is 1[0-9] % higher than that of rocksdb \\([0-9.]+–[0-9.]+ %, 5 rounds\\)\\."
                        + " In the last quarter it is 1[0-9] % higher \\([0-9.]+–[0-9.]+ %, 5 rounds\\)\\.");
    }

    @Test
    void theReportOfALabelThatComparesAnswersWithIt() {
        Verdict significant = Report.open(new Made()
                .with("L", Made.rounds(new SplittableRandom(1), 5, 5000, 5600, 0.005)), "L")
                .orElseThrow().verdict();
        assertThat(significant.kind()).isEqualTo(Verdict.Kind.CLEAR_WINNER);
        assertThat(significant.headline()).startsWith("Throughput of lmdb is 1");
        Verdict insignificant =
                Report.open(new Made().with("L", Made.rounds(new SplittableRandom(1), 5, 5000, 5000, 0.05)), "L")
                .orElseThrow().verdict();
        assertThat(insignificant.kind()).isEqualTo(Verdict.Kind.NO_CLEAR_WINNER);
        assertThat(insignificant.headline())
                .startsWith("No significant difference in throughput between rocksdb and lmdb: ");
    }

    /** Fivefold, with next to no noise: the sentence, its interval and the figure beside it have the same digits. */
    @Test
    void aRatioAndItsIntervalAreWrittenApart() {
        Made made = new Made().with("L", Made.rounds(new SplittableRandom(1), 5, 1000, 5000, 0.002));
        Report report = Report.open(made, "L").orElseThrow();
        Matcher said = Pattern.compile("is ([0-9.]+) times as high as that of rocksdb \\(([0-9.]+)–([0-9.]+) times, 5 rounds\\)")
                .matcher(report.verdict().headline());
        assertThat(said.find()).as(report.verdict().headline()).isTrue();
        assertThat(List.of(said.group(1), said.group(2), said.group(3))).doesNotHaveDuplicates();
        assertThat(KeyFigure.of(report, made::detail)).contains(new KeyFigure(said.group(1) + " times", "Throughput, lmdb over "
                + "rocksdb (" + said.group(2) + "–" + said.group(3) + " times)"));
    }

    @Test
    void theFigureBesideItIsThatOfTheComparison() {
        Made made = new Made().with("L", Made.rounds(new SplittableRandom(1), 5, 5000, 5600, 0.005));
        assertThat(KeyFigure.of(Report.open(made, "L").orElseThrow(), made::detail)).anySatisfy(figure -> {
            assertThat(figure.value()).matches("\\+1[0-9] %");
            assertThat(figure.caption()).matches("Throughput, lmdb over rocksdb \\(1[0-9]–1[0-9] %\\)");
        });
    }

    /** Two or three rounds are compared pair by pair, too: what differs between rounds is in no error. */
    @Test
    void fewRoundsArePairedToo() {
        Delta throughput = only(compare(new Made().with("L",
                Made.rounds(new SplittableRandom(1), 2, 5000, 5600, 0.005)),
                "L")).throughput().orElseThrow();
        assertThat(rounds(throughput).ratio().pairs()).isEqualTo(2);
    }

    /** "No difference … between 0.7 % higher and 30 % higher" contradicted itself. */
    @Test
    void theIntervalInASentenceIsTheOneThatDecided() {
        for (int seed = 0; seed < 500; seed++) {
            LabelComparison whole = compare(new Made().with("L", Made.rounds(new SplittableRandom(seed), 5, 5000, 5100,
                    0.012)), "L");
            Delta d = only(whole).throughput().orElseThrow();
            Delta.Bounds bounds = d.interval().orElseThrow();
            assertThat(d.significant()).isEqualTo(bounds.low() > 1 || bounds.high() < 1)
                    .isEqualTo(d.adjustedP().orElseThrow() < 0.05);
            assertThat(whole.sentences().getFirst()).doesNotMatch("No significant .* between [0-9.]+ % (higher|lower) "
                    + "and [0-9.]+ % \\1 .*");
        }
    }

    /** What a document says of all its sides and points is one family. */
    @Test
    void theMoreIsAskedTheMoreEachAnswerNeeds() {
        SplittableRandom random = new SplittableRandom(7);
        List<Run> runs = new ArrayList<>(Made.rounds(random, 5, 5000, 5600, 0.01));
        List<Double> levels = new ArrayList<>();
        for (String more : List.of("", "file", "mvstore")) {
            for (int round = 0; round < 5 && !more.isEmpty(); round++) {
                double level = 5000 * Math.exp(0.01 * random.nextGaussian());
                runs.add(Run.of(Map.of("target", more), round, 8, 1, i -> level));
            }
            Made made = new Made().with("L", runs);
            List<LabelComparison> all = LabelComparison.of(new SideParser(made).find(List.of("L"), Optional.empty()),
                    made::detail);
            levels.add(rounds(only(all.getFirst()).throughput().orElseThrow()).level());
            assertThat(all.stream().flatMap(s -> Stream.concat(only(s).overall().stream(),
                    only(s).last().orElseThrow().deltas().stream())).filter(Delta::tested)
                    .mapToDouble(d -> rounds(d).level()).sum()).isCloseTo(0.05, within(1e-12));
        }
        assertThat(levels).satisfiesExactly(l -> assertThat(l).isCloseTo(0.045, within(1e-12)),
                l -> assertThat(l).isCloseTo(0.0225, within(1e-12)),
                l -> assertThat(l).isCloseTo(0.015, within(1e-12)));
    }

    @Test
    void figuresOfWhichNoSentenceSpeaksAreNotTested() {
        PointComparison point = only(compare(new Made().with("L", Made.rounds(new SplittableRandom(1), 5, 5000, 5600,
                0.005)), "L"));
        assertThat(point.parts()).isNotEmpty().flatExtracting(WindowComparison::parts)
                .flatExtracting(ComparedWindow::deltas)
                .noneSatisfy(d -> assertThat(d.tested()).isTrue());
        assertThat(ComparisonLines.significant(parts(point, By.TIME).parts().getFirst().throughput()))
                .isEqualTo("not tested");
    }

    @Test
    void inAnOpenLoopTheTailOfTheResponsesIsTheQuestion() {
        SplittableRandom random = new SplittableRandom(4);
        List<Run> runs = Made.rounds(random, 5, 5000, 5000, 0.00001).stream().map(r -> r.answering(
                (r.settings().equals(LMDB) ? 1.8 : 2) * Math.exp(0.01 * random.nextGaussian())).openly()).toList();
        LabelComparison whole = compare(new Made().with("L", runs), "L");
        assertThat(whole.sentences()).singleElement().asString().startsWith("Response p99 of lmdb is ")
                .contains(" % lower than that of rocksdb (", "Response times differ: mean ");
        assertThat(rounds(only(whole).lead().orElseThrow()).level()).isCloseTo(0.045, within(1e-12));
        assertThat(only(whole).throughput().orElseThrow().significant()).isFalse();
    }

    @Test
    void anAnswerWithoutADifferenceSaysHowManyRoundsWouldShowOne() {
        LabelComparison noisy =
                compare(new Made().with("L", Made.rounds(new SplittableRandom(2), 5, 5000, 5010, 0.03)), "L");
        assertThat(noisy.sentences()).singleElement().asString()
                .matches(".* To see 3 % you need [0-9]+ rounds, planned beforehand\\.");
        LabelComparison quiet =
                compare(new Made().with("L", Made.rounds(new SplittableRandom(2), 10, 5000, 5000, 0.003)),
                "L");
        assertThat(quiet.sentences()).singleElement().asString().startsWith("No significant")
                .doesNotContain("you need");
    }

    @Test
    void roundsThatWereAddedAreSaidToBe() {
        SplittableRandom random = new SplittableRandom(3);
        List<Run> runs = new ArrayList<>(Made.rounds(random, 3, 5000, 5600, 0.005));
        assertThat(compare(new Made().with("L", runs), "L").sentences().getFirst()).doesNotContain("added");
        Made.rounds(random, 2, 5000, 5600, 0.005).forEach(r -> runs.add(r.in(1)));
        assertThat(compare(new Made().with("L", runs), "L").sentences()).singleElement().asString()
                .contains("5 rounds", "Rounds were added to this label (2 executions together, which all count)", "the interval is of 99.5");
    }

    /** What is claimed of two sides is decided together with the others, at the level of the one looked at most often. */
    @Test
    void roundsThatWereAddedToSomeSidesWidenTheIntervalsOfAll() {
        SplittableRandom random = new SplittableRandom(3);
        List<Run> runs = new ArrayList<>(Made.rounds(random, 3, 5000, 5600, 0.005));
        IntStream.range(0, 3).forEach(round -> runs.add(Run.of(Map.of("target", "third"), round, 8, 1, i -> 5200)));
        Made.rounds(random, 2, 5000, 5600, 0.005).forEach(r -> runs.add(r.in(1)));
        Made made = new Made().with("L", runs);
        assertThat(LabelComparison.of(new SideParser(made).find(List.of("L"), Optional.of("target")), made::detail))
                .hasSizeGreaterThan(1).allMatch(c -> c.confidence() == 1 - Comparison.level(2));
    }

    // ---- Runs that were not side by side ----

    private static List<Run> session(String target, int session, int rounds, double... rates) {
        return IntStream.range(0, rounds).mapToObj(round -> Run.of(Map.of("target", target), round, 8, 1,
                i -> rates[round]).in(session)).toList();
    }

    @Test
    void whatRanInSessionsOfItsOwnIsDescribedAndNothingIsSignificant() {
        List<Run> runs = new ArrayList<>(session("rocksdb", 0, 3, 5000, 5010, 4990));
        runs.addAll(session("lmdb", 1, 3, 6000, 6020, 5980));
        LabelComparison whole = compare(new Made().with("L", runs), "L");
        assertThat(whole.sentences()).singleElement().asString().matches("Throughput of lmdb was 20 % higher than that "
                + "of rocksdb \\([0-9.]+–[0-9.]+ %, 3 runs each\\); not interleaved: differences between sessions are "
                + "not in the error\\. In the last quarter it was 20 % higher\\. Response times were: .*");
        assertThat(whole.notes()).anySatisfy(n -> assertThat(n).contains("plan: compare"));
        assertThat(only(whole).overall()).noneMatch(Delta::significant).noneMatch(Delta::tested);
        assertThat(ComparisonLines.significant(only(whole).throughput().orElseThrow())).isEqualTo("not interleaved");
        assertThat(TsvComparison.of(List.of(whole)).lines().skip(1)).allMatch(l -> !l.contains("\ttrue\t"));
    }

    private static List<Run> failed(List<Run> runs) {
        return runs.stream().map(r -> r.ended(IterationState.FAILED, "The server was down.")).toList();
    }

    @Test
    void whatAResumedRunAddsIsASessionOfItsOwn() {
        List<Run> runs = new ArrayList<>(failed(session("rocksdb", 0, 5, 5000, 5010, 4990, 5000, 5005)));
        runs.addAll(session("lmdb", 0, 5, 6000, 6020, 5980, 6000, 6010));
        runs.sort(Comparator.comparingInt(Run::round));
        runs.addAll(session("rocksdb", 0, 5, 5000, 5010, 4990, 5000, 5005));
        Made made = new Made().with("L", runs);
        LabelComparison whole = compare(made, "L");
        assertThat(whole.sentences().getFirst())
                .contains("not interleaved: differences between sessions are not in the error");
        assertThat(only(whole).overall()).noneMatch(Delta::significant);
        Report report = Report.of(made.label("L").orElseThrow());
        assertThat(report.table().judged()).isFalse();
        assertThat(report.table().note()).containsIgnoringCase("not interleaved");
    }

    @Test
    void roundsThatAResumedRunHasWholeAreCompared() {
        List<Run> all = Made.rounds(new SplittableRandom(1), 5, 5000, 5600, 0.005);
        List<Run> runs = new ArrayList<>(all.subList(0, 3));
        runs.addAll(failed(all.subList(3, 6)));
        runs.addAll(all.subList(3, 10));
        LabelComparison whole = compare(new Made().with("L", runs), "L");
        assertThat(whole.sentences().getFirst()).contains("4 rounds");
        assertThat(whole.notes()).contains(
                "Iteration 3 of lmdb is left out: the other side has no run in its round of the same session.");
    }

    @Test
    void twoLabelsAreTwoSessions() {
        LabelComparison whole = compare(new Made().with("one", session("rocksdb", 0, 5, 1, 2, 1, 2, 1))
                .with("two", session("lmdb", 0, 5, 9, 8, 9, 8, 9)), "one", "two");
        assertThat(whole.sentences().getFirst()).contains("not interleaved");
    }

    @Test
    void importedRunsAreNotKnownToBeSideBySide() {
        assertThat(compare(new Made().with("L", "volume", "import", Made.rounds(new SplittableRandom(1), 5, 5000, 5600,
                0.005)), "L").sentences().getFirst()).contains("imported, so not known to be interleaved");
    }

    @Test
    void runsWithoutAPartnerInTheirRoundAreLeftOutByName() {
        List<Run> runs = new ArrayList<>(Made.rounds(new SplittableRandom(1), 3, 5000, 5600, 0.005));
        runs.add(Run.of(LMDB, 3, 8, 1, i -> 1));
        runs.add(Run.of(ROCKSDB, 3, 8, 1, i -> 1).ended(IterationState.FAILED, "The disk was full."));
        LabelComparison whole = compare(new Made().with("L", runs), "L");
        assertThat(whole.sentences().getFirst()).contains("3 rounds");
        assertThat(only(whole).other()).hasSize(3);
        assertThat(whole.notes()).containsExactly(
                "Iteration 7 of lmdb is left out: the other side has no run in its round of the same session.",
                "Iteration 8 of rocksdb failed and is left out: The disk was full.");
    }

    @Test
    void runsThatDidNotEndWellAreNamedWithTheirReason() {
        List<Run> runs = new ArrayList<>(Made.rounds(new SplittableRandom(1), 3, 5000, 5600, 0.005));
        runs.add(Run.of(LMDB, 3, 8, 1, i -> 1).ended(IterationState.STOPPED, ""));
        runs.add(Run.of(LMDB, 2, 8, 1, i -> 1).ended(IterationState.INTERRUPTED, "The process went away."));
        IntStream.range(4, 11)
                .forEach(r -> runs.add(Run.of(ROCKSDB, r, 8, 1, i -> 1).ended(IterationState.FAILED, "No.")));
        assertThat(compare(new Made().with("L", runs), "L").notes()).hasSize(8).contains(
                "Iteration 7 of lmdb was stopped and is left out.",
                "Iteration 8 of lmdb was interrupted and was run again: The process went away.",
                "Iteration 9 of rocksdb failed and is left out: No.", "And 2 more of rocksdb like these.");
    }

    // ---- What is compared ----

    /** The parts of unequal runs are those of the shortest; the reader must not take them for the ends of both. */
    @Test
    void runsOfUnequalLengthAreToldToBeCut() {
        LabelComparison whole = compare(new Made().with("L", "volume", "compare", List.of(
                Run.of(ROCKSDB, 0, 10, 1, i -> 4000), Run.of(LMDB, 0, 8, 1, i -> 3000))), "L");
        assertThat(whole.notes()).containsExactly(
                "Runs lasted from 8 s to 10 s: parts by time are of the first 8 s of each.");
        assertThat(only(whole).last().orElseThrow().to()).isEqualTo(8);
        assertThat(compare(new Made().with("L", "volume", "compare", List.of(
                Run.of(ROCKSDB, 0, 8, 1, i -> 4000), Run.of(LMDB, 0, 8, 1, i -> 3000))), "L").notes()).isEmpty();
    }

    /** A workload may rank by its last part; overall is the whole run nevertheless. */
    @Test
    void overallIsTheWholeRunWhateverRanksTheRows() {
        List<Run> runs = Stream.of(0, 1, 2).flatMap(round -> Stream.of(
                Run.of(ROCKSDB, round, 8, 1, i -> 4000 - 400 * i),
                Run.of(LMDB, round, 8, 1, i -> 3000 - 100 * i))).toList();
        PointComparison point = only(compare(new Made().with("L", "volume", "compare", runs), "L"));
        assertThat(point.throughput().orElseThrow().measure()).isEqualTo(Made.THROUGHPUT);
        assertThat(change(point.throughput().orElseThrow())).isCloseTo((2650.0 / 2600 - 1) * 100, within(1e-9));
        assertThat(change(point.last().orElseThrow().throughput())).isCloseTo((2350.0 / 1400 - 1) * 100, within(1e-9));
    }

    /** Its figures are tested by a stricter family than the rows of a report: both stand on one page. */
    @Test
    void theReportOfAComparisonClaimsNothingOfItsSides() {
        Made made = new Made().with("L", Made.rounds(new SplittableRandom(2), 10, 5000, 6000, 0.01));
        Report report = Report.of(made.label("L").orElseThrow());
        assertThat(report.answer()).startsWith("Target lmdb comes first: Throughput ")
                .endsWith(" Whether the sides differ significantly is said by the comparison.")
                .doesNotContain("%", "best");
        assertThat(report.effects()).isEmpty();
        assertThat(report.table().rows()).allMatch(Row::best);
        Made matrix = new Made().with("L", "random-io", "matrix", Made.rounds(new SplittableRandom(2), 10, 5000, 6000,
                0.01));
        assertThat(Report.of(matrix.label("L").orElseThrow()).answer()).contains("is best");
    }

    /** From two rounds a comparison has an interval, and the rows beside it have none. */
    @Test
    void theReportOfAComparisonDoesNotDenyItsInterval() {
        Made made = new Made().with("L", Made.rounds(new SplittableRandom(2), 2, 5000, 9600, 0.002));
        assertThat(compare(made, "L").sentences().getFirst()).contains(" %, 2 rounds)");
        Report report = Report.open(made, "L").orElseThrow();
        assertThat(report.table().note()).isEmpty();
        assertThat(TerminalReport.of(report, made::detail, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains(" %, 2 rounds)").doesNotContain("no confidence interval", "may be best");
        assertThat(JsonReport.of(report)).doesNotContain("no confidence interval");
        List<Run> apart = Stream.of(0, 1).flatMap(round -> Stream.of(Run.of(ROCKSDB, round, 8, 1, i -> 4000 + round),
                Run.of(LMDB, round, 8, 1, i -> 3000 + round).in(1))).toList();
        assertThat(Report.open(new Made().with("L", apart), "L").orElseThrow().table().note())
                .startsWith("Not interleaved: ");
    }

    @Test
    void aPercentileThatIsOnlyTheLargestValueIsMarked() {
        LabelComparison whole =
                compare(new Made().with("L", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 4000).answering(2, 20),
                Run.of(LMDB, 0, 8, 1, i -> 3000).answering(2, 5))), "L");
        Delta p99 = only(whole).overall().stream().filter(d -> d.measure().equals(Made.P99)).findFirst().orElseThrow();
        assertThat(Value.of(p99.measure(), p99.base()).text()).isEqualTo("max 40.000");
        assertThat(Value.of(p99.measure(), p99.other()).text()).isEqualTo("10.000");
        assertThat(TerminalComparison.of(whole, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains("max 40.000");
        assertThat(TsvComparison.of(List.of(whole))).contains("\tbase: maximum, of too few samples");
    }

    /** It was measured, and is 0. */
    @Test
    void aSideThatDidNothingHasNoRatioAndIsSaidToHaveDoneNothing() {
        LabelComparison whole = compare(new Made().with("L", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 4000),
                Run.of(LMDB, 0, 8, 1, i -> 0))), "L");
        assertThat(whole.sentences()).containsExactly("Throughput has no ratio: that of rocksdb was 4000 operations/s, and "
                + "that of lmdb 0 operations/s.");
    }

    /** A quarter of 8 s at 20 per second has 40 responses, of which p99 is the largest. */
    @Test
    void aPercentileOfAPartThatIsOnlyTheLargestValueIsMarkedToo() {
        LabelComparison whole = compare(new Made().with("L", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 20),
                Run.of(LMDB, 0, 8, 1, i -> 50))), "L");
        List<Delta> quarter = only(whole).parts().getFirst().parts().getFirst().deltas();
        assertThat(quarter).extracting(Delta::measure).containsExactly(Made.THROUGHPUT, Made.MEAN, Made.P99);
        assertThat(quarter).flatExtracting(d -> List.of(d.base().orElseThrow().maximum(),
                d.other().orElseThrow().maximum())).containsExactly(false, false, false, false, true, false);
    }

    private static List<String> p99(Made made, LongFunction<IterationDetail> details) {
        PointComparison point = only(LabelComparison.of(new SideParser(made).find(List.of("L"), Optional.empty()),
                details).getFirst());
        return parts(point, By.TIME).parts().stream().map(p -> p.deltas().getLast()).map(d -> Value.of(d.measure(),
                d.base()).text() + " " + Value.of(d.measure(), d.other()).text() + (d.ratio().isPresent() ? "" : " –"))
                .toList();
    }

    /** Of the whole 0.5 % touch no p99, and may all be in one quarter, as those are that were given up in the last. */
    @Test
    void aPercentileOfAPartThatMayBeLargerIsNotCompared() {
        Made made = new Made().with("L", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 1000), Run.of(LMDB, 0, 8, 1, i -> 1000)));
        assertThat(p99(made, made::detail)).containsOnly("2.200 2.200");
        assertThat(p99(made, id -> made.lacking(id, id == 1 ? 40 : 0, 0))).containsOnly("≥2.200 2.200 –");
        assertThat(p99(made, id -> made.lacking(id, id == 1 ? 10 : 0, 0))).containsOnly("2.200 2.200");
        assertThat(p99(made, id -> made.lacking(id, 0, id == 2 ? 0.04 : 0))).containsExactly("2.200 2.200",
                "2.200 2.200", "2.200 2.200", "2.200 ≥10000.000 –");
        assertThat(thirds(made, made::detail)).hasSize(3);
        assertThat(thirds(made, id -> made.lacking(id, 0, 0.04))).isEmpty();
    }

    private static List<Double> thirds(Made made, LongFunction<IterationDetail> details) {
        return only(LabelComparison.of(new SideParser(made).find(List.of("L"), Optional.empty()), details).getFirst())
                .overall().stream().filter(d -> d.measure().equals(Made.P99)).findFirst().orElseThrow().thirds();
    }

    /** Each side's, as tables have it before its number. */
    @Test
    void tsvNotesOfEachSideWhatItsNumberLacks() {
        Made made = new Made().with("L", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 20), Run.of(LMDB, 0, 8, 1, i -> 1000)));
        String tsv = TsvComparison.of(LabelComparison.of(new SideParser(made).find(List.of("L"), Optional.empty()),
                id -> made.lacking(id, id == 2 ? 40 : 0, 0)));
        assertThat(tsv.lines().filter(l -> l.contains("\ttime\t") && l.contains(Made.P99.name()))).hasSize(4).allMatch(
                l -> l.endsWith("\tbase: maximum, of too few samples for a percentile; "
                        + "other: at least, as some were not answered or never finished"));
    }

    /** Whoever reads "worse" in a narrow table must see of whom, and by how much. */
    @Test
    void aNarrowTerminalKeepsBothSidesAndTheChange() {
        LabelComparison whole = compare(new Made().with("L", Made.rounds(new SplittableRandom(1), 5, 5000, 3600, 0.03)),
                "L");
        String text = TerminalComparison.of(whole, new TerminalStyle(72, false, true, ZoneOffset.UTC));
        assertThat(text.lines()).allMatch(l -> l.length() <= 72);
        assertThat(text).containsPattern("change\n +rocksdb +lmdb +% +significant\n")
                .containsPattern("Throughput operations/s +[0-9]+ +[0-9]+ +−2[0-9] +lmdb is worse")
                .contains("Columns hidden: 95 % interval; compare --html has them.")
                .containsOnlyOnce("The error of each figure is hidden for want of room.");
        assertThat(TerminalComparison.of(whole, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains("interval", "± ").doesNotContain("hidden");
    }

    @Test
    void whatIsWithinTheNoiseIsSaidToBeAndNothingMoreIsSaid() {
        LabelComparison whole =
                compare(new Made().with("L", Made.rounds(new SplittableRandom(2), 10, 5000, 5010, 0.01)),
                "L");
        assertThat(only(whole).throughput().orElseThrow().significant()).isFalse();
        assertThat(whole.sentences()).singleElement().asString()
                .matches("No significant difference in throughput between rocksdb and lmdb: lmdb's is between "
                + "[0-9.]+ % lower and [0-9.]+ % higher \\(10 rounds\\)\\.");
    }

    @Test
    void extremesAndTheSpreadAreShownAndNotCompared() {
        PointComparison point = only(compare(new Made().with("L", Made.rounds(new SplittableRandom(1), 3, 5000, 5600,
                0.01)), "L"));
        assertThat(point.overall()).extracting(d -> d.measure().name()).containsExactly("operations-per-second",
                "response.mean", "response.p99", "response.max", "throughput-cv");
        assertThat(point.overall().subList(3, 5)).allSatisfy(d -> assertThat(d.evidence())
                .isInstanceOf(Evidence.Shown.class));
    }

    // ---- One run each ----

    private static Made single(double seconds, int intervals) {
        SplittableRandom random = new SplittableRandom(9);
        double[] noise = IntStream.range(0, 2 * intervals).mapToDouble(i -> Math.exp(0.05 * random.nextGaussian()))
                .toArray();
        return new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, intervals, seconds, i -> 5000 * noise[i]),
                Run.of(LMDB, 0, intervals, seconds, i -> 6000 * noise[intervals + i]).answering(1.5)));
    }

    @Test
    void oneRunEachHasNoErrorAndItsRatioByThirds() {
        LabelComparison whole = compare(single(10, 360), "L");
        Delta throughput = only(whole).throughput().orElseThrow();
        assertThat(throughput.interval()).isEmpty();
        assertThat(throughput.significant()).isFalse();
        assertThat(throughput.adjustedP()).isEmpty();
        assertThat(whole.sentences()).singleElement().asString().matches("In one run each, throughput of lmdb was "
                + "[0-9]+ % higher than that of rocksdb: [0-9]+ % higher in the first third of the run, [0-9]+ % higher in "
                + "the middle one, [0-9]+ % higher in the last\\. One run each: no confidence interval\\. "
                + "Response times were: mean 25 % lower, p99 25 % lower\\.");
    }

    /** What both sides have stands before a colon, and the sentence goes on behind it. */
    @Test
    void oneRunOfTwoPointsGoesOnBehindTheColon() {
        List<Run> runs = Stream.of("16", "32").flatMap(workers -> Stream.of("rocksdb", "lmdb").map(target ->
                Run.of(Map.of("target", target, "workers", workers), 0, 30, 1, i -> 1000))).toList();
        assertThat(compare(new Made().with("L", runs), "L").sentences()).hasSize(2).allSatisfy(sentence ->
                assertThat(sentence).matches("With workers (16|32): in one run each, .*"));
    }

    @Test
    void thirdsShowHowTheRatioWent() {
        double[] base = {1000, 1000, 1000};
        double[] other = {1200, 1000, 900};
        LabelComparison whole = compare(new Made().with("L", List.of(Run.of(ROCKSDB, 0, 90, 1, i -> base[i / 30]),
                Run.of(LMDB, 0, 90, 1, i -> other[i / 30]))), "L");
        assertThat(only(whole).throughput().orElseThrow().thirds()).satisfiesExactly(
                r -> assertThat(r).isCloseTo(1.2, within(1e-9)), r -> assertThat(r).isCloseTo(1, within(1e-9)),
                r -> assertThat(r).isCloseTo(0.9, within(1e-9)));
        assertThat(whole.sentences().getFirst())
                .contains(": 20 % higher in the first third of the run, the same in the "
                + "middle one, 10 % lower in the last.");
    }

    @Test
    void runsOfTwoIntervalsHaveNoThirds() {
        assertThat(only(compare(single(1, 2), "L")).throughput().orElseThrow().thirds()).isEmpty();
    }

    // ---- Parts ----

    @Test
    void longRunsAreComparedHourByHourAndInTheLastHour() {
        double[] base = {16000, 12000, 8000};
        double[] other = {14000, 12000, 10000};
        LabelComparison whole = compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 1080, 10, i -> base[i / 360]), Run.of(LMDB, 0, 1080, 10, i -> other[i / 360]))),
                        "L");
        WindowComparison hours = parts(only(whole), By.TIME);
        assertThat(hours.title()).isEqualTo("By hour");
        assertThat(hours.parts()).extracting(ComparedWindow::name).containsExactly("hour 1", "hour 2", "hour 3");
        assertThat(hours.parts()).extracting(p -> change(p.throughput()))
                .satisfiesExactly(c -> assertThat(c).isCloseTo(-12.5, within(1e-6)),
                        c -> assertThat(c).isCloseTo(0, within(1e-6)), c -> assertThat(c).isCloseTo(25, within(1e-6)));
        ComparedWindow last = only(whole).last().orElseThrow();
        assertThat(last.name()).isEqualTo("last hour");
        assertThat(change(last.throughput())).isCloseTo(25, within(1e-6));
        assertThat(last.deltas().get(1).measure()).isEqualTo(Made.MEAN);
    }

    @Test
    void whatOnlyOneRunLastedForIsNotCompared() {
        PointComparison point = only(compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 100, 1, i -> i < 60 ? 100 : 1), Run.of(LMDB, 0, 60, 1, i -> 100))), "L"));
        assertThat(point.seconds()).contains(60.0);
        assertThat(change(point.last().orElseThrow().throughput())).isCloseTo(0, within(1e-9));
    }

    @Test
    void atTheSameWorkDoneAFasterStartIsNoHead() {
        // Both slow down with what they hold: by time the second seems to lose its lead, by work it does not.
        List<Run> runs = new ArrayList<>();
        for (String target : List.of("rocksdb", "lmdb")) {
            double speed = target.equals("lmdb") ? 1.5 : 1;
            double[] rates = new double[400];
            double done = 0;
            for (int i = 0; i < rates.length; i++) {
                rates[i] = speed * 1e6 / (100 + done / 1000);
                done += rates[i];
            }
            runs.add(Run.of(Map.of("target", target), 0, 400, 1, i -> rates[i]));
        }
        PointComparison point = only(compare(new Made().with("L", runs), "L"));
        assertThat(change(parts(point, By.TIME).parts().getLast().throughput())).isLessThan(30);
        assertThat(parts(point, By.OPERATIONS).parts()).allSatisfy(p ->
                assertThat(change(p.throughput())).isCloseTo(50, within(1.5)));
        assertThat(point.parts()).as("as many bytes as operations").extracting(WindowComparison::by)
                .doesNotContain(By.VOLUME);
    }

    @Test
    void volumeIsAnAxisOfItsOwnWhereOperationsDifferInSize() {
        PointComparison point = only(compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 100, 1, i -> 1000), Run.of(LMDB, 0, 100, 1, i -> i < 50 ? 1000 : 500).writing(200))),
                "L"));
        assertThat(parts(point, By.VOLUME).parts()).extracting(ComparedWindow::name)
                .containsExactly("0 to 2.5 MB", "2.5 MB to 5 MB", "5 MB to 7.5 MB", "7.5 MB to 10 MB");
        assertThat(parts(point, By.VOLUME).parts().getLast().throughput().ratio().orElseThrow())
                .isCloseTo(1, within(1e-6));
    }

    // ---- When speeds are not compared ----

    /** A quarter of the work is done in the first second, and half of it in the first two. */
    @Test
    void noPartIsFinerThanTheIntervals() {
        List<Run> runs = List.of(Run.of(ROCKSDB, 0, 10, 1, i -> i == 0 ? 4000 : i == 1 ? 2000 : 750),
                Run.of(LMDB, 0, 10, 1, i -> i == 0 ? 4000 : i == 1 ? 2000 : 750));
        assertThat(parts(only(compare(new Made().with("L", runs), "L")), By.OPERATIONS).parts())
                .extracting(ComparedWindow::name)
                .containsExactly("0 to 4k", "4k to 8k", "8k to 12k");
        List<Run> sudden = List.of(Run.of(ROCKSDB, 0, 10, 1, i -> i == 0 ? 20_000 : 100),
                Run.of(LMDB, 0, 10, 1, i -> i == 0 ? 20_000 : 100));
        assertThat(only(compare(new Made().with("L", sudden), "L")).parts()).extracting(WindowComparison::by)
                .containsExactly(By.TIME);
    }

    @Test
    void speedsAreNotComparedWhenAnswersDiffer() {
        LabelComparison whole = compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 100, 1, i -> 1000).missing(0.34), Run.of(LMDB, 0, 100, 1, i -> 2000).missing(0.51))),
                "L");
        assertThat(only(whole).overall()).isEmpty();
        assertThat(whole.sentences())
                .containsExactly("Speeds are not compared: the answers differ: after the same 100k "
                + "operations 34.0 % in rocksdb and 51.0 % in lmdb of get found nothing.");
    }

    /** The faster side did three times as much in its only interval: which of that came first nobody knows. */
    @Test
    void intervalsThatAreTooLongToTellRefuseNothing() {
        LabelComparison whole = compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 1, 1, i -> 16_119).missing(0.287),
                Run.of(LMDB, 0, 1, 1, i -> 5546).missing(0.464))), "L");
        assertThat(only(whole).refusal()).isEmpty();
        assertThat(whole.sentences().getFirst()).startsWith("In one run each, throughput of lmdb was 66 % lower");
        assertThat(whole.notes()).contains("Answers are not compared: the intervals are too long to tell what the same "
                + "operations found.");
    }

    /** What no order within an interval could explain is a difference, however long that is. */
    @Test
    void whatNoOrderExplainsIsADifference() {
        assertThat(only(compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 1, 1, i -> 8000).missing(0.1), Run.of(LMDB, 0, 1, 1, i -> 5546).missing(0.9))), "L"))
                .refusal()).isPresent();
    }

    private static LabelComparison predicted(double expected) {
        return predicted(expected, 0.4);
    }

    private static LabelComparison predicted(double expected, double deviation) {
        Made made = new Made().with("L", List.of(Run.of(ROCKSDB, 0, 1, 1, i -> 16_119).missing(0.287),
                Run.of(LMDB, 0, 1, 1, i -> 5546).missing(0.464)));
        Pairing pairing = new SideParser(made).find(List.of("L"), Optional.empty()).getFirst();
        return LabelComparison.of(List.of(new Pairing(pairing.title(), telling(pairing.base(), 28.7, 28.9,
                deviation), telling(pairing.other(), 46.4, expected, deviation))), made::detail).getFirst();
    }

    private static Side telling(Side side, double found, double expected, double deviation) {
        return new Side(side.name(), side.results(), side.iterations().stream().map(i -> new Iteration(i.id(), i.batch(),
                i.workload(), i.position(), i.round(), i.attempt(), i.state(), i.verdict(), i.started(), i.settings(),
                Stream.concat(i.values().stream(), Stream.of(MeasuredValue.of("not-found", found),
                        MeasuredValue.of("not-found-expected", expected),
                        MeasuredValue.of("not-found-deviation", deviation))).toList())).toList());
    }

    /** Few lookups may well find something else. */
    @Test
    void whatChanceMayDoIsNoDifference() {
        assertThat(predicted(54, 1).points().getFirst().refusal()).isPresent();
        assertThat(predicted(54, 2).points().getFirst().refusal()).isEmpty();
    }

    /** Each side misses what arithmetic says that it must. */
    @Test
    void whereIntervalsDoNotTellArithmeticDoes() {
        assertThat(predicted(47.2).notes()).noneMatch(n -> n.startsWith("Answers"));
        assertThat(predicted(47.2).points().getFirst().refusal()).isEmpty();
        assertThat(predicted(10).sentences()).containsExactly("Speeds are not compared: the answers differ: 46.4 % of the "
                + "lookups of lmdb found nothing, where 10.0 % were to be expected.");
    }

    /** The faster side was further on already when the measurement began. */
    @Test
    void operationsOfTheWarmUpCount() {
        List<Run> runs = List.of(Run.of(ROCKSDB, 0, 40, 1, i -> 1000).missing(0.5),
                Run.of(LMDB, 0, 40, 1, i -> 2000).missing(0.4));
        assertThat(only(compare(new Made().with("L", runs), "L")).refusal()).isPresent();
        Made made = new Made().with("L", runs);
        Pairing pairing = new SideParser(made).find(List.of("L"), Optional.empty()).getFirst();
        assertThat(LabelComparison.of(List.of(pairing), id -> made.warmedUp(id, id == 2 ? 80_000 : 0)).getFirst().points()
                .getFirst().refusal()).as("one side has measured what the other has warmed up with").isEmpty();
    }

    /** Two scripts, say, or groups of other names. */
    @Test
    void otherKindsOfOperationsAreOtherWork() {
        LabelComparison whole = compare(new Made().with("L", "another", "compare", List.of(
                Run.of(Map.of("groups", "a"), 0, 20, 1, i -> 5000),
                Run.of(Map.of("groups", "b"), 0, 20, 1, i -> 6000))), "L");
        assertThat(whole.sentences().getFirst()).contains("20 % higher");
        assertThat(whole.notes()).contains("Answers are not compared: only a did any a.get.");
    }

    @Test
    void whatWasMeasuredElsewhereDoesNotTellItsAnswers() {
        LabelComparison whole = compare(new Made().with("old", "random-io", "import", List.of(
                Run.of(ROCKSDB, 0, 100, 1, i -> 1000))).with("new", List.of(
                        Run.of(ROCKSDB, 0, 100, 1, i -> 2000).missing(0.5))), "old", "new");
        assertThat(whole.sentences().getFirst()).contains("2.0 times as high");
        assertThat(whole.notes()).contains("Answers are not compared: imported results do not tell what was found.");
    }

    /** Other keys are found or not: that is the question, and no fault of an engine. */
    @Test
    void whoIsAskedSomethingElseAnswersSomethingElse() {
        LabelComparison whole = compare(new Made().with("L", "volume", "compare", List.of(
                Run.of(Map.of("key-count", "1000"), 0, 100, 1, i -> 1000).missing(0.34),
                Run.of(Map.of("key-count", "9000"), 0, 100, 1, i -> 2000).missing(0.51))), "L");
        assertThat(only(whole).refusal()).isEmpty();
        assertThat(whole.notes()).contains("Answers are not compared: the sides differ in key-count, and so in what they "
                + "were asked.");
    }

    @Test
    void aFewAnswersMoreOrLessAreChance() {
        assertThat(only(compare(new Made().with("L", List.of(
                Run.of(ROCKSDB, 0, 100, 1, i -> 1000).missing(0.340), Run.of(LMDB, 0, 100, 1, i -> 1000)
                        .missing(0.343))),
                "L")).refusal()).isEmpty();
    }

    /** Each group goes on at a pace of its own: what readers find depends on how far writers are. */
    @Test
    void groupsMayFindMoreOrLess() {
        Run readers = Run.of(Map.of("target", "rocksdb", "groups", "readers"), 0, 20, 1, i -> 5000).missing(0.3);
        Run others = Run.of(Map.of("target", "lmdb", "groups", "readers"), 0, 20, 1, i -> 5000).missing(0.4);
        assertThat(only(compare(new Made().with("L", List.of(readers, others)), "L")).refusal()).isEmpty();
    }

    @Test
    void speedsAreNotComparedWithAnInvalidSide() {
        List<Run> runs = new ArrayList<>(Made.rounds(new SplittableRandom(1), 3, 5000, 5600, 0.01));
        runs.add(Run.of(LMDB, 3, 8, 1, i -> 9000).ended(IterationState.INVALID, "12 documents were missing."));
        assertThat(compare(new Made().with("L", runs), "L").sentences()).containsExactly(
                "Speeds are not compared: iteration 7 of lmdb is invalid: 12 documents were missing.");
    }

    @Test
    void anIntervalThatSaysNothingIsNotSpelledOut() {
        List<Run> runs = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            double level = round == 0 ? 1000 : 2000;
            runs.add(Run.of(ROCKSDB, round, 8, 1, i -> level));
            runs.add(Run.of(LMDB, round, 8, 1, i -> 2000));
        }
        LabelComparison whole = compare(new Made().with("L", runs), "L");
        assertThat(whole.sentences()).containsExactly("No significant difference in throughput between rocksdb and "
                + "lmdb: rounds differ too much by themselves (2 rounds). Two rounds show next to nothing; plan five or "
                + "more.");
        assertThat(ComparisonLines.interval(only(whole).throughput().orElseThrow())).isEqualTo("too wide");
        assertThat(TsvComparison.of(List.of(whole))).doesNotContain("wide");
    }

    @Test
    void speedsAreNotComparedWhenASideHasNotFinished() {
        assertThat(compare(new Made().with("L", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 9),
                Run.of(LMDB, 0, 8, 1, i -> 9).ended(IterationState.FAILED, "It broke."))), "L").sentences())
                .containsExactly(
                "Speeds are not compared: no iteration of lmdb is done.");
    }

    // ---- Sides and points ----

    private static List<Run> matrix(String target, double speed) {
        List<Run> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (String workers : List.of("1", "8")) {
                double noise = 1 + 0.001 * round;
                runs.add(Run.of(Map.of("target", target, "workers", workers), round, 8, 1,
                        i -> speed * noise * Integer.parseInt(workers)));
            }
        }
        return runs;
    }

    @Test
    void everyOtherSettingThatVariesMakesAPoint() {
        LabelComparison whole = compare(new Made().with("old", matrix("rocksdb", 100)).with("new", matrix("lmdb", 150)),
                "old", "new");
        assertThat(whole.points()).extracting(PointComparison::description).containsExactly("workers 1", "workers 8");
        assertThat(whole.differences()).containsExactly("target: rocksdb, lmdb");
        assertThat(whole.sentences().getFirst())
                .startsWith("With workers 1: Throughput of new was 50 % higher than that "
                + "of old (");
    }

    @Test
    void pointsOfOneSideAreNamed() {
        List<Run> more = new ArrayList<>(matrix("lmdb", 150));
        more.add(Run.of(Map.of("target", "lmdb", "workers", "99"), 0, 8, 1, i -> 1));
        assertThat(compare(new Made().with("old", matrix("rocksdb", 100)).with("new", more), "old", "new").notes())
                .contains("Only new was run with workers 99.");
    }

    private static Made both() {
        List<Run> runs = new ArrayList<>(matrix("rocksdb", 100));
        runs.addAll(matrix("lmdb", 150));
        return new Made().with("L", "random-io", "matrix", runs).with("other", matrix("rocksdb", 90))
                .with("load", "ingest", "single", List.of(Run.of(ROCKSDB, 0, 8, 1, i -> 1)));
    }

    @Test
    void sidesAreLabelsPartsOfThemOrValuesOfASetting() {
        assertThat(compare(both(), "L").pairing().title()).isEqualTo("L: target rocksdb and lmdb");
        assertThat(compare(both(), "L", "lmdb", "rocksdb").pairing().title()).isEqualTo("L: target lmdb and rocksdb");
        assertThat(compare(both(), "L", "1", "8").pairing().other().name()).isEqualTo("workers 8");
        assertThat(compare(both(), "other", "L:target=lmdb").sentences().getFirst())
                .contains("Throughput of L:target=lmdb was 67 % higher than that of other");
        assertThat(new SideParser(both()).find(List.of("L"), Optional.of("workers"))).singleElement()
                .satisfies(p -> assertThat(p.title()).isEqualTo("L: workers 1 and 8"));
    }

    @Test
    void whatCannotBeComparedIsSaidInALineWithTheNearestName() {
        refuses("no label 'M' (did you mean 'L'?)", Optional.empty(), "M");
        refuses("label L has no target lmbd (did you mean 'lmdb'?)", Optional.empty(), "L", "rocksdb", "lmbd");
        refuses("--by worker: label L does not vary it (did you mean 'workers'?)", Optional.of("worker"), "L");
        refuses("L:targt=lmdb: label L has no setting 'targt' (did you mean 'target'?)", Optional.empty(), "L",
                "L:targt=lmdb");
        refuses("label load varies nothing; name a second label to compare it with", Optional.empty(), "load");
        refuses("--by target is for one label; two are compared as they are, or write each as LABEL:NAME=VALUE",
                Optional.of("target"), "L", "other");
        assertThatThrownBy(() -> compare(both(), "L", "load")).isInstanceOf(InvalidInputException.class)
                .hasMessage("L is of workload random-io and load of ingest: they did different work");
    }

    private static void refuses(String message, Optional<String> by, String... words) {
        assertThatThrownBy(() -> new SideParser(both()).find(List.of(words), by))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    /** Above its column stands how sure those are that decide. */
    @Test
    void anIntervalThatDecidesNothingSaysHowSureItIs() {
        SplittableRandom random = new SplittableRandom(3);
        List<Run> runs = new ArrayList<>(Made.rounds(random, 3, 5000, 5600, 0.005));
        assertThat(intervals(runs)).extracting(Value::text).hasSize(4).noneMatch(text -> text.contains("("));
        Made.rounds(random, 2, 5000, 5600, 0.005).forEach(r -> runs.add(r.in(1)));
        assertThat(intervals(runs)).extracting(Value::text).filteredOn(text -> text.contains("(")).singleElement().asString()
                .endsWith(" (95 %)");
    }

    /** With another percentile, of which no sentence speaks. */
    private static List<Value> intervals(List<Run> runs) {
        Made made = new Made().with("L", runs);
        LabelResults known = made.label("L").orElseThrow();
        Measure p95 = new Measure("response.p95", "Response p95", "ms", Direction.LOWER, 3, "");
        LabelResults more = known.with(known.measures().plus(MeasureSet.of(p95)), known.iterations().stream().map(i ->
                new Iteration(i.id(), i.batch(), i.workload(), i.position(), i.round(), i.attempt(), i.state(), "", i.started(),
                        i.settings(), Stream.concat(i.values().stream(), Stream.of(MeasuredValue.of(p95.name(),
                        3 + 0.01 * i.id()))).toList())).toList());
        List<Side> sides = Stream.of(ROCKSDB, LMDB).map(target -> new Side(target.get("target"), more,
                more.iterations().stream().filter(i -> i.setting("target").orElseThrow().text().equals(target.get("target")))
                        .toList())).toList();
        LabelComparison whole = LabelComparison.of(List.of(new Pairing("L", sides.getFirst(), sides.getLast())), made::detail)
                .getFirst();
        Grid overall = ComparisonGrids.all(whole, false).getFirst();
        int at = IntStream.range(0, overall.columns().size()).filter(i -> overall.columns().get(i).title()
                .endsWith(" interval")).findFirst().orElseThrow();
        return overall.lines().stream().map(l -> l.values().get(at)).filter(v -> !v.text().isEmpty()).toList();
    }
}
