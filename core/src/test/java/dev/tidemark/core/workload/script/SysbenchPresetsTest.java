package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import org.junit.jupiter.api.Test;

/** The presets send what sysbench 1.0.20 sent, by the general log of MariaDB, in one transaction of one table. */
class SysbenchPresetsTest {

    private static final String POINT = "SELECT c FROM sbtest1 WHERE id=?";
    private static final List<String> RANGES = List.of("SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ?",
            "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN ? AND ?",
            "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c",
            "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c");
    private static final List<String> WRITES = List.of("UPDATE sbtest1 SET k=k+1 WHERE id=?",
            "UPDATE sbtest1 SET c=? WHERE id=?", "DELETE FROM sbtest1 WHERE id=?",
            "INSERT INTO sbtest1 (id, k, c, pad) VALUES (?, ?, ?, ?)");

    private static List<String> sent(Builtin preset) {
        return PgbenchParser.parse(List.of(new PgbenchParser.Source(preset.word(), preset.text())),
                Set.of("tables", "table_size"), false, StatementLanguage.STANDARD).getFirst().statements().stream()
                .map(sql -> sql.text().replace(Command.Sql.INLINE, '1')).toList();
    }

    @SafeVarargs
    private static List<String> transaction(List<String>... parts) {
        List<String> all = new ArrayList<>(List.of("BEGIN"));
        for (List<String> part : parts) {
            all.addAll(part);
        }
        all.add("COMMIT");
        return all;
    }

    @Test
    void theStatementsAreThoseOfSysbench() {
        List<String> points = Collections.nCopies(10, POINT);
        assertThat(sent(Builtin.OLTP_POINT_SELECT)).containsExactly(POINT);
        assertThat(sent(Builtin.OLTP_READ_ONLY)).isEqualTo(transaction(points, RANGES));
        assertThat(sent(Builtin.OLTP_WRITE_ONLY)).isEqualTo(transaction(WRITES));
        assertThat(sent(Builtin.OLTP_READ_WRITE)).isEqualTo(transaction(points, RANGES, WRITES));
    }
}
