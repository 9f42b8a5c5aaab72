package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole way from the command line into the real engine and out again. */
@ByTurns(days = 6, heldBy = {"WorkbenchTest", "ExamplesTest", "RocksDbDocumentsTest"})
@Timeout(600)
class EngineTest {

    private static final int NO_MOUNT = 77;
    private static final int DOCUMENTS = 100;

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

    /** Ingests under a label and exports what was stored. @return file name to content */
    private Map<String, String> stored(String label, String... more) throws IOException {
        List<String> line = new ArrayList<>(List.of("ingest", "--label", label, "--warm-up", "none", "--settle",
                "false", "--payload", "1kB"));
        line.addAll(List.of(more));
        program.run(line.toArray(String[]::new)).ok();
        Path to = program.file(label);
        assertThat(program.run("export-content", label, "--to", to.toString()).ok().err())
                .contains("Exported " + DOCUMENTS + " documents of " + label + " to " + to);
        return contents(to);
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Map<String, String> contents = new TreeMap<>();
            files.forEach(file -> contents.put(file.getFileName().toString(), read(file)));
            return contents;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsStoredFollowsFromTheSeedAlone() throws IOException {
        Map<String, String> one = stored("one", ofSeed("7", "--workers", "1"));
        assertThat(one).hasSize(DOCUMENTS);
        assertThat(one.values().stream().distinct()).hasSize(DOCUMENTS);
        List<String[]> others = Drawn.some(1, List.of(ofSeed("7", "--workers", "1"), ofSeed("7", "--workers", "4",
                "--batch-size", "7"), ofSeed("7", "--workers", "16", "--shards", "2")), EngineTest.class);
        for (String[] other : others) {
            String line = String.join(" ", other);
            assertThat(stored("of" + line.hashCode(), other).equals(one)).as(line).isTrue();
        }
        assertThat(stored("other", ofSeed("8")).values()).doesNotContainAnyElementsOf(one.values());
    }

    private static String[] ofSeed(String seed, String... more) {
        return with(new String[] {"--documents", String.valueOf(DOCUMENTS), "--seed", seed}, more);
    }

    private static String[] with(String[] line, String... more) {
        return Stream.concat(Stream.of(line), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void exportedContentIsLoadedBackAsTheSameDocuments() throws IOException {
        Map<String, String> out = stored("out", "--documents", String.valueOf(DOCUMENTS));
        Map<String, String> back = stored("back", "--source", "directory", "--source-directory",
                program.file("out").toString(), "--workers", "3");
        assertThat(back.values()).containsExactlyInAnyOrderElementsOf(out.values());

        assertThat(program.refused("export-content", "out", "--to", program.file("back").toString()))
                .startsWith("the documents of out were not exported: ").contains(program.file("back").toString());
    }

    @Test
    void verificationReadsBackWhatWasStored() {
        program.run("ingest", "--label", "V", "--documents", "300", "--payload", "1kB", "--verify", "100%",
                "--batch-size", "1,10", "--warm-up", "none").ok();
        assertThat(program.states("V")).containsExactly(IterationState.DONE, IterationState.DONE);
    }

    // ---- full disks ----

    /**
     * Carries out shell commands with a small disk mounted on the folder {@code small}; {@code tidemark} in them is the
     * program.
     */
    private Ran onASmallDisk(String size, String commands) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/unshare")), "skipped: no unshare here");
        Path small = Files.createDirectories(program.file("small"));
        String tidemark = String.join(" ", program.command().stream().map(w -> "'" + w + "'").toList());
        Process process = program.start(List.of("/usr/bin/unshare", "--mount", "--map-root-user", "/bin/sh", "-c",
                "mount -t tmpfs -o size=" + size + " none '" + small + "' || exit " + NO_MOUNT
                        + "\ntidemark() { " + tidemark + " \"$@\"; }\n" + commands));
        Ran ran = program.finish(process);
        assumeTrue(ran.status() != NO_MOUNT && !ran.err().startsWith("unshare:"), "skipped: cannot mount here");
        return ran;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void targetOnAFullDiskFailsItsIterationAndThePlanGoesOn() throws Exception {
        Ran ran = onASmallDisk("10m", "tidemark ingest --label F --directory '" + program.file("small")
                + "' --documents 5000,100 --order given --warm-up none --compression none");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err().lines().filter(l -> l.contains("failed:"))).singleElement().asString()
                .startsWith("iteration 1 (documents 5k) failed: the disk of " + program.file("small"))
                .contains(" is full");
        assertThat(ran.table()).as("a row for the one that fitted, and one for what was done of the other").hasSize(3);
        assertThat(program.states("F")).containsExactly(IterationState.FAILED, IterationState.DONE);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void storeOnAFullDiskIsOneLineAndWhatWasStoredIsKept() throws Exception {
        String store = "--store '" + program.file("small/results.db") + "' ";
        Ran ran = onASmallDisk("1200k", "tidemark ingest " + store + "--target null --label S --warm-up none "
                + "--documents 100 --payload " + String.join(",", Stream.iterate(100, i -> i + 1).limit(100)
                        .map(String::valueOf).toList()) + " --order given --quiet --keep none\n"
                + "echo \"status $?\"\nmount -o remount,size=3m '" + program.file("small") + "'\n"
                + "tidemark show S " + store);
        assertThat(ran.out()).startsWith("status 2\n");
        assertThat(ran.err().lines()).singleElement().isEqualTo("store " + program.file("small/results.db")
                + ": the disk is full; free some space and run again with --resume");
        List<List<String>> shown = ran.table();
        assertThat(shown.get(1)).startsWith("id", "batch");
        assertThat(shown.subList(2, shown.size())).hasSizeGreaterThan(1).allMatch(
                r -> r.contains("done") || r.equals(shown.getLast()) && r.contains("interrupted"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void newStoreOnAFullDiskIsOneLine() throws Exception {
        Ran ran = onASmallDisk("40k", "tidemark list --store '" + program.file("small/results.db") + "'");
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines()).singleElement().asString().contains("disk is full");
    }
}
