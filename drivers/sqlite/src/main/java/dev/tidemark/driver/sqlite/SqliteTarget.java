package dev.tidemark.driver.sqlite;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.embedded.OthersFiles;
import dev.tidemark.core.driver.embedded.Shards;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Values;
import java.util.Optional;
import org.sqlite.SQLiteJDBCLoader;
import tools.jackson.databind.JsonNode;

/** An SQLite database in this process. */
final class SqliteTarget extends EmbeddedTarget<String, SqliteDatabase> {

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
    interface DatabaseCall<T> {
        T of(SqliteDatabase open) throws DriverException;
    }

    <T> T with(DatabaseCall<T> work) throws DriverException {
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

    /** A database file of the user's. It is copied with what is in its log, and opened by nobody here. */
    private static final class OwnFile {

        /** Begins every database: https://www.sqlite.org/fileformat2.html#magic_header_string. */
        private static final byte[] BEGINNING = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

        private final Path file;

        OwnFile(Path file) {
            this.file = file.toAbsolutePath();
        }

        /**
         * @param folder in which the copy is what a target opens
         * @throws DriverException when it is no database, cannot be read, or somebody writes to it meanwhile
         */
        void copyTo(Path folder) throws DriverException {
            checkBeginning();
            new OthersFiles("file", file, () -> Stream.of("", "-wal", "-journal").map(this::sibling)
                    .filter(Files::exists).toList()).copy(folder, there -> SqliteDatabase.FILE
                            + there.getFileName().toString().substring(file.getFileName().toString().length()));
        }

        /** What SQLite keeps beside it of transactions that are not in it, or not wholly. */
        private Path sibling(String ending) {
            return file.resolveSibling(file.getFileName() + ending);
        }

        private void checkBeginning() throws DriverException {
            if (!Files.isRegularFile(file)) {
                throw new DriverException("file: there is no file " + file);
            }
            try (InputStream in = Files.newInputStream(file)) {
                if (!Arrays.equals(in.readNBytes(BEGINNING.length), BEGINNING)) {
                    throw new DriverException("file: " + file + " is no SQLite database");
                }
            } catch (IOException e) {
                throw OwnedDataDirectory.failure(file, e);
            }
        }
    }

    /** A table of documents. @param table as it stands in statements */
    private record SqliteStylePlace(SqliteTarget target, ApiStyle style, String table) implements StylePlace {

        static SqliteStylePlace make(SqliteTarget target, ApiStyle style, String name) throws DriverException {
            SqliteStylePlace place = new SqliteStylePlace(target, style, "\"style-" + name + '"');
            target.with(open -> {
                open.change(place.drop(), "drop a table");
                open.change("CREATE TABLE " + place.table + " (id INTEGER PRIMARY KEY NOT NULL, doc TEXT NOT NULL)"
                        + (open.clustered() ? " WITHOUT ROWID" : ""), "make a table");
                return null;
            });
            return place;
        }

        private String drop() {
            return "DROP TABLE IF EXISTS " + table;
        }

        @Override
        public StyleSession session(int worker) throws DriverException {
            return target.with(open -> SqliteStyleSession.open(open, style, table));
        }

        @Override
        public long count() throws DriverException {
            return target.with(open -> open.text(SqlStyles.count(table), "count documents")).map(Long::parseLong)
                    .orElseThrow();
        }

        @Override
        public Optional<JsonNode> read(long id) throws DriverException {
            return target.with(open -> open.text(SqlStyles.find(table, id), "read a document")).map(ObjectJson::parse);
        }

        @Override
        public void close() throws DriverException {
            target.with(open -> {
                open.change(drop(), "drop a table");
                return null;
            });
        }
    }
}
