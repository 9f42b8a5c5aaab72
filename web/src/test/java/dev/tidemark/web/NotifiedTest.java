package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.web.notify.MailOptions;
import dev.tidemark.web.notify.MailServer;
import dev.tidemark.web.notify.Notifications;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A job that is over is told to whoever wants to know: by a hook, by mail, and by the browser. */
@ByTurns(days = 10, heldBy = {"ChannelsTest", "StatusPagesTest"})
class NotifiedTest extends InTheBrowser {

    private static final String STAND_IN = """
            window.noted = [];
            window.Notification = class {
              constructor(title, options) { window.noted.push(title + ": " + options.body); }
              static permission = 'granted';
              static requestPermission() { return Promise.resolve('granted'); }
            };""";

    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private HttpServer hook;
    private MailServer mail;

    @Override
    Served served(Path store) {
        try {
            hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            hook.createContext("/", exchange -> {
                sent.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            hook.start();
            mail = new MailServer(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Served.with(store, o -> o.notifying(new Notifications(
                List.of("http://127.0.0.1:" + hook.getAddress().getPort() + "/hook"),
                Optional.of(new MailOptions(List.of("ada@example.org"), "bench@example.org", "127.0.0.1", mail.port(),
                        MailOptions.Security.NONE, Optional.empty())), Optional.of("https://bench.example.org"))));
    }

    @AfterEach
    void end() {
        hook.stop(0);
        mail.close();
    }

    private void run(String label, String documents) {
        submit("""
                label: %s
                workload: ingest
                target: 'null'
                set: {documents: %s, payload: 100, workers: 1, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 10]}
                plan: {fork: none, order: given}
                """.formatted(label, documents));
    }

    @Test
    void aHookAndAMailTellWhatTheReportSays() throws Exception {
        run("told", "100");
        JsonNode json = JsonMapper.shared().readTree(sent.take());
        assertThat(json.get("label").asString()).isEqualTo("told");
        assertThat(json.get("state").asString()).isEqualTo("done");
        assertThat(json.get("verdict").asString()).isEqualTo("exploratory");
        assertThat(json.get("headline").asString()).isEqualTo(
                served().workbench().store().headline("told").orElseThrow().body().text()).isNotEmpty();
        assertThat(json.get("report").asString()).isEqualTo("https://bench.example.org/reports/told");
        assertThat(mail.take()).contains("Subject: told: exploratory",
                "https://bench.example.org/reports/told");
    }

    @Test
    void aMissedExpectationIsToldByHookMailAndMetrics() throws Exception {
        submit("""
                label: slow
                workload: ingest
                target: 'null'
                set: {documents: 100, payload: 100, workers: 1, warm-up: none, service-time: 1ms}
                plan: {fork: none}
                expect: {elapsed: < 1us, failures: 0}
                """);
        JsonNode missed = JsonMapper.shared().readTree(sent.take()).get("missed");
        assertThat(missed).singleElement().satisfies(
                sentence -> assertThat(sentence.asString()).startsWith("Missed: elapsed is "));
        assertThat(mail.take()).contains("Subject: slow: an expectation was missed", "Missed: elapsed is ");
        assertThat(served().program(Role.READER).get("/metrics").body()).contains(
                "\ntidemark_expected_bounds{label=\"slow\"} 2", "\ntidemark_missed_bounds{label=\"slow\"} 1");
    }

    /** The worst that a new build can do. */
    @Test
    void whatIsAltogetherInvalidMissesAllThatWasExpected() throws Exception {
        submit("""
                label: broken
                workload: ingest
                target: 'null'
                set: {documents: 100, payload: 100, workers: 1, warm-up: none, failure-share: 100%}
                plan: {fork: none}
                expect: {elapsed: < 1h, documents-per-second: '> 1'}
                """);
        assertThat(JsonMapper.shared().readTree(sent.take()).get("missed")).singleElement().satisfies(sentence ->
                assertThat(sentence.asString()).isEqualTo("Missed: nothing was measured that could meet what is expected."));
        assertThat(served().program(Role.READER).get("/metrics").body()).contains(
                "\ntidemark_expected_bounds{label=\"broken\"} 2", "\ntidemark_missed_bounds{label=\"broken\"} 2");
    }

    @Test
    void theBrowserTellsOnceItWasSwitchedOn() throws Exception {
        Pages ada = pages(new NewContextOptions());
        ada.page().addInitScript(STAND_IN);
        ada.open("/");
        ada.logIn("ada");
        run("watched", "1G");
        ada.go("Status");
        assertThat(ada.heading()).hasText("watched");
        ada.press("Notify me when a run is done");
        assertThat(ada.button("Do not notify me")).isVisible();
        assertThat(ada.at("#moving h2")).hasText("This iteration over time");
        served().workbench().stop(Optional.of("watched"));
        ada.page().waitForFunction("() => window.noted.length === 1");
        assertThat((String) ada.page().evaluate("window.noted[0]")).startsWith("watched has ended: ");
        assertThat(ada.at(".banner")).containsText("was stopped");
        assertThat(ada.at("#moving h2")).hasText("The last iteration over time");
        ada.press("Do not notify me");
        assertThat(ada.button("Notify me when a run is done")).isVisible();
    }

    @Test
    void aRunThatGoesOnBesideTheOneThatIsShownHasNotEnded() {
        Pages rob = loggedIn("rob");
        rob.page().addInitScript(STAND_IN);
        rob.page().evaluate("localStorage.setItem('tidemark-notify', 'on')");
        rob.go("Status");
        rob.page().waitForFunction("() => window.tidemarkWatch"); // scripts come behind the heading
        rob.page().evaluate("""
                () => [[1, [2]], [2, [1]], [3, []]].forEach(([batch, others]) => window.tidemarkWatch(
                    {stamp: 'any', running: true, batch, others, label: 'run ' + batch, values: {}}))""");
        assertThat((List<?>) rob.page().evaluate("window.noted")).isEqualTo(List.of("run 2 has ended: "));
    }

    @Test
    void theTabTellsHowFarTheRunIs() {
        Pages rob = loggedIn("rob");
        run("followed", "1G");
        rob.go("Status");
        assertThat(rob.page()).hasTitle(Pattern.compile("\\d+ % · 0/2 – Tidemark"));
        served().workbench().stop(Optional.of("followed"));
        assertThat(rob.page()).hasTitle("Status – Tidemark");
    }
}
