package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.StatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;

/** Commands of one's own on the real server. */
class RedisStatementsTest {

    @TempDir
    private Path folder;
    private RedisProcess server;
    private Fixture fixture;
    private StatementSession session;

    @BeforeEach
    void begin() throws Exception {
        server = RedisProcess.shared();
        fixture = new Fixture(server, folder);
        fixture.target.create();
        session = fixture.session();
        session.begin(false);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        fixture.target.drop();
        fixture.close();
    }

    private int run(String text) throws Exception {
        return session.execute(text, Binding.NONE, null);
    }

    private List<String> answer(String text) throws Exception {
        List<String> cells = new ArrayList<>();
        session.execute(text, Binding.NONE, (row, name, cell) -> cells.add(row + " " + name + " " + cell));
        return cells;
    }

    /** What the server refuses before it would carry it out, and what administrators do, it shows nobody. */
    @Test
    void theServerSeesWhatRedisCliSends() throws Exception {
        String last = "ECHO the-end-of-all";
        List<List<String>> sent = new ArrayList<>();
        List<List<String>> seen = new ArrayList<>();
        try (Connection watching = server.administrator()) {
            watching.sendCommand(Protocol.Command.MONITOR);
            watching.getOne();
            Set<String> hidden = administrators();
            for (String command : RedisLanguageTest.commands().toList()) {
                List<String> lines = command.lines().toList();
                if (isCarriedOut(lines.getFirst()) && !hidden.contains(lines.get(1).toLowerCase(Locale.ROOT))) {
                    sent.add(lines.subList(1, lines.size()));
                }
            }
            run(last);
            while (!seen.contains(List.of(last.split(" ")))) {
                String line = new String((byte[]) watching.getOne(), StandardCharsets.UTF_8);
                seen.add(RedisLanguageTest.words("ECHO" + line.substring(line.indexOf("] ") + 1), Set.of()).getFirst()
                        .stream().skip(1).map(RedisLanguageTest::readable).toList());
            }
        }
        assertThat(sent).hasSizeGreaterThan(200);
        assertThat(seen).containsSubsequence(sent);
    }

    /** Commands some or all of which only administrators may give. */
    private Set<String> administrators() {
        return ((List<?>) server.admin("COMMAND", "LIST", "FILTERBY", "ACLCAT", "admin")).stream()
                .map(name -> new String((byte[]) name, StandardCharsets.UTF_8).split("\\|")[0]).collect(Collectors.toSet());
    }

    private boolean isCarriedOut(String line) throws Exception {
        try {
            run(RedisLanguageTest.statements(line, Set.of()).getFirst().text());
            return true;
        } catch (StatementException e) {
            return !e.getMessage().matches(".*(unknown command|wrong number of arguments|unknown subcommand).*");
        }
    }

    @Test
    void valuesGoInByTheirOrderAndAnswersAreRows() throws Exception {
        assertThat(session.execute("hset mine:1 number ? \"two words\" ? 'half' ?", to -> {
            to.add(1L << 40);
            to.add("it's ?");
            to.add(0.5);
        }, null)).isEqualTo(1);
        assertThat(answer("HMGET mine:1 number 'two words' half none")).containsExactly("0 value 1099511627776",
                "1 value it's ?", "2 value 0.5", "3 value null");
        assertThat(answer("HLEN mine:1")).containsExactly("0 value 3");
        assertThat(run("GET mine:2")).isZero();
        assertThat(run("LRANGE mine:2 0 -1")).isZero();
    }

    @Test
    void whatIsRefusedSaysWhyAndTheSessionGoesOn() throws Exception {
        run("SET mine:1 x");
        assertThatThrownBy(() -> run("HGET mine:1 x")).isInstanceOfSatisfying(StatementException.class, e -> {
            assertThat(e.state()).isEqualTo("WRONGTYPE");
            assertThat(e.getMessage()).startsWith("WRONGTYPE ").doesNotContain("\n");
        });
        assertThatThrownBy(() -> run("GTE mine:1")).isInstanceOf(StatementException.class)
                .hasMessageContaining("unknown command");
        assertThatThrownBy(() -> run("EVAL \"return redis.error_reply('TRYAGAIN slots move')\" 0"))
                .isInstanceOfSatisfying(StatementException.class, e -> {
                    assertThat(e.state()).isEqualTo("TRYAGAIN");
                    assertThat(e.isOverload()).isTrue();
                });
        assertThatThrownBy(() -> run("GET ?")).hasMessageContaining("GET has 1 places for 0 values");
        assertThatThrownBy(() -> run("GET \"a")).hasMessageContaining("does not end");
        for (String changing : List.of("select 3", "RESET", "CLIENT REPLY OFF")) {
            assertThatThrownBy(() -> run(changing)).hasMessageContaining("changes the connection");
        }
        assertThatThrownBy(() -> session.begin(true)).isInstanceOf(DriverException.class)
                .hasMessageContaining("built-in scripts");
        assertThat(answer("GET mine:1")).containsExactly("0 value x");
    }

    @Test
    void aTransactionAnswersAtItsEndAndOneThatIsLeftOpenIsUndone() throws Exception {
        assertThat(run("MULTI") + run("INCRBY mine:1 5") + run("RPUSH mine:2 a b")).isZero();
        assertThat(answer("EXEC")).containsExactly("0 value 5", "1 value 2");
        run("MULTI");
        run("INCRBY mine:1 5");
        assertThatThrownBy(session::end).isInstanceOf(StatementException.class).hasMessage("left a transaction open");
        session.begin(false);
        assertThat(answer("GET mine:1")).containsExactly("0 value 5");
        run("MULTI");
        run("LPUSH mine:1 a");
        assertThatThrownBy(() -> run("EXEC")).isInstanceOfSatisfying(StatementException.class,
                e -> assertThat(e.state()).isEqualTo("WRONGTYPE"));
        run("MULTI");
        assertThatThrownBy(() -> run("GTE mine:1")).hasMessageContaining("unknown command");
        assertThatThrownBy(() -> run("EXEC")).isInstanceOfSatisfying(StatementException.class,
                e -> assertThat(e.state()).isEqualTo("EXECABORT"));
        session.end();
    }

    @Test
    void aTransactionThatWasOvertakenMayBeTriedAgain() throws Exception {
        run("WATCH mine:1");
        server.admin("SET", "mine:1", "other");
        run("MULTI");
        run("SET mine:1 mine");
        assertThatThrownBy(() -> run("EXEC")).isInstanceOfSatisfying(StatementException.class,
                e -> assertThat(e.state()).isEqualTo("40001"));
        run("WATCH mine:1");
        session.end();
        server.admin("SET", "mine:1", "again");
        session.begin(false);
        run("MULTI");
        run("SET mine:1 mine");
        assertThat(run("EXEC")).isEqualTo(1);
        assertThat(server.adminText("GET", "mine:1")).isEqualTo("mine");
    }
}
