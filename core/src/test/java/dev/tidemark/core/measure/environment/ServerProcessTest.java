package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {

    /** Port 8983 is 0x2317, port 8984 is 0x2318; state 0A listens, 01 is a connection. */
    private static final String SOCKETS = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:2317 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 501 1
               1: 0100007F:2318 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 502 1
               2: 0100007F:2317 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 503 1
               3: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 504 1
            """;

    @TempDir
    Path root;
    private ProcFs procFs;

    @BeforeEach
    void sockets() throws IOException {
        procFs = new ProcFs(root);
        Files.createDirectories(root.resolve("proc/net"));
        Files.writeString(root.resolve("proc/net/tcp"), SOCKETS);
    }

    private Path process(int pid, int parent, String program) throws IOException {
        Path folder = Files.createDirectories(root.resolve("proc/" + pid));
        Files.createDirectories(folder.resolve("fd"));
        Files.createDirectories(folder.resolve("fdinfo"));
        Files.writeString(folder.resolve("stat"), pid + " (a (strange) name) S " + parent + " 1 1 0 -1");
        Files.createSymbolicLink(folder.resolve("exe"), Path.of(program));
        return folder;
    }

    private static void opens(Path process, int number, String target, String flags) throws IOException {
        Files.createSymbolicLink(process.resolve("fd/" + number), Path.of(target));
        Files.writeString(process.resolve("fdinfo/" + number), "pos:\t0\nflags:\t" + flags + "\nmnt_id:\t30\n");
    }

    private List<ServerProcess> listeningOn(int port, long own) {
        return listeningAt(own, "127.0.0.1", port);
    }

    private List<ServerProcess> listeningAt(long own, String host, int... ports) {
        return ServerProcess.listeningAt(Arrays.stream(ports).mapToObj(port -> new InetSocketAddress(
                InetAddress.ofLiteral(host), port)).toList(), procFs, own);
    }

    @Test
    void theOneThatListensIsFoundWithTheFoldersThatItWritesTo() throws IOException {
        Path server = process(20, 1, "/no/such/java");
        opens(server, 3, "socket:[501]", "02");
        opens(server, 4, "/data/index/write.lock", "0100002");
        opens(server, 5, "/data/log/server.log", "0102001");
        opens(server, 6, "/opt/lib/server.jar", "0100000");
        opens(server, 7, "/dev/null", "0100002");
        opens(process(21, 1, "/no/such/java"), 3, "socket:[504]", "02");
        opens(process(22, 1, "/no/such/curl"), 3, "socket:[503]", "02");

        assertThat(listeningOn(8983, 99)).singleElement().satisfies(found -> {
            assertThat(found.pid()).isEqualTo(20);
            assertThat(found.place()).isEqualTo("8983");
            assertThat(found.writes()).containsExactlyInAnyOrder(Path.of("/data/index"), Path.of("/data/log"));
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void portsOfAProcessAreThoseThatItListensOn() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ServerProcess.ports(ProcessHandle.current().pid())).contains(socket.getLocalPort());
        }
    }

    @Test
    void nodesOfAClusterAreChildrenOfTheSameProgram() throws IOException {
        process(10, 1, "/no/such/java");
        process(11, 1, "/no/such/bash");
        for (int node = 0; node < 2; node++) {
            Path folder = process(20 + node, 10, "/no/such/java");
            opens(folder, 3, "socket:[50" + (1 + node) + "]", "02");
            opens(folder, 4, "/data/node" + node + "/write.lock", "0100002");
        }
        Path other = process(30, 11, "/no/such/java");
        opens(other, 3, "socket:[504]", "02");
        opens(other, 4, "/data/other/write.lock", "0100002");

        assertThat(listeningOn(8983, 99)).isEqualTo(List.of(
                new ServerProcess(20, "8983", List.of(Path.of("/data/node0"))),
                new ServerProcess(21, "8984", List.of(Path.of("/data/node1")))));
        assertThat(listeningOn(80, 99)).extracting(ServerProcess::pid).containsExactly(30L);
    }

    /** As Cassandra's, which a shell has started, and each of which has an address of its own. */
    @Test
    void nodesAtTheSamePortAreToldByTheirAddresses() throws IOException {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "addresses are written here as such a machine does");
        Files.writeString(root.resolve("proc/net/tcp"), """
                  0: 0100007F:2352 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 601 1
                  1: 0200007F:2352 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 602 1
                  2: 0300007F:2352 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 603 1
                """);
        Files.writeString(root.resolve("proc/net/tcp6"), """
                  0: 00000000000000000000000001000000:2352 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1000  0 604 1
                  1: 0000000000000000FFFF00000400007F:2352 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1000  0 605 1
                  2: 00000000000000000000000000000000:2353 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1000  0 606 1
                """);
        process(10, 1, "/no/such/bash");
        for (int i = 1; i <= 6; i++) {
            Path node = process(20 + i, 10, "/no/such/java");
            opens(node, 3, "socket:[60" + i + "]", "02");
            opens(node, 4, "/data/node" + i + "/commitlog", "0100002");
        }
        assertThat(listeningAt(99, "127.0.0.1", 9042)).extracting(ServerProcess::pid).containsExactly(21L);
        assertThat(ServerProcess.listeningAt(Set.of(new InetSocketAddress("127.0.0.1", 9042),
                new InetSocketAddress("127.0.0.2", 9042), new InetSocketAddress("127.0.0.4", 9042)), procFs, 99))
                .extracting(ServerProcess::pid, ServerProcess::place).containsExactly(tuple(21L, "9042"),
                        tuple(22L, "127.0.0.2:9042"), tuple(25L, "127.0.0.4:9042"));
        assertThat(listeningAt(99, "::1", 9042)).extracting(ServerProcess::pid).containsExactly(24L);
        assertThat(listeningAt(99, "127.0.0.9", 9043)).as("which listens everywhere").singleElement()
                .isEqualTo(new ServerProcess(26, "9043", List.of(Path.of("/data/node6"))));
        assertThat(listeningAt(99, "127.0.0.9", 9042)).isEmpty();
    }

    /** As Redis while it writes a dump: the child has inherited the socket. */
    @Test
    void whatAServerHasStartedIsNoServerBesideIt() throws IOException {
        for (int pid = 20; pid <= 21; pid++) {
            Path process = process(pid, pid == 20 ? 1 : 20, "/no/such/redis-server");
            opens(process, 3, "socket:[501]", "02");
            opens(process, 4, "/data/" + pid + "/log", "0102001");
        }
        assertThat(listeningOn(8983, 99)).isEqualTo(List.of(new ServerProcess(20, "8983",
                List.of(Path.of("/data/20"), Path.of("/data/21")))));
    }

    /** Such as PostgreSQL's, whose first process writes nothing itself. */
    @Test
    void whatLeavesItsWorkToProcessesOfItsOwnIsFoundWithWhatTheyWrite() throws IOException {
        opens(process(20, 1, "/no/such/postgres"), 3, "socket:[501]", "02");
        opens(process(21, 20, "/no/such/postgres"), 4, "/data/base/1234", "0100002");
        opens(process(22, 21, "/no/such/sh"), 4, "/data/archive/1", "0100001");
        opens(process(23, 1, "/no/such/postgres"), 4, "/other/base/1", "0100002");
        assertThat(listeningOn(8983, 99)).isEqualTo(List.of(new ServerProcess(20, "8983",
                List.of(Path.of("/data/base"), Path.of("/data/archive")))));
        assertThat(listeningOn(8983, 22)).as("a server that has started this process").isEmpty();
    }

    @Test
    void theTightestLimitOfTheNodesMemoryIsFound() throws IOException {
        for (int node = 0; node < 2; node++) {
            Files.writeString(process(20 + node, 10, "/no/such/java").resolve("cgroup"), "0::/servers/node" + node + "\n");
            Path group = Files.createDirectories(root.resolve("sys/fs/cgroup/servers/node" + node));
            Files.writeString(group.resolve("memory.max"), node == 0 ? "max\n" : "536870912\n");
        }
        Environment environment = new Environment(procFs, true);
        ServerProcess free = new ServerProcess(20, "8983", List.of());
        ServerProcess limited = new ServerProcess(21, "8984", List.of());

        assertThat(environment.limit(List.of(free))).isEmpty();
        assertThat(environment.limit(List.of(free, limited))).contains(512L << 20);
        assertThat(environment.limit(List.of())).isEmpty();
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 524288 kB\n");
        assertThat(environment.limit(List.of(limited))).as("the machine has no more").isEmpty();
    }

    @Test
    void thePageCacheIsOnlyEmptiedWhereEveryNodeIsInAGroup() throws IOException {
        Files.writeString(process(20, 10, "/no/such/java").resolve("cgroup"), "0::/tidemark-1-2-3\n");
        process(21, 10, "/no/such/java");
        Path group = Files.createDirectories(root.resolve("sys/fs/cgroup/tidemark-1-2-3"));
        Files.writeString(group.resolve("memory.stat"), "anon 5000\nfile 7000\n");
        Environment environment = new Environment(procFs, true);
        ServerProcess inside = new ServerProcess(20, "8983", List.of());

        assertThat(environment.groups(List.of(inside, inside))).containsExactly(group);
        assertThat(environment.groups(List.of(inside, new ServerProcess(21, "8984", List.of())))).isEmpty();
        assertThat(environment.groups(List.of())).isEmpty();
    }

    /** Such as the end of a tunnel to another machine. */
    @Test
    void whatWritesNothingAndWhatIsThisProcessAreNoServers() throws IOException {
        opens(process(20, 1, "/no/such/ssh"), 3, "socket:[501]", "02");
        Path own = process(21, 1, "/no/such/java");
        opens(own, 3, "socket:[502]", "02");
        opens(own, 4, "/data/index/write.lock", "0100002");

        assertThat(listeningOn(8983, 21)).isEmpty();
        assertThat(listeningOn(8984, 21)).isEmpty();
        assertThat(listeningOn(9999, 21)).isEmpty();
    }
}
