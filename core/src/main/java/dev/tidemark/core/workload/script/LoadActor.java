package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.RowFile;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;

/** One worker that stores batches of rows, each in a transaction. Reading the file is none of an operation's time. */
final class LoadActor implements Actor {

    /** Values of a statement: fewer than the limits of PostgreSQL and MySQL (65,535) and of SQLite (32,766). */
    private static final int MOST_VALUES = 30_000;

    /** How rows go to the database. */
    enum Method {
        /** The database's own way for many rows: COPY, LOAD DATA. */
        COPY,
        /** An INSERT of all rows of the batch. */
        MULTI_ROW,
        /** An INSERT for each row, which is prepared once. */
        PREPARED
    }

    private final StatementSession session;
    private final ConnectionSetUp connecting;
    private final boolean ownTables;
    private final List<TableLoad> loads;
    private final LoadBatches batches;
    private final Method method;
    private final List<String> kinds;
    private final Binding binding = this::bind;
    private LoadBatches.Batch batch;
    private final List<String[]> rows = new ArrayList<>();
    /** Of the rows that the next statement takes. */
    private int from;
    private int to;
    private String insert;
    private TableLoad insertInto;
    private int insertRows;

    /** @param kinds of all loads, each once */
    LoadActor(StatementSession session, ConnectionSetUp connecting, boolean ownTables, List<TableLoad> loads,
            LoadBatches batches, Method method, List<String> kinds) {
        this.session = session;
        this.connecting = connecting;
        this.ownTables = ownTables;
        this.loads = loads;
        this.batches = batches;
        this.method = method;
        this.kinds = kinds;
        batches.join();
    }

    @Override
    public int prepare(int lane, long n) {
        batch = batches.next();
        rows.clear();
        if (batch == null) {
            return 0;
        }
        TableLoad load = loads.get(batch.load());
        for (RowFile.Row row : batch.rows()) {
            rows.add(load.cells().of(row));
        }
        return kinds.indexOf(load.kind());
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        if (batch == null) {
            tally.reason = "the files have fewer rows than before";
            return Outcome.FAILURE;
        }
        try {
            store(loads.get(batch.load()));
            tally.units = 1;
            tally.rowsWritten = rows.size();
            return Outcome.OK;
        } catch (StatementException e) {
            tally.place = place();
            throw e;
        }
    }

    /** Of the first failures the lines, too; where all fail alike, it is one reason and not one for each batch. */
    private String place() {
        if (!batches.knowsLineNumbers()) {
            return loads.get(batch.load()).file().name();
        }
        long first = batch.rows().getFirst().line();
        long last = batch.rows().getLast().line();
        return loads.get(batch.load()).file().name() + ": line" + (first == last ? " " + first
                : "s " + first + " to " + last);
    }

    private void store(TableLoad load) throws Exception {
        session.begin(ownTables);
        try {
            connecting.ready();
            if (method == Method.COPY) {
                session.copy(load.table(), load.columns(), rows);
            } else {
                insert(load, method == Method.PREPARED ? 1 : Math.max(1, MOST_VALUES / load.columns().size()));
            }
        } catch (Exception | Error e) {
            ScriptExecution.endAfter(session, e);
            throw e;
        }
        session.end();
    }

    /** @param most rows of a statement */
    private void insert(TableLoad load, int most) throws Exception {
        boolean several = rows.size() > most;
        if (several) {
            session.execute("BEGIN", Binding.NONE, null);
        }
        for (from = 0; from < rows.size(); from = to) {
            to = Math.min(rows.size(), from + most);
            session.execute(statement(load, to - from), binding, null);
        }
        if (several) {
            session.execute("COMMIT", Binding.NONE, null);
        }
    }

    /** The same text as long as table and number of rows are the same. */
    private String statement(TableLoad load, int count) {
        if (load != insertInto || count != insertRows) {
            insert = load.insert(count);
            insertInto = load;
            insertRows = count;
        }
        return insert;
    }

    private void bind(StatementSession.Parameters parameters) {
        for (int row = from; row < to; row++) {
            for (String cell : rows.get(row)) {
                parameters.add(cell);
            }
        }
    }

    @Override
    public void close() throws Exception {
        batches.leave();
        session.close();
    }
}
