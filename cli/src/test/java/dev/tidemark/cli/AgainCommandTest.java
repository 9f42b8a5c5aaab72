package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.store.ResultStore;
import dev.tidemark.core.time.Clock;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a report advises, run as it says. */
@ByTurns(days = 10, heldBy = {"FollowUpTest", "FromElsewhereTest"})
@Timeout(300)
class AgainCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        program.run("ingest", "--target", "null", "--documents", "200", "--batch-size", "1,10,100", "--warm-up", "none",
                "--label", "made").ok();
    }

    @AfterEach
    void close() {
        program.close();
    }

    private Report report() {
        try (ResultStore store = ResultStore.open(program.store(), Clock.system())) {
            return Report.open(store, "made").orElseThrow();
        }
    }

    private Ran run(String command) {
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
        assertThat(words.removeFirst()).isEqualTo("tidemark");
        return program.run(words.toArray(String[]::new));
    }

    @Test
    void theFirstAdviceAfterOneRoundIsTwoMoreAndThenThereAreIntervals() {
        List<NextStep> steps = report().verdict().next();
        assertThat(steps.getFirst().command("made")).isEqualTo("tidemark again made --repeat 2");
        run(steps.getFirst().command("made")).ok();
        assertThat(report().table().rows()).hasSize(3).allMatch(row -> row.iterations().size() == 3);
        assertThat(report().verdict().kind().word()).isIn("clear winner", "no clear winner");
    }

    @Test
    void everyAdviceIsACommandThatRuns() {
        for (NextStep step : report().verdict().next()) {
            run(step.command("made") + " --dry-run").ok();
        }
    }

    @Test
    void otherValuesComeIntoTheSameTable() {
        program.run("again", "made", "--vary", "batch-size=100,1000").ok();
        assertThat(report().table().rows()).hasSize(4);
        assertThat(report().defaultRow()).as("the defaults are what they were").isPresent();
        assertThat(report().verdict().headline()).contains(" in 2 sessions");
        assertThat(report().table().note()).contains("The rows were measured in 2 sessions, one after the other");
    }

    @Test
    void whatCannotBeIsRefusedInOneLine() {
        assertThat(program.refused("again", "mad")).contains("no label 'mad'", "made");
        assertThat(program.refused("again", "made", "--vary", "batch-siez=1")).contains("batch-siez", "batch-size");
        assertThat(program.refused("again", "made", "--contenders", "--vary", "batch-size=1"))
                .contains("--contenders says which settings are run, and --vary does");
    }

    @Test
    void theFirstScreenIsAPicture() throws IOException {
        Path file = folder.resolve("answer.svg");
        program.run("report", "made", "--picture", file.toString()).ok();
        assertThat(Files.readString(file)).startsWith("<svg").contains("exploratory").contains("made</text>");
    }
}
