package dev.tidemark.core.workload.script;

import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.param.Values;

/** Tables that built-in scripts work on. */
enum Tables {
    /** An account is three numbers and a text of 84 letters. */
    PGBENCH(96) {
        @Override
        long rows(Values values) {
            return values.get(ScriptParams.SCALE) * PgbenchTables.ACCOUNTS;
        }

        @Override
        void make(StatementSession session, Values values, long seed, Progress progress) throws Exception {
            new PgbenchTables(new TableFiller(session, progress), values.get(ScriptParams.SCALE)).make();
        }
    },
    /** Two numbers, and texts of 120 and of 60 letters. */
    SYSBENCH(188) {
        @Override
        long rows(Values values) {
            return values.get(ScriptParams.TABLES) * values.get(ScriptParams.TABLE_SIZE);
        }

        @Override
        void make(StatementSession session, Values values, long seed, Progress progress) throws Exception {
            new SysbenchTables(new TableFiller(session, progress), values.get(ScriptParams.TABLES),
                    values.get(ScriptParams.TABLE_SIZE), seed).make();
        }
    };

    private final int rowBytes;

    Tables(int rowBytes) {
        this.rowBytes = rowBytes;
    }

    /** Of the largest tables; the others are small. */
    abstract long rows(Values values);

    /** What such a row holds. */
    int rowBytes() {
        return rowBytes;
    }

    /** Makes and fills them in the target's own namespace. */
    abstract void make(StatementSession session, Values values, long seed, Progress progress) throws Exception;

    /**
     * The tables of pgbench's built-in scripts, as {@code pgbench -i} makes them (PostgreSQL's manual, "pgbench",
     * Initialization Options).
     */
    private record PgbenchTables(TableFiller filler, long scale) {

        static final long TELLERS = 10;
        static final long ACCOUNTS = 100_000;

        void make() throws Exception {
            filler.execute("CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, "
                    + "filler char(22))");
            filler.execute("CREATE TABLE pgbench_tellers (tid int NOT NULL PRIMARY KEY, bid int, tbalance int, "
                    + "filler char(84))");
            filler.execute("CREATE TABLE pgbench_accounts (aid int NOT NULL PRIMARY KEY, bid int, abalance int, "
                    + "filler char(84))");
            filler.execute("CREATE TABLE pgbench_branches (bid int NOT NULL PRIMARY KEY, bbalance int, filler "
                    + "char(88))");
            filler.fill("pgbench_branches (bid, bbalance)", "(?, 0)", scale, (number, to) -> to.add(number));
            filler.fill("pgbench_tellers (tid, bid, tbalance)", "(?, ?, 0)", scale * TELLERS, (number, to) -> {
                to.add(number);
                to.add((number - 1) / TELLERS + 1);
            });
            filler.fill("pgbench_accounts (aid, bid, abalance, filler)", "(?, ?, 0, '')", scale * ACCOUNTS,
                    (number, to) -> {
                to.add(number);
                to.add((number - 1) / ACCOUNTS + 1);
            });
        }
    }
}
