package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver of the guide, compiled against the program and put into the user's data folder. */
class DriverFromOutsideTest {

    private static final Path SOURCES = ManualPage.ROOT.resolve("examples/driver-etcd/src/main");

    @TempDir
    private Path folder;
    private Program program;
    private Process server;

    @BeforeEach
    void compileAndPut() throws IOException {
        program = new Program(folder);
        Path classes = folder.resolve("classes");
        List<String> javac = new ArrayList<>(List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d",
                classes.toString()));
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(javac::add);
        }
        use("javac", javac);
        Path drivers = folder.resolve("data/tidemark/drivers");
        Files.createDirectories(drivers.resolve("empty"));
        Files.createDirectories(drivers.resolve("etcd"));
        use("jar", List.of("--create", "--file", drivers.resolve("etcd/etcd.jar").toString(), "-C", classes.toString(),
                ".", "-C", SOURCES.resolve("resources").toString(), "META-INF"));
    }

    private static void use(String tool, List<String> words) {
        assertThat(ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, words.toArray(String[]::new)))
                .isZero();
    }

    @AfterEach
    void end() {
        if (server != null) {
            server.destroyForcibly().onExit().join();
        }
        program.close();
    }

    private Ran run(String... args) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program.command(args)).redirectOutput(program.file("out").toFile())
                .redirectError(program.file("err").toFile());
        builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
        return program.finish(builder.start());
    }

    @Test
    void itIsListedBesideTheOthersAndOneThatCannotBeUsedIsNamed() throws Exception {
        Ran listed = run("drivers");
        assertThat(listed.ok().table()).contains(List.of("etcd", "etcd, the key-value store of Kubernetes."))
                .extracting(List::getFirst).contains("rocksdb");
        String unusable = "driver 'empty' in " + folder.resolve("data/tidemark/drivers/empty")
                + " cannot be used: no jar in it has a driver";
        assertThat(listed.err().strip()).isEqualTo(unusable + ".");
        Ran refused = run("volume", "--target", "empty");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err().strip()).endsWith(unusable);
    }

    @ByTurns(days = 10, heldBy = "DriverFromOutsideTest.itIsListedBesideTheOthersAndOneThatCannotBeUsedIsNamed")
    @Test
    void itRunsInARunnerOfItsOwnAndIsMeasuredAsTheOthersAre() throws Exception {
        Path etcd = Path.of("/usr/bin/etcd");
        Assumptions.assumeTrue(Files.isExecutable(etcd), "etcd is not installed");
        List<Integer> ports = FreePorts.find(2);
        int port = ports.getFirst();
        String peers = "http://127.0.0.1:" + ports.getLast();
        String clients = "http://127.0.0.1:" + port;
        server = new ProcessBuilder(etcd.toString(), "--data-dir", folder.resolve("etcd").toString(),
                "--listen-client-urls", clients, "--advertise-client-urls", clients, "--listen-peer-urls", peers,
                "--initial-advertise-peer-urls", peers, "--initial-cluster", "default=" + peers)
                .redirectErrorStream(true).redirectOutput(folder.resolve("etcd.log").toFile()).start();
        Program.await("etcd", () -> answers(port));
        String address = "127.0.0.1:" + port;
        Ran volume = run("volume", "--target", "etcd", "--address", address, "--label", "e", "--duration", "none",
                "--operations", "200", "--key-count", "300", "--preload", "all", "--value-size", "100B", "--mix",
                "get=5,put=2,delete=1,scan=1", "--workers", "2");
        volume.ok();
        assertThat(program.states("e")).hasToString("[DONE]");
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
