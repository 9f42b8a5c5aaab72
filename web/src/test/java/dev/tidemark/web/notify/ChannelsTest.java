package dev.tidemark.web.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.jobs.NewJob;
import dev.tidemark.testing.TestKeys;
import dev.tidemark.web.notify.MailOptions.Security;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What goes over the wire, to a real server of either kind. */
@Timeout(60)
class ChannelsTest {

    private static final Notice NOTICE = new Notice("matrix \u00e9", 7, "done", false, "", "clear winner",
            "Use batch-size 100: 2.6 times the defaults.", List.of(), "http://127.0.0.1:8040/reports/matrix");

    @TempDir
    private Path folder;

    // ---- By HTTP ----

    /** Answers with these, one after the other. */
    private static HttpServer answering(List<String> bodies, int... statuses) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + "\n"
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            int status = statuses[Math.min(bodies.size(), statuses.length) - 1];
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static Webhook hook(HttpServer server) {
        return Webhook.of("http://127.0.0.1:" + server.getAddress().getPort() + "/hook/secret-part");
    }

    @Test
    void aHookIsSentASmallJson() throws Exception {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer server = answering(bodies, 204);
        hook(server).send(NOTICE);
        server.stop(0);
        String[] parts = bodies.getFirst().split("\n", 2);
        assertThat(parts[0]).isEqualTo("POST /hook/secret-part application/json");
        JsonNode json = JsonMapper.shared().readTree(parts[1]);
        assertThat(json.get("label").asString()).isEqualTo("matrix \u00e9");
        assertThat(json.get("state").asString()).isEqualTo("done");
        assertThat(json.get("invalid").asBoolean(true)).isFalse();
        assertThat(json.get("verdict").asString()).isEqualTo("clear winner");
        assertThat(json.get("headline").asString()).startsWith("Use batch-size 100");
        assertThat(json.get("missed").isEmpty()).isTrue();
        assertThat(json.get("report").asString()).isEqualTo("http://127.0.0.1:8040/reports/matrix");
        assertThat(hook(server).name()).doesNotContain("secret-part");
    }

    @Test
    void aJobWithoutAValidResultIsNotCalledDone() throws Exception {
        NewJob what = new NewJob("m", "ingest", "", Map.of(), "hash", "ann", 4, 0, 0, Optional.empty(), false, false,
                Optional.empty());
        Job job = new Job(7, what, Instant.EPOCH, JobState.DONE, false, false, 1, "4 of 4 iterations not valid",
                OptionalLong.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        BlockingQueue<Notice> told = new LinkedBlockingQueue<>();
        Channel channel = new Channel() {
            @Override
            public String name() {
                return "queue";
            }

            @Override
            public void send(Notice notice) {
                told.add(notice);
            }
        };
        try (Notifier notifier = new Notifier(List.of(channel), label -> Optional.empty(), () -> "",
                new VirtualClock(), e -> { })) {
            notifier.ended(job);
            Notice notice = told.take();
            assertThat(notice.state()).isEqualTo("done");
            assertThat(notice.invalid()).isTrue();
            assertThat(notice.subject()).isEqualTo("m: invalid");
            assertThat(notice.text()).startsWith("Job 7, m, is invalid: 4 of 4 iterations not valid.\n");
        }
    }

    @Test
    void whatMayPassIsTriedAgainAndWhatWillNotIsNot() throws Exception {
        for (int status : new int[] {500, 503, 429}) {
            HttpServer server = answering(new ArrayList<>(), status);
            assertThatThrownBy(() -> hook(server).send(NOTICE)).isInstanceOf(IOException.class)
                    .isNotInstanceOf(Channel.RefusedException.class).hasMessage("it answers with status " + status);
            server.stop(0);
        }
        for (int status : new int[] {302, 401, 404}) {
            List<String> bodies = new CopyOnWriteArrayList<>();
            HttpServer server = answering(bodies, status);
            assertThatThrownBy(() -> hook(server).send(NOTICE)).isInstanceOf(Channel.RefusedException.class);
            assertThat(bodies).as("it goes nowhere else").hasSize(1);
            server.stop(0);
        }
    }

    @Test
    void attemptsAreFewAndWhatCouldNotBeToldIsShownAndNoted() throws Exception {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer server = answering(bodies, 500, 500, 500, 500, 204);
        VirtualClock clock = new VirtualClock();
        List<Throwable> noted = new CopyOnWriteArrayList<>();
        Channel hook = hook(server);
        try (Notifier notifier = new Notifier(List.of(hook), label -> Optional.empty(), () -> "", clock,
                noted::add)) {
            clock.join(clock.start("first", () -> notifier.notify(hook, NOTICE)));
            assertThat(bodies).hasSize(3);
            assertThat(clock.nanoTime()).isEqualTo(Duration.ofSeconds(17).toNanos());
            assertThat(notifier.troubles()).singleElement().asString()
                    .contains("matrix", "http://127.0.0.1", "it answers with status 500, 3 attempts")
                    .doesNotContain("secret-part");
            assertThat(noted).singleElement().isInstanceOf(Notifier.NotificationFailedException.class);
            clock.join(clock.start("second", () -> notifier.notify(hook, NOTICE)));
            assertThat(bodies).hasSize(5);
            assertThat(notifier.troubles()).as("told at last").isEmpty();
        }
        server.stop(0);
    }

    @Test
    void anAddressThatIsNoneIsRefusedAndASecretOneIsNotRepeated() throws Exception {
        for (String none : List.of("ftp://x/y", "/hook", "http:", "nonsense")) {
            assertThatThrownBy(() -> Webhook.of(none)).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("is no address");
        }
        Path file = Files.createFile(folder.resolve("hook"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "not an address\n");
        assertThatThrownBy(() -> Webhook.of("file:" + file)).hasMessageContaining("what is kept in file:")
                .hasMessageNotContaining("not an address\n");
        Files.writeString(file, "https://hooks.example.org/T0/secret\n");
        assertThat(Webhook.of("file:" + file).name()).isEqualTo("https://hooks.example.org");
    }

    // ---- By mail ----

    private MailOptions mail(int port, Security security, Optional<MailOptions.Login> login) {
        return new MailOptions(List.of("ada@example.org", "rob@example.org"), "bench@example.org", "localhost", port,
                security, login);
    }

    private Optional<MailOptions.Login> login(String password) throws IOException {
        Path file = folder.resolve("password");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, password);
        return Optional.of(new MailOptions.Login("bench", SecretRef.parse("file:" + file)));
    }

    @Test
    void aMailIsHandedOver() throws Exception {
        try (MailServer server = new MailServer(null)) {
            new Mail(mail(server.port(), Security.NONE, Optional.empty())).send(NOTICE);
            assertThat(server.commands()).contains("MAIL FROM:<bench@example.org>", "RCPT TO:<ada@example.org>",
                    "RCPT TO:<rob@example.org>");
            assertThat(server.mails()).singleElement().asString().contains("From: bench@example.org",
                    "Subject: =?UTF-8?", "Auto-Submitted: auto-generated", "Content-Type: text/plain; charset=UTF-8");
        }
    }

    @Test
    void aPasswordIsOnlySentOverAConnectionThatIsEncrypted() throws Exception {
        SSLContext[] keys = keys();
        Map<String, Object> trusting = Map.of("mail.smtp.ssl.socketFactory", keys[1].getSocketFactory());
        try (MailServer server = new MailServer(keys[0])) {
            new Mail(mail(server.port(), Security.STARTTLS, login("right")), trusting).send(NOTICE);
            assertThat(server.mails()).hasSize(1);
            assertThat(server.commands()).containsSubsequence("STARTTLS", "MAIL FROM:<bench@example.org>");
            assertThatThrownBy(() -> new Mail(mail(server.port(), Security.STARTTLS, login("wrong")), trusting)
                    .send(NOTICE)).isInstanceOf(Channel.RefusedException.class).hasMessageContaining("535");
            assertThatThrownBy(() -> new Mail(mail(server.port(), Security.STARTTLS, login("right"))).send(NOTICE))
                    .as("a certificate that nobody vouches for").isInstanceOf(IOException.class);
            assertThat(server.mails()).hasSize(1);
        }
        try (MailServer readable = new MailServer(null)) {
            assertThatThrownBy(() -> new Mail(mail(readable.port(), Security.STARTTLS, login("right"))).send(NOTICE))
                    .isInstanceOf(IOException.class).hasMessageContaining("STARTTLS");
            assertThat(readable.commands()).noneMatch(c -> c.startsWith("AUTH"));
            assertThat(readable.mails()).isEmpty();
        }
    }

    @Test
    void whatWouldShowThePasswordOrGoNowhereIsRefusedBefore() throws IOException {
        Optional<MailOptions.Login> login = login("right");
        assertThatThrownBy(() -> mail(25, Security.NONE, login)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("would travel readable");
        assertThatThrownBy(() -> new Mail(new MailOptions(List.of("nobody"), "bench@example.org", "localhost", 25,
                Security.NONE, Optional.empty()))).hasMessageContaining("'nobody' is no mail address");
        assertThatThrownBy(() -> new MailOptions.Login("bench", SecretRef.parse("right")))
                .hasMessageContaining("a secret is not written down").hasMessageNotContaining("right");
    }

    /** A server's, and those of a client that trusts it. */
    private SSLContext[] keys() throws Exception {
        TestKeys keys = TestKeys.make(folder, "server", "san=dns:localhost");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.shown());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext client = SSLContext.getInstance("TLS");
        client.init(null, trust.getTrustManagers(), null);
        return new SSLContext[] {keys.server(), client};
    }
}
