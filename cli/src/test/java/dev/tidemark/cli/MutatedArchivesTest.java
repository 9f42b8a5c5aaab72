package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Mutations.Tried;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exports, damaged: they are taken, and can be reported, or refused in one line. */
@ByTurns(days = 10, heldBy = "HostileArchiveTest")
@Timeout(3600)
class MutatedArchivesTest {

    private static final List<String> NAMES = List.of("../../escaped.txt", "/tmp/tidemark-escaped", "manifest.json",
            "batches/../../x", "batches/x/batch.json", "C:\\x", "\u0000", "", "a/", "./manifest.json",
            "x".repeat(60_000),
            "MANIFEST.JSON", "batches//batch.json", "\ufeffmanifest.json");

    @TempDir
    private Path around;

    /** Exports of a run, of one that was interrupted, and of imported tables. */
    private static List<byte[]> exports(Program program) throws IOException {
        Path yaml = Files.writeString(program.file("run.yaml"), """
                label: run
                workload: ingest
                target: 'null'
                tags: {disk-type: EBS}
                set: {documents: 300, payload: 100, workers: 2, warm-up: none, service-time: 1ms, interval: 100ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: none}
                """);
        program.run("run", yaml.toString(), "--alongside").ok();
        Path csv = Files.writeString(program.file("summary.csv"), """
                elapsed, window, total, successful, failed
                10.001, 10.001, 1010, 1000, 10
                20.002, 10.001, 520, 520, 0
                """);
        program.run("import", csv.toString(), "--label", "table", "--workload", "volume").ok();
        List<byte[]> exports = new ArrayList<>();
        for (String label : List.of("run", "table")) {
            Path zip = program.file(label + ".zip");
            program.run("export", label, "--to", zip.toString()).ok();
            exports.add(Files.readAllBytes(zip));
        }
        return exports;
    }

    private static Map<String, byte[]> entries(byte[] zip) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                entries.put(entry.getName(), in.readAllBytes());
            }
        }
        return entries;
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** As bytes, or, more often, in what is packed into it, so that its checksums fit. */
    private static byte[] damaged(byte[] zip, Mutator mutator) throws IOException {
        if (mutator.random().nextInt(4) == 0) {
            return mutator.mutated(zip);
        }
        Map<String, byte[]> entries = entries(zip);
        String name = mutator.oneOf(List.copyOf(entries.keySet()));
        byte[] content = entries.get(name);
        switch (mutator.random().nextInt(12)) {
            case 0 -> entries.remove(name);
            case 1 -> entries.put(mutator.oneOf(NAMES), content);
            case 2 -> {
                entries.remove(name);
                entries.put(mutator.oneOf(NAMES), content);
            }
            case 3 -> entries.put(name, new byte[20_000_000]);
            case 4 -> entries.put(mutator.mutated(name), content);
            default -> entries.put(name, mutator.mutated(content));
        }
        try {
            return zip(entries);
        } catch (ZipException | IllegalArgumentException e) {
            return mutator.mutated(zip); // a name that no zip file can have
        }
    }

    @Test
    void areTakenOrRefusedInOneLine() throws Exception {
        Path inside = Files.createDirectories(around.resolve("a/b/c"));
        Path file = inside.resolve("x.zip");
        List<byte[]> exports;
        try (Program from = new Program(Files.createDirectories(around.resolve("from")))) {
            exports = exports(from);
        }
        List<String> words = List.of("running", "RUNNING", "DONE", "FAILED", "null", "uuid", "label", "state",
                "settings",
                "tidemark-results", "[]", "{}", "\"\"", "0", "1", "-1", "true", "DECLARED", "VARY", "p99", "elapsed",
                "B",
                "LOWER", "\"\\u0000\"", "2262-04-11T23:47:17Z", "-292275055-05-16T16:47:04.192Z");
        try (Program program = new Program(inside)) {
            for (byte[] export : exports) {
                assertThat(imported(program, file, export)).isEmpty();
            }
            new Mutations("archive", around, inside, words).tryAll(mutator -> {
                byte[] zip = damaged(mutator.oneOf(exports), mutator);
                return new Tried(zip, imported(program, file, zip));
            });
            assertThat(program.run("list").ok().table()).as("nothing is left of what was deleted").hasSize(1);
            Mutations.assertSound(program.store());
        }
    }

    private static Optional<String> imported(Program program, Path file, byte[] zip) throws IOException {
        Files.write(file, zip);
        Ran ran = program.run("import", file.toString());
        Optional<String> fault = Mutations.fault(ran);
        List<String> labels;
        try (ResultStore store = ResultStore.open(program.store())) {
            labels = store.labels().stream().map(LabelSummary::label).toList();
        }
        if (fault.isEmpty() && ran.status() != ExitStatus.DONE && !labels.isEmpty()) {
            fault = Optional.of("refused, but stored: " + labels);
        }
        for (String label : labels) {
            fault = fault.or(() -> MutatedTablesTest.looked(program, label));
        }
        return fault;
    }
}
