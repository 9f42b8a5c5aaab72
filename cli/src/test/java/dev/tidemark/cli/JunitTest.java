package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.support.ExitStatus;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Expectations as what builds show, and as JSON. */
class JunitTest {

    @TempDir
    Path folder;
    private Program program;

    @BeforeEach
    void begin() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private String junit(String label) throws IOException, SAXException {
        Path file = program.file("junit.xml");
        program.run("report", label, "--junit", file.toString()).ok();
        SchemaFactory.newDefaultInstance().newSchema(JunitTest.class.getResource("junit.xsd")).newValidator()
                .validate(new StreamSource(file.toFile()));
        return Files.readString(file);
    }

    @Test
    void aTestCaseForEachConditionAndRowSaysWhatWasMissed() throws Exception {
        Path file = program.file("run.xml");
        assertThat(program.run("ingest", "--target", "null", "--label", "ci <1>", "--documents", "20", "--warm-up", "none",
                "--batch-size", "1,10", "--expect", "failures=0", "--expect", "elapsed=< 1ns", "--junit", file.toString())
                .status()).isEqualTo(ExitStatus.MISSED);
        String xml = junit("ci <1>");
        assertThat(xml).isEqualTo(Files.readString(file))
                .contains("<testsuite name=\"ci &lt;1", "tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"0\"",
                        "name=\"failures 0 at batch-size 10\"></testcase>", "name=\"elapsed &lt; 1ns at batch-size 1\"><failure")
                .containsPattern("message=\"Missed: elapsed is [0-9.]+ s, expected &lt; 1ns, at batch-size 1.\"");
        for (String command : new String[] {"report", "show"}) {
            JsonNode json = JsonMapper.shared().readTree(program.run(command, "ci <1>", "--json").ok().out());
            assertThat(json.get("expectationsMissed").asInt()).isEqualTo(2);
            assertThat(json.get("expectations")).hasSize(4);
            JsonNode first = json.get("expectations").get(0);
            assertThat(first.get("measure").asString()).isIn("failures", "elapsed");
            assertThat(first.get("settings").get("batch-size").asString()).isIn("1", "10");
            assertThat(first.get("sentence").asString()).startsWith(first.get("met").asBoolean() ? "Met: " : "Missed: ");
        }
    }

    @Test
    void anIterationThatIsNotValidIsAnErrorOfTheBuild() throws Exception {
        assertThat(program.run("ingest", "--target", "null", "--label", "broken", "--documents", "20", "--warm-up", "none",
                "--failure-share", "100%", "--expect", "failures=0").status()).isEqualTo(ExitStatus.FAILED);
        assertThat(junit("broken")).contains("tests=\"1\" failures=\"0\" errors=\"1\"", "iteration 1 is valid", "<error message=");
    }

    @Test
    void whatExpectsNothingIsRefused() {
        program.run("ingest", "--target", "null", "--label", "free", "--documents", "20", "--warm-up", "none").ok();
        assertThat(program.refused("report", "free", "--junit", program.file("x.xml").toString())).isEqualTo("--junit: 'free' "
                + "expects nothing; say what with --expect, or under expect in the experiment");
        assertThat(JsonMapper.shared().readTree(program.run("report", "free", "--json").ok().out()).has("expectations"))
                .isFalse();
    }

    @Test
    void whatExpectsNothingIsRefusedBeforeItRuns() {
        assertThat(program.refused("ingest", "--target", "null", "--label", "free", "--documents", "20", "--warm-up", "none",
                "--junit", program.file("x.xml").toString())).isEqualTo("--junit: 'free' expects nothing; say what with "
                + "--expect, or under expect in the experiment");
        assertThat(program.iterations("free")).isEmpty();
    }

    /** A gate of a build: what the second side may lose, with status and test cases. */
    @Test
    void requirementsOfAComparisonDecideStatusAndTestCases() throws Exception {
        Path table = program.file("gate.csv");
        StringBuilder rows = new StringBuilder("version,operations/s\n");
        for (int round = 0; round < 6; round++) {
            rows.append("old,").append(1000 + round).append("\nnew,").append(900 + round).append('\n');
        }
        Files.writeString(table, rows.toString());
        program.run("import", table.toString(), "--label", "gate", "--workload", "volume", "--target", "lmdb", "--map",
                "version=tag:version", "--map", "operations/s=operations-per-second").ok();
        assertThat(gate("throughput > -15 %").status()).isEqualTo(ExitStatus.DONE);
        Program.Ran missed = gate("throughput > -3 %");
        assertThat(missed.status()).isEqualTo(ExitStatus.MISSED);
        assertThat(missed.err()).startsWith("Missed: throughput is ").contains("did not run in the same rounds")
                .endsWith("; required is throughput > -3 %.\n");
        assertThat(Files.readString(program.file("gate.xml"))).contains("tests=\"1\" failures=\"1\" errors=\"0\"",
                "name=\"throughput &gt; -3 %\"><failure message=\"Missed: ");
        assertThat(gate("throughput > -10 %").status()).as("nobody knows").isEqualTo(ExitStatus.FAILED);
        assertThat(Files.readString(program.file("gate.xml"))).contains("failures=\"0\" errors=\"1\"");
        assertThat(program.refused("compare", "gate", "old", "new", "--require", "througput > -3 %"))
                .contains("did you mean 'throughput'?");
        assertThat(program.refused("compare", "gate", "old", "new", "--junit", program.file("x.xml").toString()))
                .isEqualTo("--junit: say what is required, with --require");
    }

    private Program.Ran gate(String required) throws IOException, SAXException {
        Path file = program.file("gate.xml");
        Program.Ran ran = program.run("compare", "gate", "old", "new", "--require", required, "--junit",
                file.toString());
        SchemaFactory.newDefaultInstance().newSchema(JunitTest.class.getResource("junit.xsd")).newValidator()
                .validate(new StreamSource(file.toFile()));
        return ran;
    }
}
