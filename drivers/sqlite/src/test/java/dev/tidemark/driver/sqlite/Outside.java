package dev.tidemark.driver.sqlite;

import module java.base;
import module java.sql;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.KeyspaceTarget;

/** Settings of several tests, and the database as another program sees it. */
final class Outside {

    private Outside() {}

    /** The other layout and the other way of waiting. */
    static List<String> clusteredAndBusy(List<String> settings) {
        return Stream.concat(settings.stream(), Stream.of("table", "clustered", "writers", "busy")).toList();
    }

    static Connection connect(KeyspaceTarget target) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:"
                + ((ManifestFolder) target.manifests()).folder().resolve(SqliteDatabase.FILE));
    }
}
