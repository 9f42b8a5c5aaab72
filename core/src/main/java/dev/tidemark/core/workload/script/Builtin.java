package dev.tidemark.core.workload.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The scripts of pgbench, on tables of our own; see PostgreSQL's manual, "pgbench", and "What Is the Transaction". */
enum Builtin {
    TPCB_LIKE("""
            \\set aid random(1, 100000 * :scale)
            \\set bid random(1, 1 * :scale)
            \\set tid random(1, 10 * :scale)
            \\set delta random(-5000, 5000)
            BEGIN;
            UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
            UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
            INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
              VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
            COMMIT;
            """),
    SIMPLE_UPDATE("""
            \\set aid random(1, 100000 * :scale)
            \\set bid random(1, 1 * :scale)
            \\set tid random(1, 10 * :scale)
            \\set delta random(-5000, 5000)
            BEGIN;
            UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
              VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
            COMMIT;
            """),
    SELECT_ONLY("""
            \\set aid random(1, 100000 * :scale)
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            """);

    static final long TELLERS = 10;
    static final long ACCOUNTS = 100_000;
    private static final int ROWS_AT_A_TIME = 1000;

    private final String text;

    Builtin(String text) {
        this.text = text;
    }

    /** As the setting names it. */
    String word() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    String text() {
        return text;
    }

    static Optional<Builtin> named(String word) {
        return Arrays.stream(values()).filter(b -> b.word().equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Builtin::word).toList();
    }

    /** What makes the tables and fills them, as {@code pgbench -i} does. */
    static List<String> tables(long scale) {
        List<String> all = new ArrayList<>(List.of(
                "CREATE TABLE pgbench_branches (bid int NOT NULL PRIMARY KEY, bbalance int, filler char(88))",
                "CREATE TABLE pgbench_tellers (tid int NOT NULL PRIMARY KEY, bid int, tbalance int, filler char(84))",
                "CREATE TABLE pgbench_accounts (aid int NOT NULL PRIMARY KEY, bid int, abalance int, filler char(84))",
                "CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, "
                        + "filler char(22))"));
        rows("pgbench_branches (bid, bbalance, filler)", scale, i -> "(" + i + ", 0, '')", all);
        rows("pgbench_tellers (tid, bid, tbalance, filler)", scale * TELLERS,
                i -> "(" + i + ", " + ((i - 1) / TELLERS + 1) + ", 0, '')", all);
        rows("pgbench_accounts (aid, bid, abalance, filler)", scale * ACCOUNTS,
                i -> "(" + i + ", " + ((i - 1) / ACCOUNTS + 1) + ", 0, '')", all);
        return all;
    }

    private static void rows(String table, long count, java.util.function.LongFunction<String> row, List<String> into) {
        for (long from = 1; from <= count; from += ROWS_AT_A_TIME) {
            into.add("INSERT INTO " + table + " VALUES " + LongStream.range(from, Math.min(count + 1,
                    from + ROWS_AT_A_TIME)).mapToObj(row).collect(Collectors.joining(", ")));
        }
    }
}
