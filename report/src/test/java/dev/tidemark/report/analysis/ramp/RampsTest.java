package dev.tidemark.report.analysis.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Results;
import dev.tidemark.report.Samples;
import dev.tidemark.report.Samples.RampStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RampsTest {

    private static final Path GOLDEN = Path.of("src/test/resources/terminal");

    private static RampStep step(int workers, double rate, double mean) {
        return new RampStep(1, 0, 1, workers, IterationState.DONE, rate, mean, 4);
    }

    private static RampStep broken(int workers, IterationState iterationState) {
        return new RampStep(1, 0, 1, workers, iterationState, 0, 0, 0);
    }

    private static List<RampFinding> ramps(RampStep... steps) {
        return Report.of(Samples.ramps(List.of(steps))).ramps();
    }

    private static List<String> words(RampStep... steps) {
        return ramps(steps).getFirst().sentences();
    }

    /** Three rounds with noise of 1 %, and with drift of 10 % that all steps of a round have in common. */
    private static List<RampStep> rounds(int workers, double rate, double mean, double outside) {
        double[] drift = {1, 0.9, 1.05};
        double[] noise = {0.99, 1, 1.01};
        List<RampStep> steps = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            double own = noise[(round + Integer.numberOfTrailingZeros(workers / 10)) % 3];
            steps.add(new RampStep(1, round, 1, workers, IterationState.DONE, rate * drift[round] * own, mean,
                    outside));
        }
        return steps;
    }

    @Test
    void oneRunOfEachStepTellsThatTheKneeMayBeThere() {
        assertThat(words(step(10, 50_000, 0.2), step(20, 79_000, 0.25), step(40, 81_000, 0.48), step(80, 80_000, 1)))
                .containsExactly("The knee may be at 20 workers: 80 workers bring 1.3 % more throughput and 4.0 times the "
                        + "response time.", "Repeats would tell whether it is.",
                        "A straight line from zero through the "
                        + "first step reaches the throughput beyond it at 16.1 workers.",
                        "Within 10 ms of Response mean: up to 80 workers, 80000 documents/s; more was not tried.",
                        "One run each: no confidence interval.");
    }

    /** Of which no step is ranked; it was no word of either, as the other point has a step of 10 workers. */
    @Test
    void aRampThatFailedAtOnceIsTold() {
        List<RampFinding> found = ramps(step(10, 50_000, 0.2), step(20, 79_000, 0.25),
                new RampStep(1, 0, 2, 10, IterationState.FAILED, 0, 0, 0));
        assertThat(found).extracting(RampFinding::title)
                .containsExactly("Ramp over workers, shards 1", "Ramp over workers, shards 2");
        assertThat(found.getLast().sentences()).containsExactly(
                "The ramp was interrupted at 10 workers, which failed: the gate is broken.");
    }

    /** As after a slip in the file, which was put right and run again under the same label. */
    @Test
    void whatFailedAtOnceInAnEarlierExecutionIsNoRampOfTheNewest() {
        assertThat(ramps(new RampStep(1, 0, 2, 10, IterationState.FAILED, 0, 0, 0),
                new RampStep(2, 0, 1, 10, IterationState.DONE, 50_000, 0.2, 4),
                new RampStep(2, 0, 1, 20, IterationState.DONE, 79_000, 0.25, 4)))
                .singleElement().satisfies(r -> assertThat(r.point()).isEqualTo(Map.of("shards", "1")));
    }

    /** A line or two; why, and how it was found, stands with the curve, each sentence once. */
    @Test
    void theHeadlineIsWhatWasFound() {
        Report report = Report.of(Samples.ramps(List.of(step(10, 50_000, 0.2), step(20, 79_000, 0.25), step(40, 81_000, 0.48),
                step(80, 80_000, 1))));
        assertThat(report.verdict().headline()).isEqualTo("The knee may be at 20 workers: 80 workers bring 1.3 % more "
                + "throughput and 4.0 times the response time. Within 10 ms of Response mean: up to 80 workers, "
                + "80000 documents/s; more was not tried.");
        String text = TerminalReport.of(report, new TerminalStyle(200, false, true, ZoneOffset.UTC));
        String page = HtmlReport.content(report, _ -> new IterationDetail("ingest", List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of()));
        for (String sentence : report.ramps().getFirst().sentences()) {
            assertThat(text.replaceAll("\\s+", " ")).containsOnlyOnce(sentence);
            assertThat(page).contains(sentence);
        }
    }

    @Test
    void repeatsTellTheKneeWithItsInterval() {
        List<RampStep> steps = new ArrayList<>(rounds(10, 50_000, 0.2, 4));
        steps.addAll(rounds(20, 99_000, 0.2, 4));
        steps.addAll(rounds(40, 150_000, 0.27, 4));
        steps.addAll(rounds(80, 151_000, 0.53, 4));
        steps.addAll(rounds(160, 151_000, 1.07, 4));
        Report report = Report.of(Samples.ramps(steps));
        assertThat(page(report)).contains(">98<i> ± 9</i><");
        assertThat(report.ramps().getFirst().sentences()).first().asString()
                .matches("The knee is at 40 workers, between 20 and 80: 160 workers bring 0\\.[0-9] % more throughput "
                        + "\\(−[0-9.]+ to \\+[0-9.]+ %, 3 rounds\\) and 4\\.0 times the response time\\.");
    }

    @Test
    void whatHeldTheRunAtTheKneeIsQuoted() {
        List<RampStep> steps = List.of(step(10, 50_000, 0.2), step(20, 79_000, 0.25), step(40, 81_000, 0.48),
                step(80, 80_000, 1));
        assertThat(quoted(steps, id -> "Limited by the disk: vda 97 % busy."))
                .contains("At 20 workers: Limited by the disk: vda 97 % busy.");
        assertThat(quoted(steps, id -> id == 2
                ? "Limited by workers × latency: 20 workers spent 96 % of the time in the "
                + "target." : "Limited by the processors: 99 % busy."))
                .contains("At 80 workers: Limited by the processors: 99 % busy.")
                .noneMatch(s -> s.contains("workers × latency"));
        assertThat(quoted(steps, id -> "Limited by workers × latency: all were in the target."))
                .as("more of them bring nothing").noneMatch(s -> s.contains("workers × latency"))
                .anyMatch(s -> s.startsWith(
                "Neither the generator nor a disk nor the processors were seen to hold it"));
    }

    private static List<String> quoted(List<RampStep> steps, LongFunction<String> finding) {
        LabelResults label = Samples.ramps(steps);
        Results store = Samples.only(label, id -> {
            int number = label.iterations().stream().map(Iteration::id).toList().indexOf(id) + 1;
            return new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                    List.of(new Event(0, "finding", "Workers spent 4.00 % of their time outside the target."),
                            new Event(0, "finding", finding.apply(number))));
        });
        return Report.open(store, "ramps").orElseThrow().ramps().getFirst().sentences();
    }

    @Test
    void aStepThatTheGeneratorHeldIsNoKnee() {
        assertThat(words(step(10, 50_000, 0.2), step(20, 79_000, 0.25), step(40, 81_000, 0.48),
                new RampStep(1, 0, 1, 80, IterationState.DONE, 80_000, 1, 55)))
                .startsWith("At 80 workers the generator held the throughput, not the target, so no knee can be determined.")
                .noneMatch(s -> s.startsWith("The knee"));
    }

    @Test
    void aStepPastTheLimitIsNotWithinIt() {
        assertThat(words(step(10, 100, 4), step(20, 200, 6), step(40, 340, 12), step(80, 500, 20)))
                .containsExactly("No knee up to 80 workers: no two steps in a row brought less than 10 % of linear growth.",
                        "Within 10 ms of Response mean: up to 20 workers, 200 documents/s.",
                        "One run each: no confidence interval.");
    }

    /** Of 130 workers over 100 linear growth is no more than what runs differ by. */
    @Test
    void ofStepsThatAreTooNearNoKneeIsDenied() {
        Report report = Report.of(Samples.ramps(List.of(step(100, 5000, 1), step(110, 5000, 1), step(120, 5000, 1),
                step(130, 5000, 1))));
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.LIMIT_NOT_FOUND);
        assertThat(report.verdict().headline()).startsWith("Whether there is a knee up to 130 workers cannot be told: that "
                + "takes two steps with at least half as much load again as a step before them, and there is none. Within ");
        assertThat(words(step(100, 5000, 1), step(110, 5500, 1), step(160, 8000, 1))).first().asString()
                .endsWith("and there is one.");
        assertThat(words(step(100, 5000, 1), step(110, 5500, 1), step(160, 8000, 1), step(170, 8500, 1))).first().asString()
                .startsWith("No knee up to 170 workers: ");
    }

    @Test
    void aKneeAtTheFirstStepMayLieBelowIt() {
        assertThat(words(step(10, 100, 40), step(20, 100, 80), step(40, 100, 160)))
                .startsWith("The knee may be at 10 workers or below: 40 workers bring no more throughput and 4.0 times "
                        + "the response time. A ramp that begins lower would show it.",
                        "Repeats would tell whether it is.",
                        "No step was within 10 ms of Response mean: 10 workers took 40.000 ms.");
    }

    @Test
    void oneShortStepMayBeAnAccident() {
        assertThat(words(step(10, 100, 1), step(20, 200, 1), step(40, 150, 1)))
                .startsWith("The knee may be at 20 workers: 40 workers bring 25 % less throughput at the same "
                        + "response time.", "One short step may be an accident; a further one was not tried.");
        assertThat(words(step(10, 100, 1), step(20, 200, 1), step(40, 150, 1), broken(80, IterationState.FAILED)))
                .as("a further one was tried").contains("One short step may be an accident.");
    }

    @Test
    void whatBrokeItOffIsToldAndNothingFalse() {
        assertThat(words(step(10, 100, 1), broken(20, IterationState.FAILED))).containsExactly(
                "Within 10 ms of Response mean: up to 10 workers, 100 documents/s.",
                "The ramp was interrupted at 20 workers, which failed: the gate is broken.");
        assertThat(words(broken(10, IterationState.INVALID)))
                .containsExactly("The ramp was interrupted at 10 workers, which is invalid: the gate is broken.");
        assertThat(words(broken(10, IterationState.FAILED), step(10, 100, 1)))
                .as("it was tried again").noneMatch(s -> s.contains("broken"));
    }

    @Test
    void everyPointHasItsOwnAndRepeatsAreFolded() {
        List<RampStep> steps = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int shards : new int[] {1, 2}) {
                for (int workers : new int[] {10, 20, 40, 80}) {
                    double rate = Math.min(workers, 20 * shards) * 100 * (1 + 0.01 * (round - 1));
                    steps.add(new RampStep(1, round, shards, workers, IterationState.DONE, rate, workers * 0.1, 4));
                }
            }
        }
        Report report = Report.of(Samples.ramps(steps));
        assertThat(report.ramps()).extracting(RampFinding::title).containsExactly("Ramp over workers, shards 1",
                "Ramp over workers, shards 2");
        RampFinding first = report.ramps().getFirst();
        assertThat(first.steps()).hasSize(4).allMatch(s -> s.rate().runs() == 3 && s.rate().errorKnown());
        assertThat(first.curve().steps().get(1).throughput()).isCloseTo(2000, within(1e-6));
        assertThat(first.curve().knee().orElseThrow().step()).isEqualTo(1);
        assertThat(report.ramps().getLast().curve().knee()).as("one short step, the last")
                .hasValueSatisfying(knee -> assertThat(knee.certain()).isFalse());
        assertThat(report.answer()).as("of several ramps").contains(" is best");
    }

    @Test
    void anotherLabelHasNone() {
        assertThat(Report.of(Samples.manualMatrix()).ramps()).isEmpty();
        LabelResults ramp = Samples.ramps(List.of(step(10, 1, 1)));
        assertThat(Report.of(new LabelResults("x", "gone", ramp.objective(), ramp.measures(), Map.of(), "ramp",
                ramp.yaml(), 1, ramp.iterations())).ramps()).as("a workload of another time").isEmpty();
    }

    // ---- written ----

    private static Report example() {
        return Report.of(Samples.ramps(List.of(step(10, 50_000, 0.2), step(20, 79_000, 4), step(40, 81_000, 11),
                step(80, 80_000, 22))));
    }

    /** Set the system property {@code golden} to write the file anew, then read the difference. */
    @Test
    void theTerminalShowsTheCurve() throws IOException {
        String text = TerminalReport.of(example(), new TerminalStyle(120, false, true, ZoneOffset.UTC));
        Path golden = GOLDEN.resolve("ramp.txt");
        if (Boolean.getBoolean("golden")) {
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
        assertThat(TerminalReport.of(example(), new TerminalStyle(100, false, false, ZoneOffset.UTC)))
                .matches("[\\x0a\\x20-\\x7e]*").contains("#### knee?");
    }

    @Test
    void jsonHasTheCurveAndWhatFollows() {
        JsonNode ramp = JsonMapper.shared().readTree(JsonReport.of(example())).get("ramps").get(0);
        assertThat(ramp.get("param").asString()).isEqualTo("workers");
        assertThat(ramp.get("knee").asString()).isEqualTo("20");
        assertThat(ramp.get("kneeCertain").asBoolean()).isFalse();
        assertThat(ramp.get("crossing").asDouble()).isCloseTo(16.1, within(1e-9));
        assertThat(ramp.get("largestWithin").asString()).isEqualTo("20");
        assertThat(ramp.get("steps")).hasSize(4);
        assertThat(ramp.get("steps").get(2).get("gain").asDouble()).isCloseTo(2.0 / 79, within(1e-9));
        assertThat(ramp.get("steps").get(2).get("response").get("mean").asDouble()).isEqualTo(11);
        assertThat(ramp.get("sentences").get(0).asString()).startsWith("The knee may be at 20 workers");
    }

    @Test
    void thePageHasTheCurveWithItsTable() {
        String page = page(example());
        assertThat(page).contains("data-ramp=\"0\"").contains("Ramp over workers").contains("\"knee\":20.0")
                .contains("\"limit\":10.0");
        assertThat(page.substring(page.indexOf("data-ramp=\"0\""))).containsSubsequence(">20<", ">79000<", ">58<",
                ">knee?<", ">81000<", ">3<", ">11.000<i> past the limit</i><");
        assertThat(page).as("no second curve of the same").doesNotContain("<section id=\"curves\"");
    }

    private static String page(Report report) {
        return HtmlReport.of(report, id -> new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of()));
    }

    // ---- the verdict ----

    private static Verdict.Kind verdict(List<RampStep> steps) {
        return Report.of(Samples.ramps(steps)).verdict().kind();
    }

    @Test
    void aLimitThatWasReachedIsFoundAlsoWhereThereIsNoKnee() {
        assertThat(verdict(List.of(step(10, 100, 4), step(20, 200, 6), step(40, 340, 12), step(80, 500, 20))))
                .as("one run each").isEqualTo(Verdict.Kind.EXPLORATORY);
        assertThat(verdict(List.of(step(10, 100, 4), step(20, 200, 6), step(40, 340, 8))))
                .as("never past it").isEqualTo(Verdict.Kind.LIMIT_NOT_FOUND);
        assertThat(verdict(List.of(step(10, 100, 14), step(20, 200, 16))))
                .as("never within it").isEqualTo(Verdict.Kind.LIMIT_NOT_FOUND);
        assertThat(verdict(List.of(step(10, 100, 4), new RampStep(1, 0, 1, 20, IterationState.DONE, 200, 12, 60))))
                .as("the generator took so long").isEqualTo(Verdict.Kind.LIMIT_NOT_FOUND);
    }

    @Test
    void roundsTellWhetherALimitLiesBetweenTwoSteps() {
        List<RampStep> steps = new ArrayList<>();
        steps.addAll(rounds(10, 100, 4, 4));
        steps.addAll(rounds(20, 200, 6, 4));
        steps.addAll(rounds(40, 400, 12, 4));
        assertThat(verdict(steps)).isEqualTo(Verdict.Kind.LIMIT_FOUND);
        steps.add(new RampStep(1, 3, 1, 40, IterationState.DONE, 400, 6, 4));
        assertThat(verdict(steps)).as("one of four rounds was within it").isEqualTo(Verdict.Kind.EXPLORATORY);
    }
}
