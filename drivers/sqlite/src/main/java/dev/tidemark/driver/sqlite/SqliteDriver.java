package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Optional;

/** The embedded SQL engine SQLite. */
public final class SqliteDriver extends EmbeddedDriver {

    public SqliteDriver() {
        super("sqlite", "SQLite, an embedded SQL engine with a write-ahead log and one writer at a time, through JDBC.",
                "SQLite", "sqlite-jdbc", SqliteParams.ALL, SqliteMeasures.ALL, Capability.COMPACT, Capability.SNAPSHOT,
                Capability.STATEMENTS, Capability.API_STYLES);
    }

    @Override
    protected void loadEngine() throws Exception {
        SqliteDatabase.loadEngine();
    }

    @Override
    public List<ApiStyle> styles() {
        return SqliteStyles.ALL;
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(SqliteParams.SYNC);
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(SqliteParams.CACHE);
    }

    @Override
    public StatementLanguage statements(Values values) {
        return new SqliteLanguage();
    }

    @Override
    public String compaction() {
        return "Writes the database anew without its free pages (VACUUM), while writers wait. What is written "
                + "over leaves none, as its pages are used again at once; what is deleted does.";
    }

    @Override
    protected OpenTarget target(Values values, Context context) {
        return new SqliteTarget(values, context);
    }
}
