package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import java.lang.ProcessBuilder.Redirect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Rigs by the command line, with a real Redis; what each rig does by itself its own module tests. */
@EnabledOnOs(OS.LINUX)
class RigCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void stop() {
        program.run("rig", "stop", "redis").ok();
        program.close();
    }

    private Path home() {
        return folder.resolve("results.db-rigs").resolve("redis");
    }

    private List<String> status() {
        return program.run("rig", "status", "redis").ok().table().get(1);
    }

    @Test
    void listsWhatThereIs() {
        List<List<String>> table = program.run("rig", "list").ok().table();
        assertThat(table.getFirst()).containsExactly("rig", "what it is");
        assertThat(table).extracting(List::getFirst).contains("postgres", "redis");
        String every = "Settings of every rig";
        assertThat(program.run("rig", "start", "--help").ok().out()).contains(every, "--tls [V]", "rig list")
                .doesNotContain("Settings of rig");
        assertThat(program.run("rig", "start", "redis", "--help").ok().out()).contains(every, "Settings of rig redis",
                "--append-fsync", "--nodes V").containsOnlyOnce("--directory V").doesNotContain("Settings of rig postgres");
        String all = program.run("rig", "start", "--help", "--all").ok().out();
        assertThat(all).contains(every, "Settings of rig postgres", "--shared-buffers");
        assertThat(all.substring(all.indexOf("Settings of rig redis"))).as("though another rig has one of its name")
                .containsPattern("(?m)^  --nodes V ");
        assertThat(program.refused("rig", "start", "redis", "--all")).startsWith("--all goes with --help");
    }

    @Test
    void serverOutlivesTheCommandUntilItIsStopped() throws Exception {
        Ran started = program.finish(program.start(program.command("rig", "start", "redis", "--append-fsync",
                "always"))).ok();
        List<String> status = status();
        assertThat(status).startsWith("redis", "running").contains("port=" + status.get(2).split(":")[1]
                + " append-fsync=always");
        assertThat(started.err()).contains("Rig redis runs on " + status.get(2) + ", process " + status.get(3) + ".");
        assertThat(program.run("rig", "start", "redis").ok().err()).contains("Rig redis runs already on "
                + status.get(2));
        assertThat(program.refused("rig", "start", "redis", "--append-fsync", "no")).isEqualTo(
                "append-fsync: rig redis runs already, with always; to change that, stop it first: "
                        + "tidemark rig stop redis");
        assertThat(program.run("rig", "stop", "redis").ok().err()).startsWith("Stopped redis;");
        assertThat(status()).startsWith("redis", "stopped", status.get(2), "");
        assertThat(program.run("rig", "stop", "redis").ok().err()).contains("Rig redis does not run.");
    }

    @Test
    void serverIsStoppedWhateverHasBecomeOfTheStore() throws Exception {
        program.run("rig", "start", "redis").ok();
        byte[] bytes = Files.readAllBytes(program.store());
        Arrays.fill(bytes, 100, 3000, (byte) 0x55); // the list of its tables
        Files.write(program.store(), bytes);
        assertThat(program.refused("list")).contains("it is damaged");
        assertThat(status()).startsWith("redis", "running");
        assertThat(program.run("rig", "stop", "redis").ok().err()).startsWith("Stopped redis;");
        assertThat(status()).startsWith("redis", "stopped");
    }

    @Test
    void passwordIsInNothingThatIsSaidOrStored() throws Exception {
        Ran started = program.run("--verbose", "rig", "start", "redis").ok();
        String password = Files.readString(home().resolve("password")).strip();
        Ran status = program.run("rig", "status").ok();
        Ran targets = program.run("target", "list").ok();
        assertThat(started.out() + started.err() + status.out() + status.err() + targets.out())
                .doesNotContain(password);
        Set<String> holders = new HashSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(password)) {
                    holders.add(file.getFileName().toString());
                }
            }
        }
        assertThat(holders).containsExactlyInAnyOrder("password", "redis.conf");
    }

    @Test
    void twoCommandsAtOnceStartOneServer() throws Exception {
        List<Process> both = List.of(starter("1"), starter("2"));
        for (Process process : both) {
            assertThat(process.waitFor()).isZero();
        }
        String said = Files.readString(folder.resolve("said1")) + Files.readString(folder.resolve("said2"));
        assertThat(said).containsOnlyOnce("runs on").containsOnlyOnce("runs already on");
        assertThat(said.split("process " + status().get(3) + "\\.", -1)).as(said).hasSize(3);
    }

    private Process starter(String name) throws IOException {
        return new ProcessBuilder(program.command("rig", "start", "redis")).redirectErrorStream(true)
                .redirectOutput(Redirect.to(folder.resolve("said" + name).toFile())).start();
    }

    /** Whenever a start is killed, no server is left of which nobody knows, and the next start ends with one. */
    @Test
    void startThatIsKilledIsTakenOver() throws Exception {
        Process starter = starter("1");
        Program.await("the server's process", () -> Files.exists(home().resolve("process")) || !starter.isAlive());
        starter.destroyForcibly().waitFor();
        assertThat(program.run("rig", "status", "redis").ok().table().get(1).get(1)).isIn("running", "silent");
        String process = status().get(3);
        assertThat(program.run("rig", "start", "redis").ok().err()).contains("process " + process + ".");
    }

    @Test
    void whatCannotBeUsedIsSaidInOneLine() throws Exception {
        assertThat(program.refused("rig", "start", "redi")).isEqualTo("unknown rig 'redi' (did you mean 'redis'?)");
        assertThat(program.refused("rig", "stop", "redi")).isEqualTo("unknown rig 'redi' (did you mean 'redis'?)");
        assertThat(program.refused("rig", "start", "redis", "--nodes", "2", "--cluster-replicas", "1"))
                .isEqualTo("cluster-replicas: a replica takes a server's place where two others of a cluster agree; say "
                        + "nodes: 3 or more");
        assertThat(program.refused("rig", "start", "redis", "--shared-buffers", "1MB"))
                .startsWith("unknown param 'shared-buffers'");
        assertThat(program.refused("rig", "start", "redis", "--server-version", "1.0")).isEqualTo(
                "server-version: Redis 1.0 is not among those that can be fetched: 7.0.15, 6.2.11");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(program.refused("rig", "start", "redis", "--port", String.valueOf(taken.getLocalPort())))
                    .startsWith("port: another process listens on " + taken.getLocalPort());
        }
        Ran ran = program.run("rig", "start", "redis", "--directory", "/proc/nowhere");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).startsWith("rig redis: /proc/nowhere").hasLineCount(1);
        assertThat(status()).startsWith("redis", "stopped");
    }
}
