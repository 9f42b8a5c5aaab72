package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.os.Posix;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every rig must keep, with its real server, on Linux. What is the launcher's own and the same for all is in
 * {@link WholeRigContract}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RigContract {

    private static final int PATIENCE_SECONDS = 30;
    static final String OF_ROOT = "refuses to run as root";

    final String name;
    RigLauncher launcher;
    Path root;
    Rig rig;

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

    final Values values(String... pairs) {
        Values values = rig.params().defaults();
        for (int i = 0; i < pairs.length; i += 2) {
            values = values.with(pairs[i], pairs[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    final Started start(String... pairs) throws InterruptedException {
        try {
            return launcher.start(rig, values(pairs), RigListener.NONE);
        } catch (RigException e) {
            Assumptions.assumeFalse(e.getMessage().contains(OF_ROOT), e.getMessage());
            throw new AssertionError(e.getMessage(), e);
        }
    }

    final Path home() {
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
        RunningServer started = start().server();
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isFalse();
        assertThat(launcher.status(rig).process()).hasValue(started.process());
        assertThat(launcher.change(rig, other, RigListener.NONE)).isTrue();
        assertEnded(started.process());
        RigStatus changed = launcher.status(rig);
        assertThat(changed.state()).isEqualTo(State.RUNNING);
        assertThat(changed.address()).isEqualTo(started.address());
        assertThat(changed.settings()).containsAllEntriesOf(other);
        assertThat(launcher.change(rig, other, RigListener.NONE)).isFalse();
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isTrue();
        assertThat(launcher.status(rig).settings()).isEqualTo(started.settings());
    }

    /** The group is there as long as the server, and goes with it. */
    @Test
    void itsProcessesAreHeldToTheMemoryThatTheyMayUse() throws Exception {
        assumeGroups();
        RunningServer started = start("server-memory", "2GiB").server();
        assertThat(memoryOf(started.process())).hasValue(2L << 30);
        Path group = Path.of(Files.readString(home().resolve("memory-group")).strip());
        assertThat(group).isDirectory();
        assertThat(Environment.dropPageCache(List.of(new ServerProcess(started.process(), "", List.of())))).isTrue();
        assertThat(launcher.status(rig).state()).as("it runs on").isEqualTo(State.RUNNING);
        Path readBefore = Files.write(home().resolve("data").resolve("read-before"), new byte[8 << 20]);
        assertThat(launcher.change(rig, Map.of("server-memory", "3GiB"), RigListener.NONE)).isTrue();
        assertThat(group).doesNotExist();
        boolean inMemory = List.of("tmpfs", "ramfs").contains(Files.getFileStore(readBefore).type());
        assertThat(isCached(readBefore)).as("beyond what it may use").isEqualTo(inMemory);
        Files.delete(readBefore);
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

    private static boolean isCached(Path file) throws IOException {
        Posix posix = new Posix();
        int descriptor = posix.open(file, Posix.RDONLY);
        try {
            long pages = posix.cachedPages(descriptor, Files.size(file));
            assertThat(pages).as("the kernel tells").isNotNegative();
            return pages > 2; // a few may stay, as of what is being written
        } finally {
            posix.close(descriptor);
        }
    }

    private static Optional<Long> memoryOf(long process) {
        return Environment.memoryLimit(List.of(new ServerProcess(process, "", List.of())));
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
        String ending = String.format(Locale.ROOT, ":%04X", port);
        for (String table : List.of("tcp", "tcp6")) {
            List<String> listening = Files.readAllLines(Path.of("/proc/net", table)).stream()
                    .map(line -> line.strip().split("\\s+")).filter(f -> f[3].equals("0A") && f[1].endsWith(ending))
                    .map(f -> f[1]).toList();
            assertThat(listening).isEqualTo(table.equals("tcp") ? List.of("0100007F" + ending) : List.of());
        }
    }

    static int port(RunningServer server) {
        return Integer.parseInt(server.address().split(":")[1]);
    }

    @Test
    void killedServerIsReportedAndStartedAgain() throws Exception {
        RunningServer first = start().server();
        kill(first.process());
        assertThat(launcher.status(rig).state()).isEqualTo(State.CRASHED);
        Started again = start();
        assertThat(again.already()).isFalse();
        assertThat(again.server().process()).isNotEqualTo(first.process());
        assertThat(again.server().address()).isEqualTo(first.address());
        assertThat(launcher.status(rig).state()).isEqualTo(State.RUNNING);
    }

    static void kill(long pid) throws Exception {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        assertEnded(pid);
    }

    /** One that has just ended is there until this process, whose child it may be, has taken note. */
    static void assertEnded(long pid) throws Exception {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        while (threads(pid) > 1) { // the first may have ended before others, which still hold the server's sockets
            Thread.onSpinWait();
        }
    }

    private static int threads(long pid) {
        String[] threads = Path.of("/proc", String.valueOf(pid), "task").toFile().list();
        return threads == null ? 0 : threads.length;
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
}
