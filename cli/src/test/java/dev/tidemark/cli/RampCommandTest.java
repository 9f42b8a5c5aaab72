package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A ramp as a person types it, with the null driver. */
@Timeout(300)
@ByTurns(days = 6, heldBy = {"RampSimulationTest", "ManualTest"})
class RampCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    /** In steps of 300 ms where nothing else is said. */
    private Ran ramp(String... more) {
        List<String> line = new ArrayList<>(List.of("random-io", "--target", "null", "--dataset", "d", "--warm-up",
                "none", "--plan", "ramp"));
        line.addAll(List.of(more));
        if (!line.contains("--duration")) {
            line.addAll(List.of("--duration", "300ms"));
        }
        return program.run(line.toArray(String[]::new));
    }

    private void dataset() {
        program.run("dataset", "create", "d", "--target", "null", "--keyspaces", "1", "--keys", "100", "--value-size",
                "60B").ok();
    }

    private List<String> workers() {
        return program.iterations("random-io").stream().map(i -> i.setting("workers").map(Setting::text).orElse(""))
                .toList();
    }

    /** 2 servers of 100 ms: 2 workers keep them busy, and more of them can bring nothing. */
    @Test
    void aReportSaysWhereTheKneeIs() throws InterruptedException {
        program.runInVirtualTime("""
                label: V
                workload: ingest
                target: 'null'
                set: {servers: 2, service-time: 100ms, documents: auto, payload: 100, duration: 10s, warm-up: none}
                plan: {space: ramp, fork: none}
                search: {ramp: {param: workers, steps: [1, x2], until: {response.mean: none}}}
                """);
        assertThat(program.iterations("V")).extracting(i -> i.setting("workers").orElseThrow().text())
                .containsExactly("1", "2", "4", "8");
        Ran ran = program.run("report", "V").ok();
        assertThat(ran.table().getFirst()).startsWith("workers");
        assertThat(ran.table()).hasSize(5);
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "V", "--json").ok().out());
        assertThat(report.get("space").asString()).isEqualTo("ramp");
        assertThat(report.get("ramps").get(0).get("knee").asString()).isEqualTo("2");
        assertThat(report.get("answer").asString()).startsWith("The knee may be at 2 workers: ");
    }

    @Test
    void aSingleValueIsWhereTheRampBegins() {
        dataset();
        Ran ran = ramp("--workers", "3", "--dry-run").ok();
        assertThat(ran.out().lines()).containsExactly("1  null: workers 3  until time is up, 0:00",
                "   ramp over workers: 3, x2; it ends when 2 steps bring less "
                        + "than 10 % of linear growth each, or after 768 workers", "",
                "1 point × 1 round = 1 ramp of at most 9 steps; how many there will be is not known beforehand; expected "
                        + "time of a step: about 0:01; of all of them: 0:02 to 0:07.", "", "Outside of Tidemark's own data it",
                "  works on d (dataset)");
        assertThat(workers()).isEmpty();
    }

    @Test
    void anythingThatIsANumberCanBeRamped() {
        dataset();
        Ran ran = ramp("--ramp-over", "servers", "--servers", "1,2", "--workers", "2", "--until", "gain=none",
                "--until", "response.p99=> 1s", "--repeat", "2", "--label", "S").ok();
        assertThat(ran.err()).contains("The ramp ended: ");
        assertThat(program.states("S")).containsExactly(IterationState.DONE, IterationState.DONE, IterationState.DONE,
                IterationState.DONE);
        assertThat(program.run("report", "S", "--json").ok().out()).contains("\"param\" : \"servers\"");
    }

    @Test
    void aStepThatCannotBeEndsTheRamp() {
        dataset();
        Ran ran = ramp("--read-percent", "0", "--keyspaces", "own", "--workers", "1,x2");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(program.states("random-io")).containsExactly(IterationState.DONE, IterationState.FAILED);
        assertThat(ran.err()).contains("The ramp was interrupted at 2 workers, which failed: workers: dataset d has 1 "
                + "keyspaces");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--ramp-over worker | unknown param 'worker' (did you mean 'workers'?)",
        "--ramp-over mix | param: mix is no number, so it cannot be ramped",
        "--workers 8,4 | steps: 4 after 8 does not ascend; a ramp goes up",
        "--until response.men=>1ms | until: unknown measure 'response.men' (did you mean 'response.mean'?)",
        "--until gain=5 | until: gain: '5' is not a condition; write it as < 10%, or none"})
    void whatIsWrongIsSaidInOneLine(String flags, String complaint) {
        List<String> line = new ArrayList<>(List.of("random-io", "--target", "null", "--plan", "ramp"));
        line.addAll(List.of(flags.split(" ")));
        assertThat(program.refused(line.toArray(String[]::new))).endsWith(complaint);
    }

    @Test
    void theFlagsOfARampNeedOne() {
        assertThat(program.refused("ingest", "--target", "null", "--until", "gain=none"))
                .isEqualTo("--until is for --plan ramp");
    }

    @Test
    void aFileCanSayItInFullAndBeVariedOnTheCommandLine() throws IOException {
        Path file = program.file("ramp.yaml");
        Files.writeString(file, """
                label: file
                workload: ingest
                target: "null"
                set: {documents: 20, payload: 100, warm-up: none}
                plan: {fork: none, order: given}
                search: {ramp: {param: workers, steps: [1, 2], until: {response.mean: none, gain: none}}}
                """);
        program.run("run", file.toString(), "--vary", "batch-size=1,2").ok();
        assertThat(program.states("file")).hasSize(4).containsOnly(IterationState.DONE);
        JsonNode ramps = JsonMapper.shared().readTree(program.run("report", "file", "--json").ok().out()).get("ramps");
        assertThat(ramps).hasSize(2);
        assertThat(ramps.get(1).get("point").get("batch-size").asString()).isEqualTo("2");
    }
}
