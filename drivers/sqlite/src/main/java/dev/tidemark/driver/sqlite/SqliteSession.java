package dev.tidemark.driver.sqlite;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.embedded.Shards;

/** One worker's side: that of keys, and statements on the same connection. */
final class SqliteSession extends EmbeddedSession<String> implements StatementSession {

    private final SqliteStatements script;
    /** Whether what comes first on its connection was done. */
    private boolean ready;

    SqliteSession(Shards<String, SqliteDatabase> shards, Consumer<String> note, Runnable ended)
            throws DriverException {
        super(SqliteTarget.FILES.driver(), shards, note, ended);
        this.script = new SqliteStatements(shards.stores().getFirst(), ((SqliteAccess) access()).connection());
    }

    /** {@inheritDoc} The database has but one place for tables. */
    @Override
    public void begin(boolean ownNamespace) {
        script.begin();
    }

    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        return script.execute(text, binding, columns);
    }

    @Override
    public boolean isNew() {
        return !ready;
    }

    @Override
    public void ready() {
        ready = true;
    }

    @Override
    public long written() {
        return script.written();
    }

    @Override
    public long returned() {
        return script.returned();
    }

    @Override
    public Optional<List<String>> describe(String text, Binding binding) throws Exception {
        return script.describe(text, binding);
    }

    @Override
    public void end() throws StatementException {
        if (script.end()) {
            throw StatementException.leftOpen();
        }
    }
}
