package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The workload volume as a person types it, on the real drivers. */
@ByTurns(days = 10, heldBy = {"RocksDbVolumeTest", "LmdbVolumeTest", "SqliteVolumeTest"})
@Timeout(600)
class VolumeCommandTest {

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

    /** A number of operations on few keys, so that a run does not depend on how fast the machine is. */
    private static String[] volume(String driver, String... more) {
        List<String> line =
                new ArrayList<>(List.of("volume", "--target", driver, "--workers", "2", "--key-count", "400",
                "--value-size", "200B", "--duration", "none", "--operations", "1200", "--warm-up", "none", "--verify",
                "all"));
        line.addAll(List.of(more));
        return line.toArray(String[]::new);
    }

    /** Another program's database is read where it is; what is wrong with one is told before anything is stored. */
    @Test
    void aDatabaseOfOnesOwnIsMeasuredOrRefusedBeforeARun() throws IOException {
        Path place = folder.resolve("place");
        program.run("dataset", "create", "theirs", "--target", "rocksdb", "--keyspaces", "1", "--keys", "300",
                "--value-size", "200B", "--set", "directory=" + place, "--set", "memtable=3MB").ok();
        String database = place.resolve("tidemark-rocksdb").resolve("shard-01").toString();
        List<String> line = List.of("volume", "--target", "rocksdb", "--label", "own", "--duration", "none",
                "--operations", "200", "--warm-up", "none", "--mix", "get=8,scan=1", "--database-access",
                "read-only");
        refused(line, "database: there is no folder " + folder.resolve("none"), "--database",
                folder.resolve("none").toString());
        refused(line, "key-count: there are 300 keys in " + database, "--database", database,
                "--column-family", "keyspace-0");
        refused(line, "column-family: " + database + " has no column family keyspace-1", "--database", database,
                "--key-count", "300", "--column-family", "keyspace-1");
        program.run(more(line, "--database", database, "--key-count", "300", "--column-family", "keyspace-0")).ok();
        Iteration iteration = program.iterations("own").getFirst();
        assertThat(iteration.state()).isEqualTo(IterationState.DONE);
        assertThat(value(iteration, "rows-per-scan")).isPositive();
        assertThat(setting(iteration, "preload")).isEqualTo("none");
        assertThat(setting(iteration, "memtable")).as("of the database").isEqualTo("3MB");
        assertThat(iteration.setting("blob-min-size")).as("which it has no use for").isEmpty();
        assertThat(iteration.value("live-size")).isEmpty();
        assertThat(iteration.value("read-amplification")).isEmpty();
        assertThat(program.run("dataset", "create", "mine", "--target", "rocksdb", "--set", "database=" + database)
                .err()).contains("database: a dataset is filled by Tidemark");
    }

    private static String[] more(List<String> line, String... more) {
        List<String> all = new ArrayList<>(line);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private void refused(List<String> line, String why, String... more) {
        Ran ran = program.run(more(line, more));
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err()).contains(why);
        assertThat(program.iterations("own")).isEmpty();
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    private static String setting(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text).orElseThrow();
    }

    /** What the operations do on each of them is the contract of drivers. */
    static List<String> someDrivers() {
        return Drawn.some(2, Drawn.driversHere(Capability.KEY_VALUES, Capability.INDEX, Capability.SCAN),
                VolumeCommandTest.class);
    }

    @ParameterizedTest
    @MethodSource("someDrivers")
    void aMixWithIndexesRunsAndIsVerifiedOnEveryDriver(String driver) {
        program.run(volume(driver, "--label", "all", "--mix",
                "get=4,head=1,put=2,insert=1,update=2,update-indexed=1,index-query=1,group-query=1,scan=1,delete=1",
                "--preload", "200", "--index-groups", "20", "--index-days", "50", "--scan-length", "5")).ok();
        Iteration run = program.iterations("all").getFirst();
        assertThat(run.state()).isEqualTo(IterationState.DONE);
        assertThat(setting(run, "preload")).isEqualTo("200");
        assertThat(value(run, "failures")).isZero();
        assertThat(value(run, "not-found")).isBetween(1.0, 90.0);
        assertThat(value(run, "rows-per-index-query")).isPositive();
        assertThat(run.value("update.p99")).isPresent();
        assertThat(run.value("list-keys.p99")).as("not in the mix").isEmpty();
    }

    static List<Arguments> somePresets() {
        return Drawn.some(2, List.of(Arguments.of("ycsb-a", "get=50,put=50"), Arguments.of("ycsb-d", "get=95,insert=5"),
                Arguments.of("ycsb-e", "insert=5,scan=95"), Arguments.of("leveled-index",
                "get=100,update=10,update-indexed=10,index-query=1,group-query=1")), VolumeCommandTest.class);
    }

    @ParameterizedTest
    @MethodSource("somePresets")
    void presetsSetTheirMixesAndWhatStandsBesideThemTakesItsPlace(String preset, String mix) {
        program.run(volume("rocksdb", "--preset", preset, "--label", "named")).ok();
        Iteration run = program.iterations("named").getFirst();
        assertThat(setting(run, "mix")).isEqualTo(mix);
        assertThat(setting(run, "key-count")).isEqualTo("400");
        if (preset.equals("ycsb-a")) {
            assertThat(value(run, "not-found")).as("all was preloaded").isZero();
        } else if (preset.equals("leveled-index")) {
            assertThat(value(run, "not-found")).as("it began empty")
                    .isCloseTo(value(run, "not-found-expected"), within(8.0));
        }
    }

    @Test
    void olderNamesAreRecordedByTheirPresentOnes() {
        program.run("volume", "--label", "old", "--recordcount", "300", "--threadcount", "2", "--operationcount", "500",
                "--maxexecutiontime", "60", "--requestdistribution", "zipfian", "--insertorder", "ordered",
                "--zeropadding", "6", "--warm-up", "none", "--value-size", "100B").ok();
        Iteration run = program.iterations("old").getFirst();
        assertThat(List.of("key-count", "workers", "operations", "duration", "keys", "key-order", "key-digits"))
                .extracting(name -> setting(run, name))
                .containsExactly("300", "2", "500", "1m", "zipf", "adjacent", "6");
    }

    @Test
    void aFileWithAMixAndGroupsRunsAndFlagsGoOverIt() throws IOException {
        Path file = Files.writeString(folder.resolve("mix.yaml"), """
                workload: volume
                target: lmdb
                mix: {get: 5, update: 1}
                set: {workers: 1, key-count: 400, value-size: 100B, duration: none, operations: 600, warm-up: none}
                groups:
                  - {name: readers, workers: 2, mix: {get: 1}}
                  - {name: mixed, workers: 1}
                """);
        program.run("run", file.toString(), "--label", "as-written").ok();
        Iteration run = program.iterations("as-written").getFirst();
        assertThat(setting(run, "mix")).isEqualTo("get=5,update=1");
        assertThat(setting(run, "readers.mix")).isEqualTo("get=1");
        assertThat(value(run, "update-per-second") / value(run, "get-per-second")).isCloseTo(100 / 1100.0,
                within(0.01));
        assertThat(run.value("mixed.response.p99")).isPresent();

        program.run("run", file.toString(), "--label", "flags", "--set", "mix=put=1").ok();
        assertThat(setting(program.iterations("flags").getFirst(), "mix")).isEqualTo("put=1");
        assertThat(value(program.iterations("flags").getFirst(), "put-per-second")).isPositive();

        program.run("run", file.toString(), "--label", "varied", "--vary", "readers.mix=get=1;get=2,head=1").ok();
        assertThat(program.iterations("varied")).extracting(i -> setting(i, "readers.mix"))
                .containsExactlyInAnyOrder("get=1", "get=2,head=1");
    }

    @Test
    void aReportRanksWhatWasVariedByItsLastPart() throws IOException {
        program.run(volume("rocksdb", "--label", "ranked", "--mix", "get=1;get=5,put=1", "--preload", "none,100,all",
                "--order", "given", "--html", program.file("page.html").toString())).ok();
        List<List<String>> table = program.run("report", "ranked", "--tsv").ok().table();
        assertThat(table).hasSize(7);
        assertThat(table.getFirst()).contains("mix", "preload", "last-operations-per-second", "not-found",
                "not-found-expected");
        int at = table.getFirst().indexOf("preload");
        assertThat(table.subList(1, 7)).extracting(row -> row.get(at)).containsOnly("none", "100", "all");
        assertThat(Files.readString(program.file("page.html"))).contains("ranked", "get=5,put=1");
    }

    @Thorough("four processes; CompareCommandTest compares what was run, and has such a plan run")
    @Test
    void twoEnginesAreComparedSideBySide() {
        program.run(volume("rocksdb,lmdb", "--label", "pair", "--plan", "compare", "--repeat", "2", "--mix",
                "get=5,update=1", "--interval", "100ms")).ok();
        assertThat(program.iterations("pair")).hasSize(4).allMatch(i -> i.state() == IterationState.DONE);
        Ran compared = program.run("compare", "pair", "rocksdb", "lmdb").ok();
        List<String> heading = compared.table().getFirst();
        List<String> first = compared.table().get(1);
        assertThat(first.get(heading.indexOf("base"))).contains("rocksdb");
        assertThat(first.get(heading.indexOf("measure"))).isEqualTo("operations-per-second");
        assertThat(program.run("compare", "pair", "--by", "targt").status()).isEqualTo(ExitStatus.BAD_INPUT);
    }

    @Test
    void theFilesOfBashoBenchHaveOneForEachOperation() {
        program.run(volume("rocksdb", "--label", "basho", "--mix", "get=2,update-indexed=1")).ok();
        program.run("export", "basho", "--format", "basho", "--to", program.file("tests").toString()).ok();
        assertThat(program.file("tests").toFile().list()).containsExactlyInAnyOrder("summary.csv", "get_latencies.csv",
                "update-indexed_latencies.csv");
    }

    @Test
    void expectationsAndMissingKeysDecideTheExitStatus() {
        Ran met = program.run(volume("rocksdb", "--preload", "all", "--expect", "not-found=0", "--expect",
                "failures=0"));
        assertThat(met.status()).isEqualTo(ExitStatus.DONE);
        assertThat(met.err()).endsWith("2 of 2 expected bounds are met.\n");
        Ran missed = program.run(volume("rocksdb", "--preload", "none", "--expect", "not-found=0"));
        assertThat(missed.status()).isEqualTo(ExitStatus.MISSED);
        assertThat(missed.err()).contains("not-found");
        Ran invalid = program.run(volume("rocksdb", "--label", "strict", "--preload", "none", "--not-found",
                "failure"));
        assertThat(invalid.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(program.states("strict")).containsExactly(IterationState.INVALID);
    }

    @Test
    void whatCannotBeIsToldInOneLineBeforeAnythingRuns() {
        assertThat(program.refused(volume("rocksdb", "--mix", "gett=1"))).startsWith(
                "--mix: unknown operation 'gett' (did you mean 'get'?); there are get, head, put");
        assertThat(program.refused(volume("rocksdb", "--preset", "ycsb-g")))
                .startsWith("--preset: unknown preset 'ycsb-g' (did you mean 'ycsb-");
        assertThat(program.refused(volume("rocksdb", "--keys", "zipfan")))
                .startsWith("--keys: 'zipfan' is not one of").contains("(did you mean 'zipf'?)");
        assertThat(program.refused(volume("rocksdb", "--preload", "500")))
                .endsWith("preload: 500 keys are more than there "
                + "are, key-count: 400; write preload: all for all of them");
        assertThat(program.refused(volume("rocksdb", "--preload", "half")))
                .endsWith("preload: 'half' is not a share or count; write it as 50%, 500k, all or none");
        assertThat(program.refused(volume("rocksdb", "--preload", "none", "--keys", "latest", "--mix",
                "get=1,insert=1")))
                .endsWith("it needs preload: all");
        assertThat(program.refused(volume("file", "--mix", "get=1"))).contains("file");
        assertThat(program.refused(volume("rocksdb", "--duration", "1s", "--duration", "2s"))).isEqualTo(
                "option '--duration' should be given only once; separate several values by commas");
        assertThat(program.refused(volume("rocksdb", "--mxi", "get=1"))).contains("(did you mean '--mix'");
        assertThat(program.iterations("volume")).isEmpty();
    }
}
