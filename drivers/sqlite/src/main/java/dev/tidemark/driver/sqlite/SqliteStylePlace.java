package dev.tidemark.driver.sqlite;

import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A table of documents. @param table as it stands in statements */
record SqliteStylePlace(SqliteTarget target, ApiStyle style, String table) implements StylePlace {

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
