package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.param.Types;

/**
 * Scripts that are there without a file, on tables of our own: those of pgbench (PostgreSQL's manual, "pgbench", What
 * Is the Transaction) and of sysbench (its oltp_*.lua), in which numbers are uniformly distributed and each sort of
 * statement goes to a table that is drawn for it.
 */
enum Builtin {
    TPCB_LIKE(Tables.PGBENCH, Text.ACCOUNT + """
            BEGIN;
            UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
            UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
            """ + Text.HISTORY),
    SIMPLE_UPDATE(Tables.PGBENCH, Text.ACCOUNT + """
            BEGIN;
            UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            """ + Text.HISTORY),
    SELECT_ONLY(Tables.PGBENCH, """
            \\set aid random(1, 100000 * :scale)
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            """),
    OLTP_POINT_SELECT(Tables.SYSBENCH, Text.TABLE + Text.POINT),
    OLTP_READ_ONLY(Tables.SYSBENCH, "BEGIN;\n" + Text.reads() + "COMMIT;\n"),
    OLTP_WRITE_ONLY(Tables.SYSBENCH, "BEGIN;\n" + Text.writes() + "COMMIT;\n"),
    OLTP_READ_WRITE(Tables.SYSBENCH, "BEGIN;\n" + Text.reads() + Text.writes() + "COMMIT;\n");

    /** What several of them have in common. */
    private static final class Text {

        private static final String ACCOUNT = """
                \\set aid random(1, 100000 * :scale)
                \\set bid random(1, 1 * :scale)
                \\set tid random(1, 10 * :scale)
                \\set delta random(-5000, 5000)
                """;
        private static final String HISTORY = """
                INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
                  VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
                END;
                """;
        private static final String TABLE = "\\set t random(1, :tables)\n";
        private static final String POINT = """
                \\set id random(1, :table_size)
                SELECT c FROM sbtest:{t} WHERE id=:id;
                """;
        private static final int POINTS = 10;

        private static String range(String select, String order) {
            return TABLE + "\\set id random(1, :table_size)\n\\set last :id + 99\nSELECT " + select
                    + " FROM sbtest:{t} WHERE id BETWEEN :id AND :last" + order + ";\n";
        }

        private static String reads() {
            return TABLE + POINT.repeat(POINTS) + range("c", "") + range("SUM(k)", "") + range("c", " ORDER BY c")
                    + range("DISTINCT c", " ORDER BY c");
        }

        private static String writes() {
            String id = TABLE + "\\set id random(1, :table_size)\n";
            String c = "\\set c random_pattern('" + SysbenchTables.C + "')\n";
            return id + "UPDATE sbtest:{t} SET k=k+1 WHERE id=:id;\n"
                    + id + c + "UPDATE sbtest:{t} SET c=:c WHERE id=:id;\n"
                    + id + "\\set k random(1, :table_size)\n" + c
                    + "\\set pad random_pattern('" + SysbenchTables.PAD + "')\n"
                    + "DELETE FROM sbtest:{t} WHERE id=:id;\n"
                    + "INSERT INTO sbtest:{t} (id, k, c, pad) VALUES (:id, :k, :c, :pad);\n";
        }
    }

    private final Tables tables;
    private final String text;

    Builtin(Tables tables, String text) {
        this.tables = tables;
        this.text = text;
    }

    /** As the setting names it. */
    String word() {
        return Types.word(this);
    }

    String text() {
        return text;
    }

    Tables tables() {
        return tables;
    }

    static Optional<Builtin> named(String word) {
        return Arrays.stream(values()).filter(b -> b.word().equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Builtin::word).toList();
    }
}
