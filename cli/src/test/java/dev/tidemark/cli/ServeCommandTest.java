package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.testing.ByTurns;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class ServeCommandTest {

    private static final Pattern ADDRESS = Pattern.compile("Tidemark is at (http://\\S+)");
    private static final Pattern LINK = Pattern.compile("(http://\\S+/setup/\\S+)");

    @TempDir
    private Path folder;

    private Program program;
    private Process server;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
        program.close();
    }

    private String out() {
        try {
            return Files.readString(program.file("out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return where it is */
    private String serve(String... more) throws IOException {
        List<String> command = program.command("serve", "--port", "0");
        command.addAll(List.of(more));
        server = program.start(command);
        Program.await("the server's address", () -> ADDRESS.matcher(out()).find());
        Matcher found = ADDRESS.matcher(out());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(address))
                .header("Accept", "text/html").build(), BodyHandlers.ofString());
    }

    @Test
    void aServerForEverybodyAsksForALogin() {
        assertThat(program.refused("serve", "--allow-address", "db1,a@b")).contains("--allow-address: 'a@b' is no address");
        assertThat(program.refused("serve", "--allow-secrets", "/not/there")).contains("--allow-secrets: there is no folder");
        assertThat(program.refused("serve", "--no-auth", "--host", "0.0.0.0")).contains("--no-auth lets everybody in");
        assertThat(program.refused("serve", "--port", "70000")).contains("70000 is no port");
        assertThat(program.refused("serve", "--tls-cert", "x.pem")).contains("belong together");
        assertThat(program.refused("serve", "--trusted-proxy", "10.0.0.1,proxy"))
                .startsWith("--trusted-proxy: 'proxy' is no address of a proxy");
        assertThat(program.refused("serve", "--allow-metrics", "db1:9100"))
                .startsWith("--allow-metrics: 'db1:9100' is no address of metrics; write it as http://db1:9100");
    }

    @Test
    void whoIsToldAndHowIsCheckedBeforeItServes() {
        assertThat(program.refused("serve", "--notify-url", "ftp://x/y"))
                .startsWith("--notify-url: 'ftp://x/y' is no address");
        assertThat(program.refused("serve", "--notify-url", "env:NO_SUCH_VARIABLE"))
                .startsWith("--notify-url: the environment variable NO_SUCH_VARIABLE is not set");
        assertThat(program.refused("serve", "--notify-mail", "ann@example.org"))
                .startsWith("--notify-mail and --smtp belong together");
        assertThat(program.refused("serve", "--notify-mail", "ann", "--smtp", "localhost"))
                .startsWith("--notify-mail: 'ann' is no mail address");
        assertThat(program.refused("serve", "--notify-mail", "ann@example.org", "--smtp", "localhost:x"))
                .startsWith("--smtp: 'localhost:x' is no server");
        assertThat(program.refused("serve", "--notify-mail", "ann@example.org", "--smtp", "localhost", "--smtp-user",
                "ann", "--smtp-password", "hunter2")).startsWith("--smtp-password: a secret is not written down")
                .doesNotContain("hunter2");
        assertThat(program.refused("serve", "--notify-mail", "ann@example.org", "--smtp", "localhost", "--smtp-user",
                "ann")).startsWith("--smtp-user and --smtp-password belong together");
        assertThat(program.refused("serve", "--public-url", "bench")).startsWith("--public-url: 'bench' is no address");
    }

    @Test
    void theFirstStartPrintsALinkAndAPoliteKillEndsTheServer() throws Exception {
        String address = serve();
        Matcher link = LINK.matcher(out());
        Program.await("the link", () -> LINK.matcher(out()).find());
        link.reset(out());
        assertThat(link.find()).isTrue();
        assertThat(get(link.group(1)).body()).contains("Choose the name and password of the administrator");
        assertThat(get(address + "/reports").statusCode()).isEqualTo(303);
        server.destroy();
        Ran ran = program.finish(server);
        assertThat(ran.status()).isEqualTo(ExitStatus.DONE);
        assertThat(ran.err()).contains("Ending.").doesNotContain("Exception");
    }

    @Test
    void aPortThatIsTakenIsToldInOneLine() throws Exception {
        String address = serve("--no-auth");
        String port = address.substring(address.lastIndexOf(':') + 1);
        assertThat(program.refused("serve", "--no-auth", "--port", port)).startsWith("port " + port + " of 127.0.0.1 "
                + "cannot be listened at");
    }

    @ByTurns(days = 10, heldBy = "JobProcessorTest")
    @Test
    void aJobWhoseServerWasKilledGoesOnByItselfWithTheNextWithoutRepeatingWhatIsDone() throws Exception {
        Path file = Files.writeString(folder.resolve("matrix.yaml"), """
                label: M
                workload: ingest
                target: 'null'
                set: {workers: 1, service-time: 10ms, warm-up: 1ms}
                vary: {documents: [10, 200, 20]}
                plan: {order: given}
                """);
        program.run("job", "add", file.toString()).ok();
        serve("--no-auth");
        Program.await("an iteration that is done and one that runs", () -> {
            List<IterationState> states = program.states("M");
            return states.size() > 1 && states.getFirst() == IterationState.DONE && states.getLast()
                    == IterationState.RUNNING;
        });
        long first = program.iterations("M").getFirst().id();
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        server.destroyForcibly().waitFor();

        String address = serve("--no-auth");
        Program.await("the rest of the matrix",
                () -> program.states("M").stream().filter(s -> s == IterationState.DONE).count() == 3);
        List<Iteration> done = program.iterations("M").stream().filter(i -> i.state() == IterationState.DONE).toList();
        assertThat(done).extracting(Iteration::position).containsExactly(0, 1, 2);
        assertThat(done.getFirst().id()).isEqualTo(first);
        assertThat(get(address + "/reports/M").body()).contains("<h1>M</h1>");
    }
}
