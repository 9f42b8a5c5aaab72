package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.ShortPatience;
import dev.tidemark.driver.contract.TargetContract;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is special about the target on a real server. */
class BaseXTargetTest extends TargetContract {

    private static final NestedObjects OBJECTS = new NestedObjects(1, 3);

    private final TestServer server = TestServer.shared();
    private final List<String> more = new ArrayList<>();

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(more);
        return all;
    }

    private BaseXTarget target(String... settings) throws DriverException {
        more.addAll(List.of(settings));
        return (BaseXTarget) driver().open(values(), context());
    }

    private static ApiStyle style(String name) {
        return BaseXStyles.ALL.stream().filter(style -> style.name().equals(name)).findFirst().orElseThrow();
    }

    private static void store(StyleSession session, ApiStyle style, long... numbers) throws Exception {
        for (long number : numbers) {
            session.prepare(List.of(StyleDocument.of(OBJECTS.object(number), style.input())));
            session.call();
        }
    }

    private static double gauge(BaseXTarget target, Measure measure) {
        return target.read().getFirst().gauges().get(measure.name());
    }

    @Test
    void theServerTellsOfItself() throws Exception {
        try (BaseXTarget target = target("text-index", "false", "updated-indexes", "true")) {
            target.create();
            assertThat(target.version()).isEqualTo("BaseX 11.8");
            assertThat(target.facts()).extracting(Setting::name, Setting::text).containsExactlyInAnyOrder(
                    Assertions.tuple("server-heap", "128 MiB"), Assertions.tuple("server-parallel-readers", "8"),
                    Assertions.tuple("server-request-log", "true"));
            double nodes = gauge(target, BaseXMeasures.NODES);
            ApiStyle style = style(BaseXStyles.REST_PUT);
            try (StylePlace place = target.place(style, "one"); StyleSession session = place.session(0)) {
                store(session, style, 1, 2);
                assertThat(gauge(target, BaseXMeasures.NODES)).isGreaterThan(nodes + 50);
                assertThat(gauge(target, EngineMeasures.ON_DISK_SIZE)).isGreaterThan(1000);
            }
        }
        try (BaseXTarget other = target("text-index", "true", "updated-indexes", "false")) {
            assertThat(other.effective().texts()).as("as the database was made").containsEntry("text-index", "false")
                    .containsEntry("updated-indexes", "true").containsEntry("attribute-index", "true");
        }
    }

    @Test
    void aUserWhoMayCreateDatabasesIsEnough() throws Exception {
        server.ask("user:create('ada', 'lovelace', 'create')");
        try (BaseXTarget target = target("user", "ada", "password", SecretFile.of(directory, "secret", "lovelace"))) {
            examined();
            assertThat(target.facts()).extracting(Setting::name).contains("server-request-log")
                    .doesNotContain("server-heap");
        } finally {
            server.ask("user:drop('ada')");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "a,b", "-bench", "../bench", "a b", "bench'"})
    void aNameIsThatOfOneDatabase(String name) {
        assertThatThrownBy(() -> target("namespace", name)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("namespace: '" + name + "' is no name of a database");
    }

    @Test
    void stylesOfTheClientProtocolNeedItsPortAndHaveNoTls() throws Exception {
        assertThat(driver().styles(values())).isEqualTo(BaseXStyles.ALL);
        more.addAll(List.of("client-port", "none"));
        assertThat(driver().styles(values())).isNotEmpty().noneMatch(BaseXStyles::usesClient);
        try (BaseXTarget target = target()) {
            target.create();
            assertOneLine(() -> target.place(style(BaseXStyles.CLIENT_ADD), "one"),
                    "needs to know the server's client-port");
        }
        more.addAll(List.of("client-port", "1", "tls", "true"));
        assertThat(driver().styles(values())).isNotEmpty().noneMatch(BaseXStyles::usesClient);
        assertThatThrownBy(this::target).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("client-port: clients of BaseX's own protocol speak no TLS");
    }

    @Test
    void aClientThatFindsNobodyOrIsNotLetInIsToldInOneLine() throws Exception {
        try (BaseXTarget target = target("client-port", "1")) {
            target.create();
            try (StylePlace place = target.place(style(BaseXStyles.CLIENT_PUT), "one")) {
                assertOneLine(() -> place.session(0), "no connection to " + server.address());
            }
        }
    }

    @Test
    void whatTheServerRefusesLeavesTheConnectionAsItWas() throws Exception {
        try (BaseXTarget target = target()) {
            target.create();
            for (ApiStyle style : BaseXStyles.ALL) {
                if (style.noop() || style.maps()) {
                    continue;
                }
                try (StylePlace place = target.place(style, "one"); StyleSession session = place.session(0)) {
                    session.prepare(List.of(new StyleDocument(OBJECTS.object(1), null, "{\"no\": JSON")));
                    assertThatThrownBy(session::call).as(style.name()).isInstanceOf(DriverException.class)
                            .message().hasLineCount(1).contains("JSON");
                    store(session, style, 2);
                    assertThat(place.count()).as(style.name()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAnswerThatDoesNotComeInTimeIsATimeoutOfAStyleToo() throws Exception {
        ApiStyle style = style(BaseXStyles.CLIENT_EVAL_TEXT);
        try (AnswersProxy clients = new AnswersProxy("127.0.0.1:" + clientPort());
                BaseXTarget patient = target();
                BaseXTarget target = target("operation-timeout", ShortPatience.LIMIT, "client-port",
                        String.valueOf(clients.port()))) {
            patient.create();
            StylePlace place = ShortPatience.inTime(() -> target.place(style, "one"));
            try (StyleSession session = ShortPatience.inTime(() -> place.session(0))) {
                clients.hold(true);
                assertThatThrownBy(() -> store(session, style, 1)).isInstanceOf(TimeoutException.class);
                clients.hold(false);
                ShortPatience.inTime(() -> {
                    store(session, style, 2);
                    return null;
                });
                assertThat(ShortPatience.inTime(() -> place.read(OBJECTS.object(2).id()))).isPresent();
            }
        }
    }

    private int clientPort() {
        return Integer.parseInt(server.process().server().target().get("client-port"));
    }

    @Test
    void aConnectionOfAStyleThatBrokeCostsOneRequest() throws Exception {
        try (AnswersProxy clients = new AnswersProxy("127.0.0.1:" + clientPort());
                BaseXTarget target = target("client-port", String.valueOf(clients.port()))) {
            target.create();
            ApiStyle style = style(BaseXStyles.CLIENT_EVAL_TEXT);
            try (StylePlace place = target.place(style, "one"); StyleSession session = place.session(0)) {
                store(session, style, 1);
                clients.breakNext();
                assertThatThrownBy(() -> store(session, style, 2)).isInstanceOf(DriverException.class)
                        .hasMessageContaining("broke");
                store(session, style, 3);
                assertThat(place.read(OBJECTS.object(3).id())).isPresent();
                assertThat(place.read(OBJECTS.object(4).id())).isEmpty();
            }
        }
    }

    /** The server must notice in time that the session has gone, which has the database open. */
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void abortingEndsWhatAStyleWaitsForAndTheDatabaseCanBeMadeAnew() throws Exception {
        int client = clientPort();
        for (int round = 0; round < 20; round++) {
            try (AnswersProxy clients = new AnswersProxy("127.0.0.1:" + client);
                    BaseXTarget target = target("client-port", String.valueOf(clients.port()));
                    ExecutorService thread = Executors.newSingleThreadExecutor()) {
                target.create();
                ApiStyle style = style(BaseXStyles.CLIENT_ADD);
                StyleSession session = target.place(style, "one").session(0);
                store(session, style, 1);
                clients.hold(true);
                Future<Throwable> waiting = thread.submit(() -> Assertions.catchThrowable(
                        () -> store(session, style, 2)));
                target.abort();
                assertThat(waiting.get()).isInstanceOf(DriverException.class);
            }
        }
    }
}
