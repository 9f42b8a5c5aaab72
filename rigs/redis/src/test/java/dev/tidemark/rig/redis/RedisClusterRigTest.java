package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigListener;
import dev.tidemark.launch.rig.RigStatus.State;
import dev.tidemark.launch.rig.RunningServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Three servers as one rig. */
@EnabledOnOs(OS.LINUX)
class RedisClusterRigTest {

    private static final Rig RIG = new RedisRig();

    @TempDir
    private Path root;
    private RigLauncher launcher;

    private RunningServer start() throws Exception {
        launcher = new RigLauncher(root, Clock.system(), new MavenArtifacts());
        return launcher.start(RIG, RedisParams.ALL.defaults().with("nodes", "3", SettingOrigin.SET), RigListener.NONE)
                .server();
    }

    @AfterEach
    void stop() throws Exception {
        launcher.stop(RIG);
        assertThat(ours()).isEmpty();
    }

    /** Processes whose program lies in the rig's folder. */
    private List<ProcessHandle> ours() throws IOException {
        String home = root.toRealPath().toString();
        return ProcessHandle.allProcesses().filter(p -> p.info().command().orElse("").startsWith(home)).toList();
    }

    /** Asks one of them, in an inline command; a bulk answer is its lines without the first. */
    private List<String> ask(String address, String command) throws IOException {
        return ask(root, address, command);
    }

    /** @param root in which the rig has its folder */
    static List<String> ask(Path root, String address, String command) throws IOException {
        String[] parts = address.split(":");
        try (Socket socket = new Socket(parts[0], Integer.parseInt(parts[1]))) {
            String password = Files.readString(root.resolve("redis/password")).strip();
            socket.getOutputStream().write(("AUTH " + password + "\r\n" + command + "\r\nQUIT\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            List<String> lines = new ArrayList<>(new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.UTF_8)).readAllLines());
            lines.removeIf(line -> line.equals("+OK") || line.startsWith("$") || line.isEmpty());
            return lines;
        }
    }

    private static String address(String node) {
        return node.split(" ")[1].replaceAll("@.*", "");
    }

    @Test
    void threeServersShareTheSlotsAndKeepTheirData() throws Exception {
        RunningServer server = start();
        assertThat(server.target()).containsEntry("cluster", "true").containsEntry("address", server.address());
        List<String> nodes = ask(server.address(), "CLUSTER NODES");
        assertThat(nodes).hasSize(3);
        assertThat(String.join("\n", nodes)).contains(" 0-5460", " 5461-10921", " 10922-16383");
        assertThat(ours()).hasSize(3);
        for (String node : nodes) {
            assertThat(ask(address(node), "CLUSTER INFO")).contains("cluster_state:ok", "cluster_slots_assigned:16384");
        }
        assertThat(nodes.stream().map(node -> said(node, "SET a 7")).filter(List::isEmpty)).as("stored once").hasSize(1);
        launcher.stop(RIG);
        assertThat(ours()).isEmpty();
        assertThat(start().address()).isEqualTo(server.address());
        assertThat(ask(server.address(), "CLUSTER NODES").stream().map(node -> said(node, "GET a")))
                .filteredOn(List.of("7")::equals).hasSize(1);
    }

    private List<String> said(String node, String command) {
        try {
            return ask(address(node), command);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatACrashLeavesIsEndedByTheNextStart() throws Exception {
        RunningServer server = start();
        ProcessHandle.of(server.process()).orElseThrow().destroyForcibly();
        List<Long> left = ours().stream().map(ProcessHandle::pid).toList();
        assertThat(left).hasSize(3);
        while (launcher.status(RIG).state() == State.RUNNING) {
            Thread.onSpinWait();
        }
        start();
        assertThat(ours()).extracting(ProcessHandle::pid).hasSize(3).doesNotContainAnyElementsOf(left);
    }
}
