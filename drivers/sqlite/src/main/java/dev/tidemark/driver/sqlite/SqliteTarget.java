package dev.tidemark.driver.sqlite;

import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.ByteArrayTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.driver.upkeep.SnapshotTarget;
import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.sqlite.SQLiteJDBCLoader;

/** An SQLite database in this process. */
final class SqliteTarget extends ByteArrayTarget<SqliteDatabase> implements CompactingTarget, SnapshotTarget,
        StyleTarget {

    static final String FOLDER = "tidemark-sqlite";

    private static final Pattern OWN = Pattern.compile("snapshot|(snapshot/)?" + Pattern.quote(SqliteDatabase.FILE)
            + "(-wal|-shm|-journal)?|" + Pattern.quote(ManifestFolder.FILES) + "[^/]*");

    SqliteTarget(Values values, Context context) {
        super(values, context,
                new OwnedDataDirectory(values.find(SqliteParams.DIRECTORY).orElse(context.scratch()), FOLDER,
                OWN));
    }

    @Override
    protected SqliteDatabase openDatabase(Path folder) throws DriverException {
        return SqliteDatabase.open(folder, values());
    }

    /** Something done with the open database. */
    interface Work<T> {
        T of(SqliteDatabase open) throws DriverException;
    }

    <T> T with(Work<T> work) throws DriverException {
        return withDatabase(work::of);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return SqliteStylePlace.make(this, style, name);
    }

    /** {@inheritDoc} Writes the whole database anew (VACUUM); writers wait meanwhile. */
    @Override
    public void compact(Progress progress) throws DriverException {
        withDatabase(open -> {
            open.compact();
            return null;
        });
    }

    /** {@inheritDoc} Without the pages that are free (VACUUM INTO). */
    @Override
    public long snapshot() throws DriverException {
        return snapshot(SqliteDatabase::copy);
    }

    @Override
    public String version() {
        return "SQLite " + SQLiteJDBCLoader.getVersion();
    }
}
