package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.rig.TlsFiles;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.MemoryCgroups;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigLauncher.Started;
import dev.tidemark.launch.rig.RigListener;
import dev.tidemark.launch.rig.RigStatus;
import dev.tidemark.launch.rig.RigStatus.State;
import dev.tidemark.launch.rig.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What every rig must keep, with its real server, on Linux. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RigContract {

    private static final int PATIENCE_SECONDS = 30;
    private static final String OF_ROOT = "refuses to run as root";

    private final String name;
    private RigLauncher launcher;
    private Path root;
    private Rig rig;

    protected RigContract(String name) {
        this.name = name;
    }

    /** A version that is not published, in the form of one that is. */
    protected abstract String unpublishedVersion();

    /** A setting that is no default, for which a server that runs must be started anew. */
    protected abstract Map.Entry<String, String> another();

    /** So little memory that the server cannot start; empty where it starts with the least that can be set. */
    protected Optional<String> tooLittleMemory() {
        return Optional.empty();
    }

    @BeforeAll
    void unpackOnce(@TempDir Path folder) throws Exception {
        root = folder;
        rig = Rigs.named(name);
        launcher = new RigLauncher(folder, Clock.system(), new MavenArtifacts());
    }

    @AfterEach
    void stop() throws Exception {
        launcher.stop(rig);
        assertThat(launcher.status(rig).state()).isEqualTo(State.STOPPED);
    }

    private Values values(String... pairs) {
        Values values = rig.params().defaults();
        for (int i = 0; i < pairs.length; i += 2) {
            values = values.with(pairs[i], pairs[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    private Started start(String... pairs) throws InterruptedException {
        try {
            return launcher.start(rig, values(pairs), RigListener.NONE);
        } catch (RigException e) {
            Assumptions.assumeFalse(e.getMessage().contains(OF_ROOT), e.getMessage());
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private Path home() {
        return root.resolve(name);
    }

    @Test
    void declaresTheSettingsOfEveryRig() {
        List<String> names = rig.params().all().stream().map(Param::name).toList();
        assertThat(names).contains("server-version", "port", "tls", "directory", "server-memory");
        assertThat(rig.artifact(values(), new Platform("linux", "amd64")).toString()).isNotEmpty();
        assertThatThrownBy(() -> rig.artifact(values(), new Platform("solaris", "sparc")))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("solaris-sparc");
    }

    @Test
    void startsAnswersAndStops() throws Exception {
        Started started = start();
        RunningServer server = started.server();
        assertThat(started.already()).isFalse();
        RigStatus status = launcher.status(rig);
        assertThat(status.state()).isEqualTo(State.RUNNING);
        assertThat(status.process()).hasValue(server.process());
        assertThat(status.address()).isEqualTo(server.address()).startsWith("127.0.0.1:");
        assertThat(launcher.stop(rig)).isTrue();
        assertEnded(server.process());
        assertThat(launcher.stop(rig)).isFalse();
    }

    /** An experiment wants it otherwise for a while; what the user asked for is known all the same. */
    @Test
    void isStartedAnewWithOtherSettingsAndAgainAsItWas() throws Exception {
        Map<String, String> other = Map.ofEntries(another());
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).as("it does not run").isFalse();
        assertThatThrownBy(() -> launcher.change(rig, other, RigListener.NONE)).isInstanceOf(RigException.class)
                .hasMessage("rig " + name + " does not run; start it: tidemark rig start " + name);
        RunningServer asked = start().server();
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isFalse();
        assertThat(launcher.status(rig).process()).hasValue(asked.process());
        assertThat(launcher.change(rig, other, RigListener.NONE)).isTrue();
        assertEnded(asked.process());
        RigStatus changed = launcher.status(rig);
        assertThat(changed.state()).isEqualTo(State.RUNNING);
        assertThat(changed.address()).isEqualTo(asked.address());
        assertThat(changed.settings()).containsAllEntriesOf(other);
        assertThat(launcher.change(rig, other, RigListener.NONE)).isFalse();
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isTrue();
        assertThat(launcher.status(rig).settings()).isEqualTo(asked.settings());
    }

    /** The group is there as long as the server, and goes with it. */
    @Test
    void itsProcessesAreHeldToTheMemoryThatTheyMayUse() throws Exception {
        assumeGroups();
        RunningServer asked = start("server-memory", "2GiB").server();
        assertThat(memoryOf(asked.process())).hasValue(2L << 30);
        Path group = Path.of(Files.readString(home().resolve("memory-group")).strip());
        assertThat(group).isDirectory();
        assertThat(Environment.dropPageCache(List.of(new ServerProcess(asked.process(), 0, List.of())))).isTrue();
        assertThat(launcher.status(rig).state()).as("it runs on").isEqualTo(State.RUNNING);
        assertThat(launcher.change(rig, Map.of("server-memory", "3GiB"), RigListener.NONE)).isTrue();
        assertThat(group).doesNotExist();
        assertThat(memoryOf(launcher.status(rig).process().orElseThrow())).hasValue(3L << 30);
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isTrue();
        assertThat(memoryOf(launcher.status(rig).process().orElseThrow())).hasValue(2L << 30);
        Path last = Path.of(Files.readString(home().resolve("memory-group")).strip());
        launcher.stop(rig);
        assertThat(last).doesNotExist();
        assertThat(home().resolve("memory-group")).doesNotExist();
    }

    @Test
    void whatNeedsMoreMemoryIsNamed() throws Exception {
        assumeGroups();
        Optional<String> little = tooLittleMemory();
        Assumptions.assumeTrue(little.isPresent(), "it starts with the least that can be set");
        assertThatThrownBy(() -> launcher.start(rig, values("server-memory", little.get()), RigListener.NONE))
                .isInstanceOf(RigException.class).hasMessageContaining("needed more than its server-memory");
    }

    private static Optional<Long> memoryOf(long process) {
        return Environment.memoryLimit(List.of(new ServerProcess(process, 0, List.of())));
    }

    private static void assumeGroups() {
        try {
            MemoryCgroups.system(Clock.system()).check("memory-limit", 64 << 20);
        } catch (InvalidInputException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
    }

    @Test
    void targetSaysWhereThePasswordIs() throws Exception {
        RunningServer server = start().server();
        Path password = home().resolve("password");
        assertThat(server.target()).containsEntry("address", server.address())
                .containsEntry("password", "file:" + password);
        assertThat(Files.getPosixFilePermissions(password)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        String secret = Files.readString(password).strip();
        assertThat(secret).hasSizeGreaterThan(20);
        assertThat(ProcessHandle.of(server.process()).orElseThrow().info().commandLine().orElse(""))
                .doesNotContain(secret);
        assertThat(Files.readString(server.log())).doesNotContain(secret);
    }

    /** As the kernel lists them in hexadecimal: address, port, and 0A for listening. */
    @Test
    void listensOnThisMachineOnly() throws Exception {
        int port = port(start().server());
        String ending = ":%04X".formatted(port);
        for (String table : List.of("tcp", "tcp6")) {
            List<String> listening = Files.readAllLines(Path.of("/proc/net", table)).stream()
                    .map(line -> line.strip().split("\\s+")).filter(f -> f[3].equals("0A") && f[1].endsWith(ending))
                    .map(f -> f[1]).toList();
            assertThat(listening).isEqualTo(table.equals("tcp") ? List.of("0100007F" + ending) : List.of());
        }
    }

    private static int port(RunningServer server) {
        return Integer.parseInt(server.address().split(":")[1]);
    }

    @Test
    void startingTwiceLeavesItAsItIs() throws Exception {
        RunningServer first = start().server();
        Started second = start();
        assertThat(second.already()).isTrue();
        assertThat(second.server()).isEqualTo(first);
        assertThatThrownBy(() -> launcher.start(rig, values("tls", "true"), RigListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("tls: rig " + name + " runs already, with false; to change that, stop it first: "
                        + "tidemark rig stop " + name);
        assertThat(launcher.status(rig).process()).hasValue(first.process());
    }

    @Test
    void addressAndPasswordStay() throws Exception {
        RunningServer first = start().server();
        String password = Files.readString(home().resolve("password"));
        launcher.stop(rig);
        assertThat(start().server().address()).isEqualTo(first.address());
        assertThat(Files.readString(home().resolve("password"))).isEqualTo(password);
    }

    @Test
    void twoStartsAtOnceStartOne() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Callable<Started> start = this::start;
            List<Future<Started>> both = threads.invokeAll(List.of(start, start));
            Started one = both.get(0).get();
            Started other = both.get(1).get();
            assertThat(one.server()).isEqualTo(other.server());
            assertThat(List.of(one.already(), other.already())).containsExactlyInAnyOrder(false, true);
        }
    }

    @Test
    void killedServerIsToldAndStartedAgain() throws Exception {
        RunningServer first = start().server();
        kill(first.process());
        assertThat(launcher.status(rig).state()).isEqualTo(State.CRASHED);
        Started again = start();
        assertThat(again.already()).isFalse();
        assertThat(again.server().process()).isNotEqualTo(first.process());
        assertThat(again.server().address()).isEqualTo(first.address());
        assertThat(launcher.status(rig).state()).isEqualTo(State.RUNNING);
    }

    private static void kill(long pid) throws Exception {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        assertEnded(pid);
    }

    /** One that has just ended is there until this process, whose child it may be, has taken note. */
    private static void assertEnded(long pid) throws Exception {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** The starter was killed in between: the server has recorded itself, and the next start waits for its answer. */
    @Test
    void serverOfAnotherLauncherIsJoinedAndStopped() throws Exception {
        RunningServer server = start().server();
        RigLauncher other = new RigLauncher(root, Clock.system(), (a, l) -> {
            throw new AssertionError("nothing is fetched for a server that runs");
        });
        assertThat(other.start(rig, values(), RigListener.NONE)).isEqualTo(new Started(server, true));
        assertThat(other.stop(rig)).isTrue();
        assertEnded(server.process());
    }

    /** The number was the server's once, and is another process's by now. */
    @Test
    void processThatIsNotTheServerIsNotTouched() throws Exception {
        RunningServer server = start().server();
        Path process = home().resolve("process");
        String recorded = Files.readString(process);
        launcher.stop(rig);
        Process innocent = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(process,
                    recorded.replace("\n" + server.process() + " ", "\n" + innocent.pid() + " "));
            assertThat(launcher.status(rig).state()).isEqualTo(State.CRASHED);
            assertThat(launcher.stop(rig)).isFalse();
            Files.writeString(process, "00000000-aaaa\n"
                    + Files.readString(Path.of("/proc", String.valueOf(innocent.pid()), "stat")));
            assertThat(start().already()).as("the same process in an earlier boot").isFalse();
            launcher.stop(rig);
            assertThat(innocent.isAlive()).isTrue();
        } finally {
            innocent.destroyForcibly();
        }
    }

    /** Workers of a killed server, and commands of a killed start, run programs out of the rig's own folder. */
    @Test
    void whatACrashLeftIsEnded() throws Exception {
        start();
        launcher.stop(rig);
        Path program = Files.copy(Path.of("/bin/sleep").toRealPath(), home().resolve("left"));
        Process left = new ProcessBuilder(program.toString(), "600").start();
        Process innocent = new ProcessBuilder("sleep", "600").directory(home().toFile()).start();
        try {
            start();
            assertThat(left.waitFor()).isNotZero();
            assertThat(innocent.isAlive()).isTrue();
        } finally {
            left.destroyForcibly();
            innocent.destroyForcibly();
            Files.delete(program);
        }
    }

    @Test
    void whatIsHalfUnpackedIsUnpackedAnew(@TempDir Path folder) throws Exception {
        RigLauncher breaking = new RigLauncher(folder, Clock.system(), new MavenArtifacts());
        Path home = Files.createDirectories(folder.resolve(name));
        String version = rig.artifact(values(), Platform.current()).version();
        String artifact = rig.artifact(values(), Platform.current()).artifactId();
        Path half = Files.createDirectories(home.resolve("program-" + artifact + "-" + version + ".new"));
        Files.writeString(half.resolve("half"), "of a file");
        try {
            assertThat(breaking.start(rig, values(), RigListener.NONE).already()).isFalse();
            assertThat(half).doesNotExist();
        } catch (RigException e) {
            Assumptions.assumeFalse(e.getMessage().contains(OF_ROOT), e.getMessage());
            throw e;
        } finally {
            breaking.stop(rig);
        }
    }

    @Test
    void speaksTlsWithACertificateOfItsOwn() throws Exception {
        RunningServer server = start(tls()).server();
        assertThat(server.target()).containsEntry("tls", "true");
        Path folder = home().resolve("tls");
        TlsFiles files = new TlsFiles(folder.resolve("authority.pem"), folder.resolve("server.pem"),
                folder.resolve("server.key"));
        assertThat(Files.getPosixFilePermissions(files.key())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        ServerPlace place = new ServerPlace(home(), home().resolve("data"), home().resolve("password"), port(server),
                Optional.of(files));
        rig.probe(values(tls()), place); // verifies the certificate
        ServerPlace plain = new ServerPlace(home(), place.data(), place.password(), place.port(), Optional.empty());
        assertThatThrownBy(() -> rig.probe(values(), plain)).as("without TLS").isInstanceOf(IOException.class);
        TlsFiles others = new TlsFiles(foreignAuthority(folder), files.certificate(), files.key());
        assertThatThrownBy(() -> rig.probe(values(tls()), new ServerPlace(home(), place.data(), place.password(),
                place.port(), Optional.of(others)))).as("of another authority").isInstanceOf(IOException.class);
    }

    /** The settings for TLS. */
    protected String[] tls() {
        return new String[] {"tls", "true"};
    }

    /** Another certificate that is no less one: the first of Java's own. */
    private static Path foreignAuthority(Path folder) throws Exception {
        KeyStore trusted = KeyStore.getInstance(
                Path.of(System.getProperty("java.home"), "lib", "security", "cacerts").toFile(), (char[]) null);
        byte[] bytes = trusted.getCertificate(trusted.aliases().nextElement()).getEncoded();
        return Files.writeString(folder.resolveSibling("foreign.pem"), "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END CERTIFICATE-----\n");
    }

    @Test
    void versionThatIsNotPublishedIsRefused() {
        assertThatThrownBy(() -> launcher.start(rig, values("server-version", unpublishedVersion()),
                RigListener.NONE)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(unpublishedVersion());
        assertThatThrownBy(() -> launcher.start(rig, values("server-version", "nonsense"), RigListener.NONE))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("nonsense");
    }

    @Test
    void diskThatCannotBeWrittenIsNamed() {
        assertThatThrownBy(() -> launcher.start(rig, values("directory", "/proc/nowhere"), RigListener.NONE))
                .isInstanceOf(RigException.class).hasMessageContaining("/proc/nowhere");
    }

    @Test
    void keepsItsDataWhereItIsTold(@TempDir Path disk) throws Exception {
        start("directory", disk.toString());
        assertThat(disk.resolve("tidemark-" + name)).isNotEmptyDirectory();
        launcher.stop(rig);
        start("directory", disk.toString());
    }

    @Test
    void folderOfOthersIsLeftAlone(@TempDir Path disk) throws Exception {
        Path others = Files.createDirectories(disk.resolve("tidemark-" + name));
        Files.writeString(others.resolve("thesis"), "mine");
        assertThatThrownBy(() -> launcher.start(rig, values("directory", disk.toString()), RigListener.NONE))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("does not belong to this rig");
        assertThat(others).isDirectoryContaining(p -> p.endsWith("thesis"));
        assertThat(others.toFile().list()).hasSize(1);
    }

    @Test
    void portThatIsTakenIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = String.valueOf(taken.getLocalPort());
            assertThatThrownBy(() -> launcher.start(rig, values(RigParams.PORT.name(), port), RigListener.NONE))
                    .isInstanceOf(InvalidInputException.class).hasMessageContaining("listens on " + port);
        }
    }

    /** Where the port of the last time is taken by now, another one is found. */
    @Test
    void otherServerOnItsPortIsNotTakenForIt() throws Exception {
        RunningServer server = start().server();
        kill(server.process());
        try (ServerSocket other = new ServerSocket(port(server), 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(launcher.status(rig).state()).isEqualTo(State.CRASHED);
            assertThat(start().server().address()).as("of the next start").isNotEqualTo(server.address());
            assertThat(other.isBound()).isTrue();
        }
    }
}
