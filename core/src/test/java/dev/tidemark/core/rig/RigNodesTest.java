package dev.tidemark.core.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes that sleep, in the place of servers, with the record that a rig has of its own. */
@EnabledOnOs(OS.LINUX)
class RigNodesTest {

    private static final ParamSet PARAMS = ConnectionParams.of(ConnectionParams.address("127.0.0.1:1"));

    @TempDir
    private Path home;

    private RigRecord rig;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void make() throws Exception {
        rig = new RigRecord(home);
        Files.writeString(home.resolve("password"), "secret\n");
        Files.writeString(rig.log(), "");
    }

    @AfterEach
    void end() throws Exception {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        rig.recorded().flatMap(p -> ProcessHandle.of(p.pid()).filter(_ -> p.isAlive()))
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    private Process start(boolean marked, Path folder, List<String> line) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        if (marked) {
            builder.environment().put(RigRecord.MARK, RigRecord.key(home));
        }
        started.add(builder.start());
        return started.getLast();
    }

    private Process server() throws Exception {
        return server(home);
    }

    private Process server(Path folder) throws Exception {
        Process server = start(true, folder, rig.recording(List.of("sleep", "1000")));
        while (rig.recorded().isEmpty() || !commandLine(server.pid()).startsWith("sleep")) {
            Thread.onSpinWait();
        }
        return server;
    }

    private static String commandLine(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
    }

    private Optional<RigNodes> nodes() {
        return RigNodes.of(target("file:" + home.resolve("password")));
    }

    private static Values target(String password) {
        return PARAMS.defaults().with(ConnectionParams.PASSWORD.name(), password, SettingOrigin.SET);
    }

    private static char state(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    @Test
    void theServerIsPausedAndGoesOn() throws Exception {
        long pid = server().pid();
        RigNodes.Node node = nodes().orElseThrow().node(Optional.empty());
        assertThat(node.pid()).isEqualTo(pid);
        node.pause();
        while ("SR".indexOf(state(pid)) >= 0) { // the signal is on its way
            Thread.onSpinWait();
        }
        assertThat(state(pid)).isEqualTo('T');
        node.resume();
        assertThat(state(pid)).isNotEqualTo('T');
    }

    @Test
    void oneThatWasKilledIsStartedAgainAsItWasAndIsTheRigsOwnThen() throws Exception {
        Process server = server();
        RigNodes.Node node = nodes().orElseThrow().node(Optional.of(1L));
        RigNodes.Start start = node.start();
        node.kill();
        assertThat(server.waitFor()).isEqualTo(128 + 9);
        assertThat(node.isAlive()).isFalse();
        assertThatThrownBy(() -> nodes().orElseThrow().node(Optional.empty()))
                .hasMessage("the rig's server does not run");
        ProcessHandle again = start.again();
        while (rig.recorded().filter(p -> p.pid() == again.pid()).isEmpty()
                || !commandLine(again.pid()).startsWith("sleep")) {
            Thread.onSpinWait();
        }
        assertThat(commandLine(again.pid())).isEqualTo("sleep\0001000\000");
        assertThat(nodes().orElseThrow().node(Optional.empty()).pid()).isEqualTo(again.pid());
        assertThat(rig.isOf(Path.of("/proc/" + again.pid()))).isTrue();
        again.destroyForcibly();
    }

    @Test
    void ofSeveralEachIsFoundByItsFolderAndNobodyElse() throws Exception {
        Path one = Files.createDirectories(home.resolve("data/node-1/db"));
        Path two = Files.createDirectories(home.resolve("data/node-2"));
        server();
        Process first = start(true, one, List.of("sleep", "1001"));
        Process second = start(true, two, List.of("sleep", "1002"));
        start(false, two, List.of("sleep", "1003"));
        assertThat(nodes().orElseThrow().node(Optional.of(1L)).pid()).isEqualTo(first.pid());
        assertThat(nodes().orElseThrow().node(Optional.of(2L)).pid()).isEqualTo(second.pid());
        assertThatThrownBy(() -> nodes().orElseThrow().node(Optional.of(3L)))
                .hasMessage("node 3 does not run; those that do: 1, 2");
        assertThatThrownBy(() -> nodes().orElseThrow().node(Optional.empty()))
                .hasMessageContaining("which of the servers?");
    }

    /** Wherever a user has its data, there is one server. */
    @Test
    void theOnlyServerMayLieInAFolderThatIsCalledAsANode() throws Exception {
        Path folder = Files.createDirectories(home.resolve("node-3"));
        Process server = server(folder);
        assertThat(nodes().orElseThrow().node(Optional.empty()).pid()).isEqualTo(server.pid());
        assertThat(nodes().orElseThrow().node(Optional.of(1L)).pid()).isEqualTo(server.pid());
    }

    @Test
    void whatNoRigHasStartedIsNobodys() throws Exception {
        assertThat(nodes()).isEmpty();
        server();
        assertThat(RigNodes.of(target("env:PASSWORD"))).isEmpty();
        List<String> lines = new ArrayList<>(Files.readAllLines(rig.process()));
        lines.set(2, "(dev=1,ino=3)");
        Files.write(rig.process(), lines);
        assertThatThrownBy(() -> nodes().orElseThrow().node(Optional.empty()))
                .hasMessage("the rig's server does not run");
    }

    /** As those of a Java program with its class path: looking for a server must not keep the fault waiting. */
    @Test
    @Timeout(60)
    void aServerIsFoundAtOnceHoweverLongTheCommandLinesOfOtherProcessesAre() throws Exception {
        start(false, home, Stream.concat(Stream.of("sh", "-c", "sleep 1000; true"),
                Stream.generate(() -> "x".repeat(100_000)).limit(10)).toList());
        assertThat(server().pid()).isEqualTo(nodes().orElseThrow().node(Optional.of(1L)).pid());
    }
}
