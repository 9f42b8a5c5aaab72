package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The workloads on a real Redis, from the command line through the runner. */
@ByTurns(days = 10, heldBy = {"RedisTroubleTest", "RedisKeyValuesTest", "RedisIndexTest", "RedisDocumentsTest"})
@Timeout(600)
class RedisCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void start() throws IOException {
        program = new Program(folder);
        program.run("rig", "start", "redis").ok();
    }

    @AfterEach
    void stop() {
        program.run("rig", "stop", "redis").ok();
        program.close();
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    private static String setting(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text).orElseThrow();
    }

    @Test
    void volumeWithIndexesAndScansOfSeveralInstancesIsVerified() {
        program.run("volume", "--target", "redis", "--label", "all", "--ordered-keys", "true", "--instances", "2",
                "--workers", "4", "--key-count", "400", "--preload", "200", "--value-size", "200B", "--duration", "none",
                "--operations", "2000", "--warm-up", "none", "--verify", "all", "--index-groups", "20", "--index-days",
                "50", "--scan-length", "5", "--mix", "get=4,head=1,put=2,insert=1,update=2,update-indexed=1,"
                + "index-query=1,group-query=1,scan=1,delete=1").ok();
        Iteration run = program.iterations("all").getFirst();
        assertThat(run.state()).isEqualTo(IterationState.DONE);
        assertThat(value(run, "failures")).isZero();
        assertThat(value(run, "rows-per-scan")).isPositive();
        assertThat(value(run, "rows-per-index-query")).isPositive();
        assertThat(value(run, "commands")).isGreaterThan(2000);
        assertThat(setting(run, "engine")).isEqualTo("Redis 7.0.15");
        assertThat(setting(run, "server-appendonly")).isEqualTo("yes");
        assertThat(setting(run, "server-appendfsync")).isEqualTo("everysec");
    }

    /** Each point finds the server as it wants it, and afterwards it is as it was asked for. */
    @Test
    void settingsOfTheServerAreVariedAndSavedBesideTheLoad() {
        String before = rigSettings();
        String[] line = {"--verbose", "volume", "--workers", "2", "--key-count", "100", "--value-size", "200B",
            "--duration", "1500ms", "--warm-up", "none", "--append-fsync", "always,no", "--label"};
        Ran ran = program.run(with(line, "sync", "--target", "redis", "--background", "save")).ok();
        assertThat(ran.err()).contains("The server of rig redis was started anew, with append-fsync always;");
        assertThat(program.iterations("sync")).extracting(i -> setting(i, "append-fsync") + " "
                + setting(i, "server-appendfsync")).containsExactlyInAnyOrder("always always", "no no");
        assertThat(program.iterations("sync")).allMatch(i -> value(i, "background-completed") >= 1);
        assertThat(rigSettings()).isEqualTo(before);
        program.run("target", "add", "mine", "--driver", "redis", "--address", "127.0.0.1:1").ok();
        String[] quiet = Arrays.copyOfRange(line, 1, line.length);
        assertThat(program.refused(with(quiet, "refused", "--target", "mine"))).isEqualTo("append-fsync: target 'mine' "
                + "is not the server of a rig, and Tidemark starts no other server anew; a command of your own can, "
                + "before each iteration: prepare: ./set-and-restart.sh {append-fsync}");
        assertThat(program.refused("volume", "--target", "mine", "--background", "fill at=1s for=1s")).isEqualTo(
                "background: fill: target 'mine' is not the server of a rig, and Tidemark disturbs no other; a program of "
                + "your own can: fault at=10s run='...'");
        assertThat(program.refused("volume", "--target", "redis", "--background", "freeze at=1s for=1s")).isEqualTo(
                "background: freeze: the data of rig redis are on a disk that others need; give it one of its own: "
                + "tidemark rig stop redis && tidemark rig start redis --disk 1GiB");
        assertThat(program.refused("volume", "--target", "redis", "--background", "reindex")).isEqualTo(
                "background: target 'redis' cannot do reindex: driver redis has only save");
    }

    private String rigSettings() {
        return program.run("rig", "status", "redis").ok().table().get(1).get(4);
    }

    @Test
    void documentsAreTakenInAndVerified() {
        program.run("ingest", "--target", "redis", "--label", "in", "--documents", "2000", "--payload", "500B",
                "--batch-size", "1,20", "--workers", "2", "--verify", "all").ok();
        assertThat(program.states("in")).containsExactly(IterationState.DONE, IterationState.DONE);
        assertThat(program.iterations("in")).allMatch(i -> value(i, "failures") == 0);
    }

    @Test
    void randomIoKeepsSeveralOperationsInProgress() {
        program.run("dataset", "create", "small", "--target", "redis", "--keyspaces", "2", "--documents", "400",
                "--value-size", "512B").ok();
        program.run("random-io", "--target", "redis", "--dataset", "small", "--label", "io", "--workers", "2",
                "--duration", "1h", "--operations", "4000", "--warm-up", "none", "--queue-depth", "1,32",
                "--read-percent", "50").ok();
        assertThat(program.states("io")).containsExactly(IterationState.DONE, IterationState.DONE);
        assertThat(program.iterations("io")).allMatch(i -> value(i, "failures") == 0 && value(i, "read.p99") > 0);
        assertThat(program.run("dataset", "verify", "small").ok().err()).contains("400 values are as they were stored");
        assertThat(program.run("dataset", "list").ok().table().get(1)).startsWith("small", "redis", "2", "400", "512 bytes",
                "filled").last().asString().startsWith("tidemark at 127.0.0.1:");
        program.run("dataset", "drop", "small").ok();
        assertThat(program.run("dataset", "list").ok().table()).hasSize(1);
    }

    /** The certificate is checked unless somebody says that it need not be, and that is recorded. */
    @Test
    void connectionsAreEncryptedAndTheServerIsChecked() {
        program.run("rig", "stop", "redis").ok();
        program.run("rig", "start", "redis", "--tls", "true").ok();
        String[] line = {"volume", "--target", "redis", "--workers", "2", "--key-count", "100", "--value-size", "200B",
            "--duration", "none", "--operations", "500", "--warm-up", "none", "--verify", "all", "--label"};
        program.run(with(line, "checked")).ok();
        assertThat(setting(program.iterations("checked").getFirst(), "tls")).isEqualTo("true");
        Ran unknown = program.run(with(line, "unknown", "--tls-authority", "known"));
        assertThat(unknown.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(unknown.err()).contains("no connection to 127.0.0.1:").contains("certification path");
        program.run(with(line, "unchecked", "--tls-authority", "known", "--insecure", "true")).ok();
        assertThat(setting(program.iterations("unchecked").getFirst(), "insecure")).isEqualTo("true");
        Ran plain = program.run(with(line, "plain", "--tls", "false", "--tls-authority", "known", "--connect-timeout",
                "500ms"));
        assertThat(plain.status()).isEqualTo(ExitStatus.FAILED);
    }

    private static String[] with(String[] line, String... more) {
        return Stream.concat(Stream.of(line), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void aServerThatIsNotThereIsOneLine() {
        program.run("target", "add", "gone", "--driver", "redis", "--address", "127.0.0.1:1").ok();
        Ran ran = program.run("volume", "--target", "gone", "--label", "gone", "--duration", "1s");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("no connection to 127.0.0.1:1");
    }
}
