package dev.tidemark.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumsTest {

    private static final String CHANGE = "UPDATE batch SET label = label || 'x'";

    @TempDir
    private Path folder;

    private Jdbi database() {
        return Jdbi.create(Database.url(folder.resolve("x.db")));
    }

    /** SQLite turns a writer away at once whose view of the store is older than what another one has written. */
    @Test
    void readingARowLeavesNoOldViewOfTheStore() {
        try (Handle one = database().open(); Handle two = database().open()) {
            one.execute("PRAGMA journal_mode = WAL");
            one.execute("CREATE TABLE batch (" + Checksums.BATCH_COLUMNS + ")");
            one.execute("CREATE TABLE batch_checksum (batch_id, label, total)");
            one.execute("INSERT INTO batch (id, label) VALUES (1, 'a'), (2, 'b')");
            Checksums.begin(one, 1);
            assertThat(two.execute(CHANGE)).isEqualTo(2);
            assertThat(one.execute(CHANGE)).isEqualTo(2);
        }
    }
}
