package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.report.comparison.Requirement.Judgement;
import dev.tidemark.report.comparison.Requirement.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequirementTest {

    private static List<Judgement> judged(Made made, List<String> words, String... required) {
        return Requirement.judged(Stream.of(required).map(Requirement::parse).toList(),
                LabelComparison.of(new SideParser(made).find(words, Optional.empty()), made::detail));
    }

    /** Seven rounds in which the second side does 10 % less, give or take half a percent. */
    private static Made slower() {
        return new Made().with("L", Made.rounds(new SplittableRandom(1), 7, 5000, 4500, 0.005));
    }

    @ParameterizedTest
    @CsvSource({"throughput > -15 %, MET", "throughput > -3 %, MISSED", "throughput > -10 %, UNDECIDED",
        "throughput<-3%, MET", "operations-per-second < 2.5 %, MET", "throughput > +1 %, MISSED",
        "response.p99 < +1000 %, MET"})
    void theWholeIntervalDecides(String required, Outcome outcome) {
        assertThat(judged(slower(), List.of("L"), required)).singleElement()
                .satisfies(j -> assertThat(j.outcome()).as(j.sentence()).isEqualTo(outcome));
    }

    @Test
    void theSentenceTellsChangeIntervalAndBound() {
        assertThat(judged(slower(), List.of("L"), "throughput > -3 %", "throughput > -10 %"))
                .satisfiesExactly(missed -> assertThat(missed.sentence()).matches("Missed: throughput is [0-9.]+ % lower "
                        + "\\([0-9.]+–[0-9.]+ %, 7 rounds\\); required is throughput > -3 %\\."),
                        open -> assertThat(open.sentence()).startsWith("Undecided: throughput is ")
                                .endsWith("; required is throughput > -10 %. More rounds would tell."));
    }

    /** Base and other in turns, the other a tenth less, each round 1 % more or less than that. */
    private static Stream<Run> tenthLess(int rounds, int session) {
        return IntStream.range(0, rounds).boxed().flatMap(round -> Stream.of(
                Run.of(Map.of("target", "rocksdb"), round, 8, 1, _ -> 500_000).in(session),
                Run.of(Map.of("target", "lmdb"), round, 8, 1, _ -> 450_000 * shifted(round)).in(session)));
    }

    private static double shifted(int round) {
        return Math.exp(round % 2 == 0 ? 0.01 : -0.01);
    }

    /**
     * Of eight rounds the standard error is 0.01 ÷ √7. Those of one execution reach down to −10.8 % at t(0.975, 7) =
     * 2.365, those of two, of which 0.5 % is left, to −11.4 % at t(0.9975, 7) = 4.029.
     */
    @Test
    void roundsThatWereAddedAskForMore() {
        Made once = new Made().with("L", tenthLess(8, 0).toList());
        Made twice = new Made().with("L", Stream.concat(tenthLess(4, 0), tenthLess(4, 1)).toList());
        assertThat(judged(once, List.of("L"), "throughput > -11.1 %").getFirst().outcome()).isEqualTo(Outcome.MET);
        assertThat(judged(twice, List.of("L"), "throughput > -11.1 %").getFirst().outcome())
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(judged(twice, List.of("L"), "throughput > -11.6 %").getFirst().outcome()).isEqualTo(Outcome.MET);
    }

    /**
     * Of two labels of four runs each that scatter by 1 %, the standard error is 0.01 · √(2/3). One bound reaches down to
     * −11.8 % at t(0.975, 6) = 2.447, one of five to −12.7 % at t(0.995, 6) = 3.707.
     */
    @Test
    void sidesThatWereNotInterleavedShareTheLevelToo() {
        Made made = new Made().with("a", IntStream.range(0, 4).mapToObj(round -> Run.of(Map.of("target", "rocksdb"),
                round, 8, 1, _ -> 500_000 * shifted(round))).toList())
                .with("b", IntStream.range(0, 4).mapToObj(round -> Run.of(Map.of("target", "lmdb"), round, 8, 1,
                _ -> 450_000 * shifted(round))).toList());
        assertThat(judged(made, List.of("a", "b"), "throughput > -12.2 %").getFirst().outcome())
                .isEqualTo(Outcome.MET);
        String[] five = {"throughput > -12.2 %", "throughput > -50 %", "throughput < 50 %", "throughput > -60 %",
            "throughput < 60 %"};
        assertThat(judged(made, List.of("a", "b"), five).getFirst().outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void oneRunASideDecidesNothing() {
        Made made = new Made().with("L", List.of(Run.of(Map.of("target", "rocksdb"), 0, 8, 10, i -> 5000),
                Run.of(Map.of("target", "lmdb"), 0, 8, 10, i -> 9000)));
        assertThat(judged(made, List.of("L"), "throughput > -3 %")).singleElement().satisfies(j -> {
            assertThat(j.outcome()).isEqualTo(Outcome.UNDECIDED);
            assertThat(j.sentence()).contains("of one run on a side, so that nobody knows how much runs differ");
        });
    }

    /** What is not known of any side is a slip, and what is known of one is left open. */
    @Test
    void whereNothingIsComparedSlipsAreRefusedAllTheSame() {
        Made made = new Made().with("L", List.of(Run.of(Map.of("target", "rocksdb"), 0, 8, 10, i -> 5000),
                Run.of(Map.of("target", "lmdb"), 0, 8, 10, i -> 9000).ended(IterationState.FAILED, "It broke.")));
        assertThat(judged(made, List.of("L"), "response.p99 < +10 %")).singleElement().satisfies(j ->
                assertThat(j.sentence()).startsWith("Undecided: speeds are not compared, since "));
        assertThatThrownBy(() -> judged(made, List.of("L"), "respnse.p99 < +10 %"))
                .hasMessage("require: no figure 'respnse.p99' is compared here (did you mean 'response.p99'?)");
    }

    @Test
    void sidesThatHaveNoSettingsInCommonMeetNothing() {
        Made made = new Made().with("a", List.of(one("1"), one("2"))).with("b", List.of(one("4"), one("8")));
        assertThat(judged(made, List.of("a", "b"), "throughput > -3 %")).singleElement().satisfies(j -> {
            assertThat(j.outcome()).isEqualTo(Outcome.UNDECIDED);
            assertThat(j.sentence()).isEqualTo("Undecided: the sides were run with no settings that both have; "
                    + "required is throughput > -3 %.");
        });
    }

    private static Run one(String workers) {
        return Run.of(Map.of("target", "rocksdb", "workers", workers), 0, 8, 10, i -> 5000);
    }

    /** However many rounds there are. */
    @ParameterizedTest
    @ValueSource(strings = {"response.max < +5000 %", "throughput-cv < 1 %"})
    void whatNeverHasAnIntervalIsRefused(String required) {
        assertThatThrownBy(() -> judged(slower(), List.of("L"), required)).isInstanceOf(InvalidInputException.class)
                .hasMessage("require: '" + required.split(" ")[0] + "' is only shown, without an interval, so that no "
                        + "number of rounds would decide it; throughput, and response times but the largest, "
                        + "are decided");
    }

    @Test
    void aBoundMayBeWrittenAsReportsWriteIt() {
        assertThat(Requirement.parse("throughput > −3 %").bound()).isEqualTo(-3);
    }

    @Test
    void whatIsNoRequirementIsRefused() {
        for (String none : List.of("throughput", "throughput > 3", "throughput = 3 %", "> 3 %", "throughput > -100 %")) {
            assertThatThrownBy(() -> Requirement.parse(none)).as(none).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("as in 'throughput > -3 %'");
        }
        assertThatThrownBy(() -> judged(slower(), List.of("L"), "througput > -3 %"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("require: no figure 'througput' is compared here (did you mean 'throughput'?)");
    }

    /** As JMH has them, of which the larger is the slower. */
    @Test
    void whereATimeLeadsThereIsNoThroughput() {
        List<Side> sides = Stream.of(1.0, 1.2).map(mean -> {
            List<Iteration> run = List.of(Samples.iteration(0, 0, List.of(), Map.of(Made.MEAN.name(), mean)));
            return new Side("mean " + mean, new LabelResults("jmh", "random-io", Made.MEAN.name(),
                    MeasureSet.of(Made.MEAN), Map.of(), "import", "", 1, run), run);
        }).toList();
        List<LabelComparison> compared = LabelComparison.of(List.of(new Pairing("versions", sides.getFirst(),
                sides.getLast())), _ -> new IterationDetail("random-io", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of()));
        assertThatThrownBy(() -> Requirement.judged(List.of(Requirement.parse("throughput > -3 %")), compared))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("require: no throughput is compared here; the figure that leads is 'response.mean'");
        assertThat(Requirement.judged(List.of(Requirement.parse("response.mean < +3 %")), compared)).singleElement()
                .satisfies(j -> assertThat(j.sentence()).contains("response.mean is 20 % higher"));
    }
}
