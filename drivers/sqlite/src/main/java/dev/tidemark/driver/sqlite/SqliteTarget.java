package dev.tidemark.driver.sqlite;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.embedded.Shards;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.driver.upkeep.SnapshotTarget;
import dev.tidemark.core.param.Values;
import org.sqlite.SQLiteJDBCLoader;

/** An SQLite database in this process. */
final class SqliteTarget extends EmbeddedTarget<String, SqliteDatabase> implements CompactingTarget, SnapshotTarget {

    static final DataFiles FILES = new DataFiles("sqlite", "an SQLite", Pattern.quote(SqliteDatabase.FILE)
            + "(-wal|-shm|-journal)?", Optional.empty(), false);

    SqliteTarget(Values values, Context context) {
        super(values, context, FILES, values.find(SqliteParams.DIRECTORY), 1);
    }

    @Override
    protected SqliteDatabase open(Path folder, boolean create) throws DriverException {
        Optional<Path> own = values().find(SqliteParams.FILE);
        if (create && own.isPresent()) {
            new OwnFile(own.get()).copyTo(folder);
        }
        return SqliteDatabase.open(folder, values());
    }

    @Override
    protected Session session(Shards<String, SqliteDatabase> open, Runnable ended) throws DriverException {
        return new SqliteSession(open, context().note(), ended);
    }

    /** Something done with the open database. */
    interface Work<T> {
        T of(SqliteDatabase open) throws DriverException;
    }

    <T> T with(Work<T> work) throws DriverException {
        return withDatabase(open -> work.of(open.stores().getFirst()));
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return SqliteStylePlace.make(this, style, name);
    }

    @Override
    public String version() {
        return "SQLite " + SQLiteJDBCLoader.getVersion();
    }
}
