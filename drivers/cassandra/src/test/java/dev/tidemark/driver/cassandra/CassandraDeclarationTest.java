package dev.tidemark.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import org.junit.jupiter.api.Test;

class CassandraDeclarationTest extends EngineDeclarationContract {

    private static final Random RANDOM = new Random(3);

    @Override
    protected Driver driver() {
        return new CassandraDriver();
    }

    @Override
    protected String engineClass() {
        return "com.datastax.oss.driver.api.core.CqlSession";
    }

    @Override
    protected String withoutEngine() {
        return "the Cassandra client library (java-driver-core) is not on the class path";
    }

    private static Values values(String... pairs) {
        Values values = CassandraParams.ALL.defaults();
        for (int i = 0; i < pairs.length; i += 2) {
            values = values.with(pairs[i], pairs[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    @Test
    void whatTakesASettingIsOfferedWithItOnly() {
        assertThat(driver().capabilities(values())).doesNotContain(Capability.TRANSACTIONS, Capability.COMPACT,
                Capability.MAINTENANCE).contains(Capability.INDEX);
        assertThat(driver().capabilities(values("logged-batches", "true", "jmx-port", "7199")))
                .isEqualTo(driver().capabilities());
    }

    @Test
    void aNamespaceIsTheNameOfAKeyspace() {
        assertThat(CassandraParams.keyspace(values())).isEqualTo("tidemark");
        for (String no : List.of("a-b", "a\"; DROP", "x".repeat(49))) {
            assertThatThrownBy(() -> CassandraParams.keyspace(values("namespace", no)))
                    .isInstanceOf(InvalidInputException.class).hasMessageContaining("is no name of a keyspace");
        }
    }

    /** Numbers have the order of entries, whatever bytes but 0 these have and however long they are. */
    @Test
    void placesHaveTheOrderOfEntries() {
        List<byte[]> entries = IntStream.range(0, 500).mapToObj(_ -> {
            byte[] entry = new byte[1 + RANDOM.nextInt(20)];
            for (int i = 0; i < entry.length; i++) {
                entry[i] = (byte) (1 + RANDOM.nextInt(i < 3 ? 2 : 255));
            }
            return entry;
        }).toList();
        List<BigDecimal> places = entries.stream().sorted(Arrays::compareUnsigned)
                .map(CassandraTable::place).toList();
        assertThat(places).isSorted();
        assertThat(CassandraTable.place("abc".getBytes(StandardCharsets.UTF_8))).isLessThan(BigDecimal.ONE);
    }

    @Test
    void theSemicolonsOfABatchEndNoStatement() {
        assertThat(statements("INSERT INTO a VALUES (1); BEGIN BATCH\nINSERT 'x;y'; DELETE b; // c; d\nAPPLY BATCH; "
                + "SELECT \"batch;\"")).containsExactly("INSERT INTO a VALUES (1)",
                "BEGIN BATCH\nINSERT 'x;y'; DELETE b; \nAPPLY BATCH", "SELECT \"batch;\"");
        assertThat(CqlLanguage.INSTANCE.refuses(" USE shop").orElse("")).contains("USE changes the session");
        assertThat(CqlLanguage.INSTANCE.refuses("/* now */ use shop")).isPresent();
        assertThat(CqlLanguage.INSTANCE.refuses("SELECT use FROM a")).isEmpty();
        assertThat(CqlLanguage.firstWord("/* a\nhint; */\n /**/ Select(1)")).isEqualTo("select");
        assertThat(CqlLanguage.firstWord(";")).isEmpty();
    }

    private static List<String> statements(String text) {
        var lexer = CqlLanguage.INSTANCE.lexer(text);
        StringBuilder now = new StringBuilder();
        List<String> all = new ArrayList<>();
        for (int at = 0; at < text.length();) {
            var token = lexer.next(at);
            switch (token.kind()) {
                case END -> {
                    all.add(now.toString().strip());
                    now.setLength(0);
                }
                case BLANK -> now.append(text.substring(at, token.end()).startsWith("//") ? ""
                        : text.substring(at, token.end()));
                default -> now.append(text, at, token.end());
            }
            at = token.end();
        }
        all.add(now.toString().strip());
        return all;
    }
}
