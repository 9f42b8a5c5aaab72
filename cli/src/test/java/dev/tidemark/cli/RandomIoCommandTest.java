package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workload random-io and its datasets as a person types them, on the real drivers. */
@ByTurns(days = 6, heldBy = {"FileRandomIoTest", "DatasetsTest"})
@Timeout(600)
class RandomIoCommandTest {

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

    private void create(String driver) {
        Stream<String> line = Stream.of("dataset", "create", "small", "--target", driver, "--keyspaces", "2",
                "--documents", "200", "--value-size", "512B");
        program.run(Stream.concat(line, driver.equals("file") ? Stream.of("--set", "io=buffered") : Stream.of())
                .toArray(String[]::new)).ok();
    }

    private static String[] randomIo(String driver, String... more) {
        List<String> line = new ArrayList<>(List.of("random-io", "--target", driver, "--dataset", "small", "--workers",
                "2", "--duration", "1h", "--operations", "400", "--warm-up", "none"));
        line.addAll(List.of(more));
        return line.toArray(String[]::new);
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    static List<String> someDrivers() {
        return Drawn.some(1, Drawn.driversHere(Capability.KEYSPACES), RandomIoCommandTest.class);
    }

    @ParameterizedTest
    @MethodSource("someDrivers")
    void readsWritesAndMixesRunOnEveryDriver(String driver) {
        create(driver);
        Ran ran = program.run(randomIo(driver, "--label", "nine", "--read-percent", "0,50,100", "--mix", "dealt",
                "--transaction-length", "10", "--order", "given")).ok();
        assertThat(ran.table()).hasSize(4);
        assertThat(program.states("nine")).containsExactly(IterationState.DONE, IterationState.DONE,
                IterationState.DONE);
        List<Iteration> cells = program.iterations("nine");
        assertThat(cells).extracting(i -> value(i, "read-share")).containsExactly(0.0, 50.0, 100.0);
        assertThat(cells).extracting(i -> i.value("read.p99").isPresent()).containsExactly(false, true, true);
        assertThat(cells).extracting(i -> i.value("write.p99").isPresent()).containsExactly(true, true, false);
        assertThat(cells).extracting(i -> i.value("commit.p99").isPresent()).containsExactly(true, true, false);
        assertThat(cells).allMatch(i -> value(i, "operations-per-second") > 0 && value(i, "failures") == 0);
        assertThat(program.run("dataset", "verify", "small").ok().err()).contains("200 values are as they were stored");
    }

    @Test
    void namedExpectationsDecideTheExitStatus() {
        create("file");
        Ran met = program.run(randomIo("file", "--expect", "flash", "--expect", "read.mean=< 1h", "--expect",
                "read.max=< 1h"));
        assertThat(met.status()).isEqualTo(ExitStatus.DONE);
        assertThat(met.err()).endsWith("2 of 2 expected bounds are met.\n");
        Ran missed = program.run(randomIo("file", "--read-percent", "0", "--expect", "flash"));
        assertThat(missed.status()).as("nothing was read").isEqualTo(ExitStatus.MISSED);
        assertThat(missed.err()).contains("read.mean is not measured, expected <= 2ms")
                .contains("read.max is not measured, expected <= 5ms");
        assertThat(program.refused(randomIo("file", "--expect", "flsh"))).isEqualTo(
                "--expect: 'flsh' is neither a condition nor a named set of them (did you mean 'flash'?)");
    }

    @Test
    void twoAtOnceAreRefusedUnlessAskedFor() {
        create("file");
        try (MachineLock lock = MachineLock.take("label other, process 1", false)) {
            String refusal = "another measured run is in progress on this machine (label other, process 1); wait for it, "
                    + "or run beside it with --alongside";
            assertThat(program.refused(randomIo("file", "--label", "two"))).isEqualTo(refusal);
            assertThat(program.states("two")).isEmpty();
            program.run(randomIo("file", "--label", "two", "--alongside")).ok();
            assertThat(program.refused("dataset", "grow", "small", "--documents", "400")).isEqualTo(refusal);
            program.run("dataset", "grow", "small", "--documents", "400", "--alongside").ok();
        }
        assertThat(program.states("two")).containsExactly(IterationState.DONE);
        try (ResultStore results = ResultStore.open(program.store())) {
            assertThat(results.detail(program.iterations("two").getFirst().id()).events()).extracting(Event::text)
                    .anyMatch(text -> text.startsWith("Another measured run was in progress"));
        }
        assertThat(program.run("dataset", "sizes", "small", "--csv").ok().out().strip()).isEqualTo("2,200,200");
    }

    @Test
    void resultsAreExportedUnderTheOlderColumns() throws IOException {
        create("file");
        program.run(randomIo("file", "--label", "old", "--read-percent", "100,0", "--order", "given")).ok();
        program.run("ingest", "--target", "null", "--documents", "10", "--warm-up", "none").ok();
        Path file = program.file("old.csv");
        assertThat(program.run("export", "old", "--format", "perftools", "--to", file.toString()).ok().err())
                .contains("Exported 2 iterations to ");
        String text = Files.readString(file);
        assertThat(text).endsWith("\r\n");
        List<List<String>> rows = text.lines().map(l -> List.of(l.split(",", -1))).toList();
        assertThat(rows).hasSize(3).allMatch(r -> r.size() == 18);
        assertThat(rows.get(1).subList(2, 6)).containsExactly("", "small", "400", "");
        assertThat(rows.get(2).subList(2, 6)).containsExactly("", "small", "", "400");
        assertThat(rows.get(2).subList(16, 18)).containsExactly("2", "0");

        Path folder = Files.createDirectories(program.file("exports"));
        program.run("export", "old", "--format", "perftools", "--to", folder.toString()).ok();
        program.run("export", "old", "--to", folder.toString()).ok();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()).sorted().toList()).satisfiesExactly(
                    name -> assertThat(name).matches("PerfTools_\\d{8}-\\d{6}\\.csv"),
                    name -> assertThat(name).matches("tidemark_\\d{8}-\\d{6}\\.zip"));
        }
        assertThat(program.run("import", file.toString(), "--label", "back").ok().err()).contains("Imported 2 iterations");
        assertThat(program.run("report", "back").ok().table().getFirst()).contains("operations-per-second",
                "reads-per-second", "writes-per-second", "read-percent");

        assertThat(program.refused("export", "old", "--format", "perftools", "--to", file.toString()))
                .isEqualTo(file + " is there already; choose another name or remove it");
        String other = program.file("other.csv").toString();
        assertThat(program.refused("export", "ingest", "--format", "perftools", "--to", other)).isEqualTo(
                "label ingest has no finished run of random-io, and the format perftools has no columns for others");
        assertThat(program.refused("export", "old", "--format", "perftool", "--to", other))
                .isEqualTo("--format: 'perftool' is not one of zip, perftools, basho (did you mean 'perftools'?)");
        program.run("export", "--all", "--format", "perftools", "--to", other).ok();
        assertThat(Files.readString(Path.of(other))).isEqualTo(text);
    }

    @Test
    void aFileOfOthersIsReadAndLeftAlone() throws IOException {
        Path theirs = Files.write(program.file("IRIS.DAT"), new byte[64 * 8192]);
        String[] create = {"dataset", "create", "small", "--target", "file", "--set", "file=" + theirs, "--set",
            "io=buffered"};
        assertThat(program.refused(Stream.concat(Stream.of(create), Stream.of("--keys", "10")).toArray(String[]::new)))
                .isEqualTo("--keyspaces, --keys, --documents and --size: what is there already has the shape that it "
                        + "has; leave them out");
        program.run(create).ok();
        assertThat(program.run("dataset", "list").ok().table().get(1)).containsExactly("small", "file", "1", "64",
                "8.2 kB", "only read", theirs.toString());
        program.run(randomIo("file", "--preset", "ran-read", "--label", "theirs")).ok();
        assertThat(program.iterations("theirs").getFirst().setting("file").map(Setting::text))
                .contains(theirs.toString());
        program.run("dataset", "drop", "small").ok();
        assertThat(theirs).hasBinaryContent(new byte[64 * 8192]);
    }

    @Test
    void keysInAllAreSpreadEvenlyOrRefused() {
        String[] line = {"dataset", "create", "small", "--keyspaces", "3", "--documents"};
        assertThat(program.refused(with(line, "100")))
                .isEqualTo("--documents: 100 keys cannot be spread evenly over 3 keyspaces; give 99 or 102");
        assertThat(program.refused(with(line, "2")))
                .isEqualTo("--documents: 2 keys cannot be spread evenly over 3 keyspaces; give 3");
        assertThat(program.refused(with(line, "9", "--keys", "3")))
                .isEqualTo("--keys, --documents and --size: give one of them");
    }

    private static String[] with(String[] line, String... more) {
        return Stream.concat(Stream.of(line), Stream.of(more)).toArray(String[]::new);
    }
}
