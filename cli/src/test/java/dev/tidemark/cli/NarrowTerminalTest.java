package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table on a terminal of 80 columns, and whole when piped. */
@ByTurns(days = 10, heldBy = {"TerminalReportTest", "TerminalOutputTest"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NarrowTerminalTest {

    private static final int WIDTH = 80;
    private static final String TERMINALS = "tidemark.terminals";
    private static final String COLUMNS = "tidemark.columns";
    private static final String COMMAND = "tidemark.command";
    private static final String LONG = "a-label-that-says-at-length-what-was-measured-where-by-whom-and-why-it-was-not-shorter";

    private Program program;

    @BeforeAll
    void begin(@TempDir Path folder) throws IOException {
        program = new Program(folder);
        program.run("ingest", "--target", "null", "--label", LONG, "--documents", "20", "--batch-size", "1,10",
                "--workers", "1,2", "--payload", "1kB,2kB", "--content", "text,binary", "--warm-up", "none").ok();
        program.run("ingest", "--target", "null", "--label", "b", "--documents", "20", "--batch-size", "1,10", "--repeat", "2",
                "--warm-up", "none").ok();
        program.run("target", "add", "slow", "--driver", "null", "--service-time", "20ms", "--servers", "3",
                "--stall-for", "100ms", "--stall-every", "10s", "--service-distribution", "exponential").ok();
        Path file = Files.writeString(program.file("job.yaml"), "label: " + LONG + "\nworkload: ingest\ntarget: 'null'\n");
        program.run("job", "add", file.toString()).ok();
        program.run("dataset", "create", "kept", "--target", "file", "--keyspaces", "1", "--keys", "10").ok();
        program.run("defaults", "set", "ingest", "tag:where=" + LONG).ok();
    }

    @AfterEach
    void pipe() {
        System.clearProperty(TERMINALS);
        System.clearProperty(COLUMNS);
        System.clearProperty(COMMAND);
    }

    @AfterAll
    void end() {
        program.close();
    }

    private Ran narrow(String... words) {
        return on("1", words);
    }

    /** @param terminals 1 and 2 for standard output and error */
    private Ran on(String terminals, String... words) {
        System.setProperty(TERMINALS, terminals);
        System.setProperty(COLUMNS, String.valueOf(WIDTH));
        List<String> line = new ArrayList<>(List.of(words));
        line.add("--no-color");
        return program.run(line.toArray(String[]::new)).ok();
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "show LABEL", "show b", "show LABEL --workers", "show LABEL --slowest", "report LABEL",
        "report b", "drivers", "params", "params rocksdb", "params memtable", "params response.p99", "target list",
        "rig list", "rig status", "job list", "dataset list", "dataset sizes kept", "defaults show", "user list",
        "token list", "doctor --target null", "compare b --by batch-size"})
    void everyTableFits(String command) {
        Ran ran = narrow(Stream.of(command.split(" ")).map(w -> w.replace("LABEL", LONG)).toArray(String[]::new));
        assertThat(ran.out()).isNotEmpty();
        // A name stays whole where it is no table's, as in the command that is suggested.
        assertThat(ran.out().lines().filter(line -> !line.contains(LONG))).allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(WIDTH));
    }

    @Test
    void hiddenColumnsAreNamedAndThePipeHasThem() {
        assertThat(narrow("report", "b").out()).contains("Columns hidden: ");
        assertThat(narrow("list").out()).contains("Columns hidden: ").contains("state");
        pipe();
        assertThat(program.run("list").ok().table()).first().isEqualTo(List.of("label", "workload", "started", "iterations",
                "state"));
        assertThat(program.run("list").ok().table()).contains(List.of("b", "ingest", started("b"), "4", "done"));
        assertThat(program.run("job", "list").ok().out()).contains(LONG).doesNotContain("Columns hidden");
    }

    private String started(String label) {
        return program.run("list").ok().table().stream().filter(row -> row.getFirst().equals(label)).findFirst().orElseThrow()
                .get(2);
    }

    @Test
    void textsGoOnInTheNextLine() {
        assertThat(narrow("drivers").out()).contains("\n            ").doesNotContain("…");
        assertThat(narrow("target", "list").out()).contains("stall-every=10s");
    }

    @Test
    void progressCutsWordsAndNoNumbers() {
        Ran ran = on("2", "ingest", "--target", "null", "--label", "cut", "--documents", "20", "--batch-size", "1,10",
                "--workers", "1,2", "--payload", "1kB,2kB", "--content", "text,binary", "--warm-up", "none");
        List<String> drawn = Stream.of(ran.err().split("\r\u001b\\[2K")).filter(l -> l.startsWith("[")).toList();
        assertThat(drawn).hasSizeGreaterThanOrEqualTo(16).allSatisfy(line -> assertThat(line).hasSizeLessThan(WIDTH)
                .matches("\\[ ?\\d+/16\\] batch-size .*… ▕[█░]{12}▏ \\d+ %( · [0-9.:a-zA-Z/ ]+)*\\R?"));
    }

    @Test
    void nextStepsAreCalledAsThisCommandWas() {
        // Single runs have no confidence intervals, whatever they measured: more rounds are always a next step.
        program.run("ingest", "--target", "null", "--label", "once", "--documents", "20", "--batch-size", "1,10",
                "--warm-up", "none").ok();
        System.setProperty(COMMAND, "./tidemark");
        assertThat(narrow("report", "once").out()).contains("\n    ./tidemark again once ");
        System.setProperty(COMMAND, "/my $tools/tidemark");
        assertThat(narrow("report", "once").out()).contains("\n    '/my $tools/tidemark' again once ");
        assertThat(program.run("report", "once", "--json").ok().out()).contains("\"tidemark again once ");
    }
}
