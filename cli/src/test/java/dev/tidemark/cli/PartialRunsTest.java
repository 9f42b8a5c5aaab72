package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run that is stopped, one whose disk fills up, and one that is killed: each has its report, page and export. */
@ByTurns(days = 10, heldBy = {"StageRunnerTest", "BrokenOffTest.killOfTheMainProcessLosesNothingThatWasDone"})
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class PartialRunsTest {

    @TempDir
    private Path folder;

    private Program program;
    private Process main;
    private Path mounted;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() throws Exception {
        if (main != null) {
            main.descendants().forEach(ProcessHandle::destroyForcibly);
            main.destroyForcibly().waitFor();
        }
        if (mounted != null) {
            run("umount", mounted.toString());
        }
        program.close();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    /** Two workers that store a document in 10 ms or more, for much longer than the test lasts. */
    private Iteration start(String label, int intervals) throws IOException {
        main = program.start(program.command("ingest", "--target", "null", "--label", label, "--documents", "10M",
                "--workers", "2", "--service-time", "10ms", "--payload", "100", "--interval", "200ms",
                "--warm-up", "none"));
        Program.await("intervals", () -> program.iterations(label).stream()
                .anyMatch(i -> program.intervals(i) >= intervals));
        return program.iterations(label).getLast();
    }

    /** What came late to an interval, as on a busy machine, is a part of its own. */
    private static String place(Interval interval) {
        return interval.seq() + "." + interval.part();
    }

    /** How much may be lost is StageRunnerTest's, in virtual time: no more than the interval under way. */
    @Test
    void killLosesNothingThatWasStored() throws Exception {
        Iteration running = start("killed", 2);
        RunStatus status;
        IterationDetail seen;
        IterationDetail kept;
        try (ResultStore watching = ResultStore.open(program.store())) {
            seen = watching.detail(running.id());
            main.destroyForcibly().waitFor(); // SIGKILL
            status = watching.live().live(running.id()).orElseThrow();
            kept = watching.detail(running.id());
        }
        PhaseSpan load = kept.headline().orElseThrow();
        assertThat(load.ended()).as("nobody told its end").isFalse();
        assertThat(status.phase()).isEqualTo(Phase.MEASURE);
        assertThat(kept.intervals()).extracting(PartialRunsTest::place).doesNotHaveDuplicates()
                .contains("0.0", "1.0").containsAll(seen.intervals().stream().map(PartialRunsTest::place).toList());
        long stored = kept.intervals().stream().mapToLong(i -> SeriesCodec.decode(i.series()).total().units()).sum();
        assertThat(stored).isPositive();

        Iteration killed = program.iterations("killed").getLast();
        assertThat(killed.state()).isEqualTo(IterationState.INTERRUPTED);
        assertThat(killed.value("elapsed")).get().matches(v -> v.number() == load.nanos() / 1e9);
        assertThat(killed.value("documents-per-second")).get()
                .matches(v -> v.number() == stored / (load.nanos() / 1e9));
        assertThat(killed.value("censored")).isEmpty();
        assertHasReportPageAndExport("killed", killed);
    }

    @Test
    void stopKeepsWhatWasDone() throws Exception {
        start("stopped", 1);
        program.run("stop", "stopped").ok();
        assertThat(program.finish(main).status()).as("no valid result").isEqualTo(ExitStatus.FAILED);
        Iteration stopped = program.iterations("stopped").getLast();
        assertThat(stopped.state()).isEqualTo(IterationState.STOPPED);
        assertHasReportPageAndExport("stopped", stopped);
    }

    @Test
    void aDiskThatFillsUpLeavesWhatWasDoneUntilThen() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", small.toString()) == 0,
                "skipped: no small file system can be mounted here");
        mounted = small;
        Ran ran = program.run("ingest", "--label", "full", "--documents", "10k", "--payload", "10kB", "--workers", "2",
                "--memtable", "4MB", "--directory", small.toString(), "--interval", "200ms", "--warm-up", "none");
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        Iteration failed = program.iterations("full").getLast();
        assertThat(failed.state()).isEqualTo(IterationState.FAILED);
        assertThat(failed.verdict()).contains("is full");
        assertHasReportPageAndExport("full", failed);
    }

    private void assertHasReportPageAndExport(String label, Iteration iteration) throws IOException {
        String word = iteration.state().name().toLowerCase(Locale.ROOT);
        double rate = iteration.value("documents-per-second").orElseThrow().number();
        assertThat(rate).isPositive();

        List<List<String>> table = program.run("report", label).ok().table();
        assertThat(table).as("a row for it").hasSize(2);
        assertThat(table.getFirst()).contains("documents-per-second", "best").containsSequence("state", "verdict", "at-least",
                "maximum");
        assertThat(table.getLast()).containsSequence("1", "false", word, iteration.verdict());
        assertThat(program.run("report", label, "--json").ok().out()).contains("\"state\" : \"" + word + "\"",
                "The only iteration ");
        assertThat(program.run("show", label).ok().table().getLast()).contains(word).endsWith(iteration.verdict());

        Path page = program.file(label + ".html");
        program.run("report", label, "--html", page.toString()).ok();
        assertThat(Files.readString(page)).contains("class=\"banner\"", "Iteration 1 " + word, "Over time",
                "id=\"unranked\"");

        Path logs = program.file(label + "-logs");
        program.run("report", label, "--hdr", logs.toString()).ok();
        try (var files = Files.list(logs)) {
            assertThat(files.toList()).singleElement().satisfies(log -> assertThat(Files.readString(log))
                    .contains("#[Not a whole run: " + word));
        }
        Path basho = program.file(label + "-basho");
        program.run("export", label, "--format", "basho", "--to", basho.toString()).ok();
        assertThat(Files.readString(basho.resolve("state.txt"))).contains(word);
        assertThat(basho.resolve("summary.csv")).exists();

        Path zip = program.file(label + ".zip");
        program.run("export", label, "--to", zip.toString()).ok();
        try (ResultStore other = ResultStore.open(folder.resolve("other/" + label + ".db"))) {
            other.importZip(zip);
            Iteration there = other.label(label).orElseThrow().iterations().getLast();
            assertThat(there).usingRecursiveComparison().ignoringFields("id", "batch").isEqualTo(iteration);
            assertThat(newest(other.detail(there.id()))).isPresent();
        }
    }

    private static Optional<Interval> newest(IterationDetail detail) {
        return detail.intervals().stream().max(Comparator.comparingInt(Interval::seq));
    }
}
