package dev.tidemark.core.workload.script;

import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Parameters;
import java.util.Collections;

/** Makes tables and fills them by inserts of many rows each. */
record TableFiller(StatementSession session, Progress progress) {

    /** Rows of a statement; with four values each, fewer than any database's limit. */
    private static final int ROWS = 200;
    /** Statements of a transaction. */
    private static final int STATEMENTS = 50;

    /** Gives the values of a row. */
    @FunctionalInterface
    interface Row {
        /** @param number from 1 */
        void bind(long number, Parameters to);
    }

    void execute(String statement) throws Exception {
        session.begin(true);
        try {
            session.execute(statement, Binding.NONE, null);
        } finally {
            session.end();
        }
    }

    /**
     * Inserts rows.
     *
     * @param into the table and its columns
     * @param row  the values of a row, with {@code ?} for those that {@code values} gives
     */
    void fill(String into, String row, long rows, Row values) throws Exception {
        String one = "INSERT INTO " + into + " VALUES " + row;
        String many = "INSERT INTO " + into + " VALUES " + String.join(", ", Collections.nCopies(ROWS, row));
        long done = 0;
        while (done < rows) {
            session.begin(true);
            try {
                session.execute("BEGIN", Binding.NONE, null);
                for (int i = 0; i < STATEMENTS && done < rows; i++) {
                    int next = rows - done >= ROWS ? ROWS : 1;
                    insert(next == ROWS ? many : one, done, next, values);
                    done += next;
                }
                session.execute("COMMIT", Binding.NONE, null);
            } finally {
                session.end();
            }
            progress.report(done, rows);
        }
    }

    private void insert(String statement, long done, int rows, Row values) throws Exception {
        session.execute(statement, to -> {
            for (long number = done + 1; number <= done + rows; number++) {
                values.bind(number, to);
            }
        }, null);
    }
}
