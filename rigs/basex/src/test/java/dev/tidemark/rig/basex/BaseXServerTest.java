package dev.tidemark.rig.basex;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.HttpServerContract;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server lets in, keeps and is set to, as it tells itself. */
@EnabledOnOs(OS.LINUX)
class BaseXServerTest extends HttpServerContract {

    /** Fields of a line of the kernel's table of sockets. */
    private static final int ADDRESS = 1;
    private static final int LISTENS = 3;
    private static final int SOCKET = 9;

    @Override
    protected String user() {
        return "admin";
    }

    @Override
    protected String contentType() {
        return "application/xml";
    }

    @Override
    protected SharedServer plain() {
        return SharedServer.of("basex", "heap=128MiB", "parallel-readers=3", "request-log=false");
    }

    @Override
    protected SharedServer encrypted() {
        return SharedServer.of("basex", "heap=128MiB", "tls=true");
    }

    @Override
    protected List<String> paths() {
        return List.of("/rest", "/rest?query=1", "/rest/none");
    }

    @Override
    protected String answer() {
        return "<databases ";
    }

    @Test
    void showsNeitherFilesNorAnythingElseThatBaseXHasOverHttp() throws Exception {
        assertThat(askAs("wrong", "PUT", "/rest/mine", "<a/>").statusCode()).isEqualTo(401);
        for (String path : List.of("/", "/webdav", "/WEB-INF/jetty.xml", "/static/")) {
            assertThat(ask("GET", path, "").statusCode()).as(path).isIn(403, 404);
        }
    }

    @Test
    void listensOnThisMachineOnlyAndOnTwoPorts() throws Exception {
        Server server = plain().server();
        assertThat(listening(server)).containsExactlyInAnyOrder(address(server.address().split(":")[1]),
                address(server.target().get("client-port")));
    }

    /** An address of 127.0.0.1 as the kernel lists it. */
    private static String address(String port) {
        return "0100007F:%04X".formatted(Integer.parseInt(port));
    }

    /** The addresses at which the server's process listens, as the kernel lists them. */
    private static List<String> listening(Server server) throws IOException {
        Path process = Path.of("/proc", String.valueOf(server.process()));
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            List<String> open = descriptors.map(BaseXServerTest::opened).toList();
            List<String> all = new ArrayList<>(Files.readAllLines(process.resolve("net/tcp")));
            all.addAll(Files.readAllLines(process.resolve("net/tcp6")));
            return all.stream().map(line -> line.strip().split("\\s+")).filter(f -> f[LISTENS].equals("0A")
                    && open.contains("socket:[" + f[SOCKET] + "]")).map(f -> f[ADDRESS]).toList();
        }
    }

    private static String opened(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // it was closed meanwhile
        }
    }

    @Test
    void everySettingArrives() throws Exception {
        String answer = ask("POST", "/rest", """
                <query xmlns="http://basex.org/rest"><text>
                  db:system()//parallel, db:system()//log, db:system()//stopport,
                  Q{java:java.lang.Runtime}maxMemory(Q{java:java.lang.Runtime}getRuntime())
                </text></query>""").body();
        assertThat(answer.lines().map(String::strip)).containsExactly("<parallel>3</parallel>", "<log/>",
                "<stopport>0</stopport>", String.valueOf(128 << 20));
    }

    @Test
    void whatItHasAcknowledgedOutlivesItsProcess() throws Exception {
        SharedServer shared = plain();
        assertThat(ask("PUT", "/rest/kept", "<word>tide</word>").statusCode()).isEqualTo(201);
        shared.kill();
        shared.start();
        assertThat(ask("GET", "/rest/kept?query=string(.)", "").body()).isEqualTo("tide");
        ask("DELETE", "/rest/kept", "");
    }

    @Test
    void withTlsTheClientProtocolWhichHasNoneIsNotThere() throws Exception {
        Server server = encrypted().server();
        assertThat(server.target()).doesNotContainKey("client-port");
        assertThat(listening(server)).containsExactly(address(server.address().split(":")[1]));
    }
}
