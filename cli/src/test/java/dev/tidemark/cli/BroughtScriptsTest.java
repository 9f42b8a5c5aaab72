package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workload script from the command line: what people bring from elsewhere. */
class BroughtScriptsTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void start() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void stop() {
        program.close();
    }

    private String file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    private static String setting(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text).orElseThrow();
    }

    @Test
    void flagsOfPgbenchAndTheFilesOfAMigrationToolAreUnderstood() throws IOException {
        file("migrations/V10__more.sql", "INSERT INTO shop VALUES (2);");
        file("migrations/V2__shop.sql", "INSERT INTO shop VALUES (1);\n-- migrate:down\nDROP TABLE shop;\n");
        file("migrations/V1__shop.sql", "CREATE TABLE shop (id int);");
        file("migrations/U1__shop.sql", "DROP TABLE shop;");
        file("migrations/R__view.sql", "CREATE VIEW shops AS SELECT id + 1 AS id FROM shop;");
        String a = file("a.sql", "SELECT sum(id) AS s FROM shops \\gset\n\\if :s <> :n + :m + :scale\n"
                + "SELECT * FROM wrong;\n\\endif\n");
        String b = file("b.sql", "SELECT 1;\n");
        program.run("script", "--target", "sqlite", "--label", "brought", "-f", a + "@3", "-f", b, "-D", "n=1", "-D", "m=1",
                "-s", "3", "--set-up", folder.resolve("migrations").toString(), "--operations", "40", "--duration", "none",
                "--warm-up", "none", "--workers", "1").ok();
        Iteration run = program.iterations("brought").getFirst();
        assertThat(setting(run, "script")).matches("\\Q" + a + "\\E#[0-9a-f]{8}@3;\\Q" + b + "\\E#[0-9a-f]{8}");
        assertThat(setting(run, "define")).isEqualTo("m=1;n=1");
        assertThat(program.refused("script", "-s", "3", "--scale", "3")).contains("scale is given as");
        assertThat(program.refused("script", "--target", "sqlite", "--script", b, "--set-up", "nowhere"))
                .contains("set-up: there is no file or folder nowhere");
    }

    @Test
    void commandLinesOfPgbenchAndSysbenchMeanWhatTheyMeanThere() throws IOException {
        program.run("script", "--target", "sqlite", "--label", "pgbench", "-c2", "-T60", "-R5000", "-b", "select-only@3", "-N",
                "--operations", "20", "--warm-up", "none"); // on a busy machine it is late, and invalid
        Iteration pgbench = program.iterations("pgbench").getFirst();
        assertThat(List.of(setting(pgbench, "workers"), setting(pgbench, "duration"), setting(pgbench, "rate"),
                setting(pgbench, "script"))).containsExactly("2", "1m", "5k/s", "select-only@3;simple-update");
        program.run("script", "--target", "sqlite", "--label", "sysbench", "--script", file("one.sql", "SELECT 1;"),
                "--threads=3", "--time=0", "--events=30", "--warm-up", "none").ok();
        Iteration sysbench = program.iterations("sysbench").getFirst();
        assertThat(List.of(setting(sysbench, "workers"), setting(sysbench, "duration"), setting(sysbench, "operations")))
                .containsExactly("3", "none", "30");
        assertThat(program.refused("script", "--target", "sqlite", "--script", "select-only", "-C"))
                .contains("reconnect: this driver has no connection");
    }

    @Test
    void whatOtherBenchmarksCallOtherwiseIsAnsweredInOneLine() {
        assertThat(program.refused("script", "-c", "8", "-j", "2", "-P5", "-t", "100")).startsWith("unknown option '-j': leave it "
                + "out: each worker is a thread · '-P': ").contains("'-t': of pgbench: write --operations N --duration none")
                .hasLineCount(1);
        assertThat(program.refused("script", "--report-interval=1", "--db-driver=mysql"))
                .contains("'--report-interval': leave it out", "'--db-driver': write --target mariadb");
        assertThat(program.refused("script", "-x")).isEqualTo("unknown option '-x'");
        assertThat(program.refused("ingest", "-j", "2")).isEqualTo("unknown option '-j'");
    }

    @Test
    void aLoadIsMeasuredByItsRowsAndEndsWithItsFile() throws IOException {
        String rows = file("rows.csv", "id,name\n" + "1,x\n".repeat(1000));
        String load = file("load.sql", "\\setup\nCREATE TABLE t (id int, name text);\n\\load " + rows
                + " INTO t\n\\finish index\nCREATE INDEX t_id ON t (id);\n");
        program.run("script", "--target", "sqlite", "--label", "load", "--script", load, "--batch-size", "100", "--workers", "2")
                .ok();
        Iteration run = program.iterations("load").getFirst();
        assertThat(setting(run, "duration")).isEqualTo("none");
        double rows1 = run.value("rows-per-second").orElseThrow().number();
        assertThat(run.value("finished-rows-per-second").orElseThrow().number()).isPositive().isLessThan(rows1);
        assertThat(run.value("finish-time").orElseThrow().number()).isPositive();
        assertThat(run.value("rows-written-per-script").orElseThrow().number()).isEqualTo(100);
        assertThat(run.value("elapsed").orElseThrow().number() * rows1).isCloseTo(1000, Percentage.withPercentage(1));
        assertThat(program.refused("script", "--target", "sqlite", "--script", load, "--duration", "5s"))
                .contains("duration has no meaning with \\load alone");
        assertThat(program.refused("script", "--target", "sqlite", "--script", load, "--way", "copy"))
                .contains("driver sqlite has no statement copy");
    }

    @Test
    void propertiesOfYcsbAreToldHowTheyAreRun() throws IOException {
        String properties = file("workloada", "# Yahoo! Cloud System Benchmark\nrecordcount=1000\noperationcount=2000\n"
                + "workload=site.ycsb.workloads.CoreWorkload\nreadallfields=true\nreadproportion=0.95\n"
                + "updateproportion=0.05\nscanproportion=0\ninsertproportion=0\nrequestdistribution=zipfian\n");
        String refusal = program.refused("run", properties);
        assertThat(refusal).contains("has YCSB's properties, which are run by: tidemark volume --target NAME --mix get=95,put=5 "
                + "--recordcount 1000 --operationcount 2000 --requestdistribution zipfian --duration none --value-size 1000 "
                + "--key-format text --preload all");
        String[] command = refusal.substring(refusal.indexOf("volume")).replace("NAME", "sqlite").split(" ");
        program.run(Stream.concat(Arrays.stream(command), Stream.of("--dry-run")).toArray(String[]::new)).ok();
    }

    @Test
    void whatTheCommandLeavesOutOfYcsbsPropertiesIsTold() throws IOException {
        String properties = file("mine", "recordcount=1000\nscanproportion=0.5\nreadproportion=0.5\nupdateproportion=0\n"
                + "requestdistribution=hotspot\nhotspotdatafraction=0.1\nhotspotopnfraction=0.9\ninsertstart=0\n"
                + "minscanlength=10\nfieldlengthdistribution=zipfian\n");
        String refusal = program.refused("run", properties);
        assertThat(refusal).contains("--mix get=5,scan=5 --recordcount 1000 --requestdistribution hotspot",
                "--hot-keys 10% --hot-traffic 90% --maxscanlength 1000 (without fieldlengthdistribution, minscanlength)");
        String[] command = refusal.substring(refusal.indexOf("volume"), refusal.indexOf(" (without"))
                .replace("NAME", "sqlite").split(" ");
        program.run(Stream.concat(Arrays.stream(command), Stream.of("--dry-run")).toArray(String[]::new)).ok();
    }
}
