package dev.tidemark.core.workload.script;

import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.param.Values;

/** Tables that built-in scripts work on. */
enum Tables {
    PGBENCH {
        @Override
        void make(StatementSession session, Values values, long seed, Progress progress) throws Exception {
            new PgbenchTables(new TableFiller(session, progress), values.get(ScriptParams.SCALE)).make();
        }
    },
    SYSBENCH {
        @Override
        void make(StatementSession session, Values values, long seed, Progress progress) throws Exception {
            new SysbenchTables(new TableFiller(session, progress), values.get(ScriptParams.TABLES),
                    values.get(ScriptParams.TABLE_SIZE), seed).make();
        }
    };

    /** Makes and fills them in the target's own namespace. */
    abstract void make(StatementSession session, Values values, long seed, Progress progress) throws Exception;
}
