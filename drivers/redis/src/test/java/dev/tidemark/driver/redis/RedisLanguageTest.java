package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands end where redis-cli ends them, and have its words. */
class RedisLanguageTest {

    /** The words of each command, with {@code ?} for values. */
    private static List<List<String>> words(String text) throws Exception {
        return words(text, Set.of("a", "user1"));
    }

    static List<Command.Sql> statements(String text, Set<String> set) {
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), set, false, RedisLanguage.INSTANCE)
                .getFirst().statements();
    }

    static List<List<String>> words(String text, Set<String> set) throws Exception {
        List<List<String>> all = new ArrayList<>();
        for (Command.Sql sql : statements(text, set)) {
            all.add(RedisCommandLine.of(sql.text()).words().stream().map(parts -> String.join("?", parts.stream()
                    .map(part -> new String(part, StandardCharsets.ISO_8859_1)).toList())).toList());
        }
        return all;
    }

    /**
     * Commands, and the words that redis-cli 7.0.15 sent to a socket for each; other bytes than of plain signs as hex.
     */
    static Stream<String> commands() throws IOException {
        try (InputStream all = RedisLanguageTest.class.getResourceAsStream("redis-cli-commands.txt")) {
            return Arrays.stream(new String(all.readAllBytes(), StandardCharsets.UTF_8).stripTrailing().split("\n\n"));
        }
    }

    static String readable(String bytes) {
        return bytes.isEmpty() ? "\"\"" : bytes.chars().mapToObj(b -> b > ' ' && b < 0x7f && b != '\\' ? Character.toString(b)
                : "\\x" + HexFormat.of().toHexDigits((byte) b)).collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsSentAsRedisCliSendsIt(String command) throws Exception {
        String[] lines = command.split("\n", -1);
        for (String end : List.of("", "\n", ";", " ;\nPING")) {
            assertThat(words(lines[0] + end, Set.of()).getFirst().stream().map(RedisLanguageTest::readable))
                    .containsExactly(Arrays.copyOfRange(lines, 1, lines.length));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "GET user:42:profile|user:42:profile", "GET cart:{user2}:n|cart:{user2}:n", "GET cart:{user1}:n|cart?:n",
            "GET 'cart:{user1}:n'|cart?:n", "GET \"q:{user2}:n\"|q:{user2}:n", "GET cart::{user1}|cart:?", "GET k::a|k:?",
            "GET k::b|k::b", "GET k:a:b|k?:b", "GET 'k:a'|k:a", "GET k\\:a|k:a", "GET k\\:b|k\\:b", "GET \"k\\:{a}\"|k:{a}",
            "GET {:a}|{?}", "GET scale:scale|scale:scale", "GET a?b|a?b"})
    void onlyWhatIsSetIsAVariable(String command, String key) throws Exception {
        assertThat(words(command).getFirst().getLast()).isEqualTo(key);
    }

    @Test
    void aLineIsACommandWithOrWithoutASemicolon() throws Exception {
        assertThat(words("""
                -- what it is for
                SADD seen (1
                SADD seen b;c;
                # the rest

                  GET k ;\s
                INCR n; \\gset
                \\if :value > 1
                PING
                \\endif
                EVAL "return
                1;" 0
                """)).containsExactly(List.of("SADD", "seen", "(1"), List.of("SADD", "seen", "b;c"), List.of("GET", "k"),
                List.of("INCR", "n"), List.of("PING"), List.of("EVAL", "return\n1;", "0"));
    }

    @Test
    void theColumnOfAnAnswerIsAVariableWhereItIsKept() throws Exception {
        assertThat(words("GET k \\gset p_\nSET x:p_value:value v")).last().isEqualTo(List.of("SET", "x?:value", "v"));
        assertThat(words("DEL a b \\aset p_\nSET last:p_value v")).isEqualTo(List.of(List.of("DEL", "a", "b"),
                List.of("SET", "last?", "v")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"SET k it's|line 1: a quote, ', does not end in its line",
            "PING^SET k \"a|line 2: a quote, \", does not end", "SET k \"a\"b|behind a closing quote comes a blank, and not 'b'",
            "SET a 1; SET b 2|a line is one command", "PING^^  (1 2|line 3: '(1' is no command", "5 PING|'5' is no command",
            "PING^SELECT 3|line 2: SELECT changes the connection", "monitor|MONITOR is not answered once",
            "\\sett x 1|unknown command '\\sett'"})
    void whatIsNoCommandIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> words(text.replace('^', '\n'))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line ").hasMessageContaining(message);
    }

    /** Whatever is written, it is read or refused in one line, and what is read can be sent. */
    @Test
    void nothingBreaksIt() throws Exception {
        Random random = new Random(5);
        String[] parts = {"SET ", "k", ":a", ":{a}", ":{b}", "::", "\"", "'", "\\", "\\x4", "\\xff", ";", " ", "\n", "#", "--", "?",
            "\\gset", "{", "}", "é😀", "\\set x 1\n", "PING"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                words(text.toString());
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith("test: line ");
            }
        }
    }

    /** The value stands before the sign, as it is written. */
    @Test
    void aQuestionMarkBehindAValueStaysBehindIt() throws Exception {
        for (String text : List.of("GET k:a?b", "GET k:{a}?b")) {
            Command.Sql sql = PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), Set.of("a"), false,
                    RedisLanguage.INSTANCE).getFirst().statements().getFirst();
            assertThat(RedisCommandLine.of(sql.text()).words().getLast().stream().map(part -> new String(part,
                    StandardCharsets.US_ASCII))).as(text).containsExactly("k", "?b");
        }
    }
}
