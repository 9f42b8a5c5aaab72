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
}
