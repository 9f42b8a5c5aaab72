package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Mutations.Tried;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of table that can be imported, damaged: it is taken, and can be reported, or refused in one line. */
@Timeout(3600)
class MutatedTablesTest {

    private static final String SUMMARY = """
            elapsed, window, total, successful, failed
            10.001, 10.001, 1010, 1000, 10
            20.002, 10.001, 520, 520, 0
            25.5, 5.498, 100, 100, 0
            """;
    private static final String LATENCIES = """
            elapsed, window, n, min, mean, median, 95th, 99th, 99_9th, max, errors
            10.001, 10.001, 1000, 90, 410.5, 300, 900, 1500, 4000, 9000, 3
            20.002, 10.001, 500, 95, 610.5, 500, 1100, 1900, 5000, 8000, 0
            25.5, 5.498, 3, 0, 0, 0, 0, 0, 0, 0, 0
            30.5, 5, 0, NA, NA, NA, NA, NA, NA, NA, 0
            """;
    private static final String DISKS = """
            File System;Disk Type;Payload kB;Duration;round
            ext4;EBS;10;3M14.85S;1
            ext3;EBS;10;3M16.72S;1
            ext3;"PIOPS;4000";20;3M37.9S;2
            ext4;PIOPS-4000;20;3M38.96S;2
            """;

    /** What other benchmarks write, as the manual's pages have it. */
    private static final Set<String> OF_PEERS = Set.of("clients-4.txt", "threads-16.txt", "hammerdb.log", "redis.csv",
            "memtier.json", "fio.json", "hyperfine.json", "jmh.json", "ycsb-c.txt");

    @TempDir
    private Path around;

    /** A table with how it is imported. */
    private record Table(String name, byte[] content, List<String> flags) {
        Table(String name, String content, String... flags) {
            this(name, content.getBytes(StandardCharsets.UTF_8), List.of(flags));
        }
    }

    private static List<Table> tables() throws IOException {
        Path examples = ManualPage.ROOT.resolve("examples/results-from-elsewhere");
        Stream<Table> ofPeers = ManualPage.all().stream().flatMap(page -> page.blocks().stream())
                .filter(block -> OF_PEERS.contains(block.fileName()))
                .map(block -> new Table(block.fileName(), block.fileText()));
        return Stream.concat(ofPeers, Stream.of(
                new Table("matrix.csv", Files.readString(examples.resolve("matrix-test.csv")), "--default", "shards=1",
                        "--default", "batch-size=1", "--default", "blind-insert=true"),
                new Table("hours.csv", Files.readString(examples.resolve("volume-by-hour.csv")), "--workload", "volume",
                        "--map", "engine=tag:engine", "--map", "hour=time h", "--map",
                        "operations/s=measure:throughput"),
                new Table("disks.csv", DISKS, "--map", "File System=tag:file-system-format", "--map",
                        "Disk Type=tag:disk-type", "--map", "round=ignore", "--set", "workers=8", "--default",
                        "tag:disk-type=EBS"),
                new Table("summary.csv", SUMMARY, "--workload", "volume"),
                new Table("get_latencies.csv", LATENCIES, "--workload", "volume"))).toList();
    }

    @Test
    void undamagedTheyAreTaken() throws Exception {
        List<Table> tables = tables();
        assertThat(tables).extracting(Table::name).containsAll(OF_PEERS);
        try (Program program = new Program(Files.createDirectories(around.resolve("a")))) {
            for (Table table : tables) {
                assertThat(imported(program, program.file(table.name()), table.content(), table.flags())).isEmpty();
            }
        }
    }

    @Test
    void areTakenOrRefusedInOneLine() throws Exception {
        Path inside = Files.createDirectories(around.resolve("a/b/c"));
        List<Table> tables = tables();
        List<String> words = new ArrayList<>(MutatedExperimentsTest.words());
        words.addAll(List.of("NA", "time", "window", "units", "round", "latency.p99", "latency.max us", "tag:x",
                "measure:elapsed", "param:duration", "ignore", "elapsed ms", "1M0.69S", "99th", "errors"));
        try (Program program = new Program(inside)) {
            new Mutations("table", around, inside, words).tryAll(mutator -> {
                Table table = mutator.oneOf(tables);
                byte[] csv = mutator.random().nextInt(10) == 0 ? table.content() : mutator.mutated(table.content());
                List<String> flags = new ArrayList<>(table.flags());
                if (mutator.random().nextInt(4) == 0 && !flags.isEmpty()) {
                    int at = mutator.random().nextInt(flags.size() / 2) * 2 + 1;
                    flags.set(at, mutator.mutated(flags.get(at)));
                }
                return new Tried(csv, imported(program, inside.resolve(table.name()), csv, flags)
                        .map(fault -> flags + ": " + fault));
            });
            assertThat(program.run("list").ok().table()).as("nothing is left of what was deleted").hasSize(1);
            Mutations.assertSound(program.store());
        }
    }

    /** Imports a table, looks at it in every form if it was taken, and deletes it. @return what is wrong */
    private static Optional<String> imported(Program program, Path file, byte[] csv, List<String> flags)
            throws IOException {
        Files.write(file, csv);
        List<String> line = new ArrayList<>(List.of("import", file.toString(), "--label", "L"));
        line.addAll(flags);
        Ran ran = program.run(line.toArray(String[]::new));
        return Mutations.fault(ran).or(() -> ran.status() == ExitStatus.DONE ? looked(program, "L") : Optional.empty());
    }

    /** Looks at a label in every form, and deletes it. @return what is wrong */
    static Optional<String> looked(Program program, String label) {
        Optional<String> fault = Stream.of(new String[] {"report", label}, new String[] {"report", label, "--json"},
                new String[] {"show", label, "--json"},
                new String[] {"report", label, "--html", program.file("page.html").toString()})
                .flatMap(line -> Mutations.faultUnlessDone(String.join(" ", line), program.run(line)).stream())
                .findFirst();
        return fault.or(() -> Mutations.faultUnlessDone("delete", program.run("delete", label)));
    }
}
