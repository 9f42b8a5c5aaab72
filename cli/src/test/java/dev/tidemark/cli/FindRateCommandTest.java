package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FindRateCommandTest {

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

    private static List<String> line(String... more) {
        List<String> line = new ArrayList<>(List.of("ingest", "--target", "null", "--servers", "2", "--service-time",
                "20ms", "--workers", "16", "--warm-up", "none", "--plan", "find-rate"));
        line.addAll(List.of(more));
        return line;
    }

    @Test
    void programsAreToldHowManyStepsThereMayBe() {
        JsonNode searches = dryRun(line("--batch-size", "1,10"));
        assertThat(searches.get("iterations").asInt()).isEqualTo(2);
        assertThat(searches.get("steps").asInt()).isEqualTo(200);
        JsonNode none = dryRun(List.of("ingest", "--target", "null", "--documents", "10"));
        assertThat(none.get("iterations").asInt()).isEqualTo(1);
        assertThat(none.has("steps")).isFalse();
    }

    private JsonNode dryRun(List<String> line) {
        return JsonMapper.shared().readTree(program.run(Stream.concat(line.stream(), Stream.of("--dry-run", "--json"))
                .toArray(String[]::new)).ok().out());
    }

    /** 2 servers of 20 ms serve 100 a second. */
    @Test
    void aReportSaysWhatIsSustainedOncePerPoint() throws InterruptedException {
        program.runInVirtualTime("""
                label: S
                workload: ingest
                target: 'null'
                set: {servers: 2, service-time: 20ms, workers: 16, warm-up: none}
                vary: {payload: [100, 200]}
                plan: {space: find-rate, fork: none}
                search: {find-rate: {start: 40/s, response.p99: "< 400ms", step: 10s}}
                """);
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "S", "--json").ok().out());
        assertThat(report.get("answer").asString()).startsWith("The sustainable rate by point: ");
        assertThat(report.get("rates")).hasSize(2).allSatisfy(rate -> {
            assertThat(rate.get("steps").get(0).get("rate").asDouble()).isEqualTo(40);
            assertThat(rate.get("sentences").get(0).asString()).isNotEmpty();
            assertThat(rate.get("sustainable").asDouble()).isBetween(90.0, 110.0);
            assertThat(rate.get("low").asDouble()).isLessThanOrEqualTo(100);
            assertThat(rate.get("high").asDouble()).isGreaterThanOrEqualTo(100);
        });
    }

    /** 100 a second are 50/s of each of two groups, or 80/s of one beside the other at 20/s; between 50 and 100 is 70.71. */
    @Test
    void eachGroupIsOfferedTheRateOfAStep() throws InterruptedException {
        program.runInVirtualTime("""
                label: S
                workload: volume
                target: 'null'
                set: {servers: 2, service-time: 20ms, workers: 16, warm-up: none, preload: 0, mix: put=1}
                groups: [{name: a}, {name: b}]
                plan: {space: list, order: given, fork: none}
                points: [{}, {a.rate: 20/s}]
                search: {find-rate: {start: 50/s, response.p99: "< 400ms", step: 3s, precision: 50%}}
                """);
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "S", "--json").ok().out());
        assertThat(report.get("rates")).extracting(rate -> rate.get("low").asDouble()).containsExactly(50.0, 70.71);
    }

    @Thorough("a search of a dozen runs of a second each; in virtual time above, and by the dry run what is typed")
    @Test
    void aSearchIsToldWhileItGoesOn() {
        Ran ran = program.run(line("--rate", "40/s", "--duration", "1s", "--limit", "response.p99=< 400ms",
                "--precision", "100%", "--label", "S", "--html", folder.resolve("s.html").toString())
                .toArray(String[]::new)).ok();
        assertThat(ran.err()).contains("The search ended: ");
        assertThat(folder.resolve("s.html")).isNotEmptyFile();
    }

    @Test
    void aDryRunSaysWhatItLooksFor() {
        Ran ran = program.run(line("--dry-run").toArray(String[]::new)).ok();
        assertThat(ran.out()).contains("search for the sustainable rate from 1/s: response.p99 < 1s, and the backlog does "
                + "not grow; doubled until it breaks, then to within 5 %, each end up to 6 times",
                "1 point × 1 round = 1 search of at most 100 steps");
        assertThat(program.run(line("--duration", "10s", "--dry-run").toArray(String[]::new)).ok().out())
                .contains("expected time of a step: about 0:11; of all of them: 1:45 to 17:30.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--limit response.p98=<1s | unknown measure 'response.p98' (did you mean 'response.p95'?)",
        "--limit response.p99=>1s | is no limit that must hold; write it as in response.p99: \"< 1s\"",
        "--rate 5,6 | rate: it is searched for, so it cannot be varied; set where it begins",
        "--duration 10ms | too short to tell whether the backlog grows; the shortest is 1s",
        "--until gain=none | --until is for --plan ramp"})
    void whatIsWrongIsSaidInOneLine(String flags, String complaint) {
        assertThat(program.refused(line(flags.split(" ")).toArray(String[]::new))).endsWith(complaint);
    }

    @Test
    void itsFlagsNeedTheSearch() {
        assertThat(program.refused("ingest", "--target", "null", "--limit", "response.p99=<1s"))
                .isEqualTo("--limit is for --plan find-rate");
    }
}
