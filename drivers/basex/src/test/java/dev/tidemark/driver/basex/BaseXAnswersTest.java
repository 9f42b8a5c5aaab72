package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.StandInServer;
import dev.tidemark.driver.contract.StandInServer.Reply;
import dev.tidemark.driver.contract.StandInServer.Request;
import dev.tidemark.driver.contract.TargetFixture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not the answer that BaseX documents is a failure, whoever has answered. */
class BaseXAnswersTest {

    @TempDir
    private Path folder;

    /** The few requests of a session, as BaseX answers them. */
    private static Reply documented(Request asked) {
        return switch (asked.method()) {
            case "PUT" -> new Reply(201, "", "");
            case "GET" -> asked.path().equals(BaseXApi.PING) ? Reply.json("1")
                    : new Reply(200, "application/x-binary; charset=UTF-8", "content");
            default -> asked.body().contains("db:exists('bench')") ? Reply.json("true")
                    : asked.body().contains("array { db:get") ? Reply.json("[\"Tidemark\"]")
                    : asked.body().contains("count(") || asked.body().contains("@size") ? Reply.json("1")
                    : new Reply(200, "", "");
        };
    }

    private BaseXTarget target(StandInServer server) {
        Values values = BaseXParams.ALL.defaults().with("address", server.address(), SettingOrigin.SET)
                .with("namespace", "bench", SettingOrigin.SET);
        return BaseXTarget.open(values, new Context(Clock.system(), folder, Secrets.ofThisProcess(), _ -> { },
                () -> false));
    }

    private static void put(DocumentSession session, int documents) throws Exception {
        for (int i = 0; i < documents; i++) {
            session.add(TargetFixture.uri(i), TargetFixture.direct("content"));
        }
        session.commit();
    }

    @Test
    void anAnswerThatIsNotTheDocumentedOneIsAFailure() throws Exception {
        try (StandInServer server = new StandInServer(BaseXAnswersTest::documented); BaseXTarget target = target(server);
                Session session = target.session(0)) {
            put((DocumentSession) session, 1);
            put((DocumentSession) session, 2);
            assertThat(TargetFixture.read((DocumentSession) session, TargetFixture.uri(0))).asString()
                    .isEqualTo("content");
            assertThat(((KeyValueSession) session).head(0, NumberedKeys.of(1))).isEqualTo(1);
            for (Reply wrong : StandInServer.WRONG) {
                server.answer(_ -> true, wrong);
                assertFails(wrong, () -> put((DocumentSession) session, 1));
                assertFails(wrong, () -> TargetFixture.read((DocumentSession) session, TargetFixture.uri(0)));
                assertFails(wrong, () -> ((KeyValueSession) session).head(0, NumberedKeys.of(1)));
                if (!wrong.body().isEmpty()) { // an update has nothing to answer
                    assertFails(wrong, () -> put((DocumentSession) session, 2));
                    assertFails(wrong, () -> {
                        ((KeyValueSession) session).delete(0, NumberedKeys.of(1));
                        ((KeyValueSession) session).commit();
                    });
                }
            }
        }
    }

    /** Half of an answer is none, nor is one without an end. */
    @Test
    void anAnswerThatWasCutOffIsAFailure() throws Exception {
        String item = "a" + BaseXStatements.SEPARATOR;
        try (StandInServer server = new StandInServer(BaseXAnswersTest::documented); BaseXTarget target = target(server)) {
            target.visit();
            StatementSession session = target.session(0, StatementSession.class);
            session.begin(false);
            server.answer(_ -> true, new Reply(200, "", item + item + BaseXStatements.END));
            assertThat(session.execute("1", Binding.NONE, null)).isEqualTo(2);
            server.answer(_ -> true, new Reply(200, "", BaseXStatements.END));
            assertThat(session.execute("1", Binding.NONE, null)).isZero();
            for (String cut : List.of("", "a", item, item + "b", item + item, item + BaseXStatements.END + "b",
                    "a" + BaseXStatements.END)) {
                server.answer(_ -> true, new Reply(200, "", cut));
                assertThatThrownBy(() -> session.execute("1", Binding.NONE, null)).as(cut)
                        .isInstanceOf(DriverException.class).hasMessageMatching(".*(it has no end|the answer ends behind).*");
            }
        }
    }

    /** Once for all that differ in their literals alone, whoever asks. */
    @Test
    void thatAQueryUpdatesIsFoundOutOnce() throws Exception {
        AtomicInteger queries = new AtomicInteger();
        try (StandInServer server = new StandInServer(asked -> {
            if (!asked.body().contains("delete node")) {
                return documented(asked);
            }
            queries.incrementAndGet();
            return asked.body().contains("}output(") ? new Reply(200, "", BaseXStatements.END)
                    : new Reply(500, "text/plain", "Stopped at ., 1/1:\n[XUST0001] Expressions must all be updating.");
        }); BaseXTarget target = target(server)) {
            target.visit();
            for (int worker = 0; worker < 2; worker++) {
                StatementSession session = target.session(worker, StatementSession.class);
                session.begin(false);
                for (int n = 0; n < 3; n++) {
                    assertThat(session.execute("delete node //a[@b = '" + n + "']", Binding.NONE, null)).isZero();
                }
                session.close();
            }
        }
        assertThat(queries).hasValue(7);
    }

    /** It is an option that says where the log goes, among others by a word that it goes nowhere. */
    @Test
    void aLogThatIsOffIsNotToldAsOneThatIsOn() throws Exception {
        for (String off : List.of("\"false\"", "false", "\"\"")) {
            assertThat(requestLog(off)).as(off).isEqualTo("false");
        }
        for (String on : List.of("\"true\"", "true", "\"stdout\"")) {
            assertThat(requestLog(on)).as(on).isEqualTo("true");
        }
    }

    private String requestLog(String option) throws Exception {
        try (StandInServer server = new StandInServer(asked -> asked.body().contains("db:system()")
                ? Reply.json("{\"parallel\": \"8\", \"log\": " + option + "}") : documented(asked));
                BaseXTarget target = target(server)) {
            return target.facts().stream().filter(fact -> fact.name().equals("server-request-log")).findFirst()
                    .orElseThrow().text();
        }
    }

    private static void assertFails(Reply wrong, ThrowingCallable call) {
        assertThatThrownBy(call).as(wrong.toString()).hasMessageContaining("is none of this server's");
    }
}
