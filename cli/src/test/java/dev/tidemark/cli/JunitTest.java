package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.support.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
