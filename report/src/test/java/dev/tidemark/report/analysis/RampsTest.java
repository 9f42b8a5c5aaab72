package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.State;
import dev.tidemark.report.Samples;
import dev.tidemark.report.Samples.RampStep;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.Style;
import dev.tidemark.report.write.TerminalReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RampsTest {

    private static final Path GOLDEN = Path.of("src/test/resources/terminal");

    private static RampStep step(int workers, double rate, double mean) {
        return new RampStep(1, 0, 1, workers, State.DONE, rate, mean);
    }

    private static RampStep broken(int workers, State state) {
        return new RampStep(1, 0, 1, workers, state, 0, 0);
    }

    private static List<RampFinding> ramps(RampStep... steps) {
        return Report.of(Samples.ramps(List.of(steps))).ramps();
    }

    private static List<String> words(RampStep... steps) {
        return ramps(steps).getFirst().sentences();
    }

    @Test
    void theKneeAndTheLargestLoadWithinTheLimitAreTold() {
        assertThat(words(step(10, 50_000, 0.2), step(20, 79_000, 0.25), step(40, 81_000, 0.48)))
                .containsExactly("The knee is at 20 workers: 40 workers bring 2.5 % more throughput and 1.9 times the "
                        + "response time.", "A straight line from zero through the first step reaches the highest "
                        + "throughput at 16.2 workers.", "Within 10 ms of Response mean: up to 40 workers, 81000 "
                        + "documents/s; more was not tried.", "One run each: error unknown.");
    }

    @Test
    void aStepPastTheLimitIsNotWithinIt() {
        assertThat(words(step(10, 100, 4), step(20, 200, 6), step(40, 340, 12), step(80, 500, 20)))
                .containsExactly("No knee up to 80 workers: each step still brought 10 % of linear growth or more.",
                        "Within 10 ms of Response mean: up to 20 workers, 200 documents/s.",
                        "One run each: error unknown.");
    }

    @Test
    void aKneeAtTheFirstStepMayLieBelowIt() {
        assertThat(words(step(10, 100, 40), step(20, 100, 80)))
                .startsWith("The knee is at 10 workers or below: 20 workers bring no more throughput and 2.0 times the "
                        + "response time. A ramp that begins lower would show it.",
                        "No step was within 10 ms of Response mean: 10 workers took 40.000 ms.");
    }

    @Test
    void lessThroughputIsCalledLess() {
        assertThat(words(step(10, 100, 1), step(20, 200, 1), step(40, 150, 1)))
                .startsWith("The knee is at 20 workers: 40 workers bring 25 % less throughput at the same "
                        + "response time.");
    }

    @Test
    void whatBrokeItOffIsToldAndNothingFalse() {
        assertThat(words(step(10, 100, 1), broken(20, State.FAILED))).containsExactly(
                "Within 10 ms of Response mean: up to 10 workers, 100 documents/s; more was not tried.",
                "The ramp was broken off at 20 workers, which failed: the gate is broken.");
        assertThat(words(broken(10, State.INVALID)))
                .containsExactly("The ramp was broken off at 10 workers, which is invalid: the gate is broken.");
        assertThat(words(broken(10, State.FAILED), step(10, 100, 1)))
                .as("it was tried again").noneMatch(s -> s.contains("broken"));
    }

    @Test
    void everyPointHasItsOwnAndRepeatsAreFolded() {
        List<RampStep> steps = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int shards : new int[] {1, 2}) {
                for (int workers : new int[] {10, 20, 40}) {
                    double rate = Math.min(workers, 20 * shards) * 100 * (1 + 0.01 * (round - 1));
                    steps.add(new RampStep(1, round, shards, workers, State.DONE, rate, workers * 0.1));
                }
            }
        }
        Report report = Report.of(Samples.ramps(steps));
        assertThat(report.ramps()).extracting(RampFinding::title).containsExactly("Ramp over workers, shards 1",
                "Ramp over workers, shards 2");
        RampFinding first = report.ramps().getFirst();
        assertThat(first.steps()).hasSize(3).allMatch(s -> s.rate().runs() == 3 && s.rate().errorKnown());
        assertThat(first.curve().steps().get(1).throughput()).isCloseTo(2000, within(1e-6));
        assertThat(first.curve().knee()).hasValue(1);
        assertThat(report.ramps().getLast().curve().knee()).isEmpty();
        assertThat(report.answer()).as("of several ramps").contains(" best: ");
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
        return Report.of(Samples.ramps(List.of(step(10, 50_000, 0.2), step(20, 79_000, 4), step(40, 81_000, 11))));
    }

    /** Set the system property {@code golden} to write the file anew, then read the difference. */
    @Test
    void theTerminalShowsTheCurve() throws IOException {
        String text = TerminalReport.of(example(), new Style(120, false, true, ZoneOffset.UTC));
        Path golden = GOLDEN.resolve("ramp.txt");
        if (Boolean.getBoolean("golden")) {
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
        assertThat(TerminalReport.of(example(), new Style(100, false, false, ZoneOffset.UTC)))
                .matches("[\\x0a\\x20-\\x7e]*").contains("#### knee");
    }

    @Test
    void jsonHasTheCurveAndWhatFollows() {
        JsonNode ramp = JsonMapper.shared().readTree(JsonReport.of(example())).get("ramps").get(0);
        assertThat(ramp.get("param").asString()).isEqualTo("workers");
        assertThat(ramp.get("knee").asString()).isEqualTo("20");
        assertThat(ramp.get("crossing").asDouble()).isCloseTo(16.2, within(1e-9));
        assertThat(ramp.get("largestWithin").asString()).isEqualTo("20");
        assertThat(ramp.get("steps")).hasSize(3);
        assertThat(ramp.get("steps").get(2).get("gain").asDouble()).isCloseTo(2.0 / 79, within(1e-9));
        assertThat(ramp.get("steps").get(2).get("response").get("mean").asDouble()).isEqualTo(11);
        assertThat(ramp.get("sentences").get(0).asString()).startsWith("The knee is at 20 workers");
    }

    @Test
    void thePageHasTheCurveWithItsTable() {
        String page = HtmlReport.of(example(), id -> new IterationDetail("ingest", List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of()));
        assertThat(page).contains("data-ramp=\"0\"").contains("Ramp over workers").contains("\"knee\":20.0")
                .contains("\"limit\":10.0");
        assertThat(page.substring(page.indexOf("data-ramp=\"0\""))).containsSubsequence(">20<", ">79000<", ">58<",
                ">knee<", ">81000<", ">3<");
        assertThat(page).as("no second curve of the same").doesNotContain("<section id=\"curves\"");
    }
}
