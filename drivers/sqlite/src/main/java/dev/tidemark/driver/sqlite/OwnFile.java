package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A database file of the user's. It is copied with what is in its log, and opened by nobody here. */
final class OwnFile {

    /** Begins every database: https://www.sqlite.org/fileformat2.html#magic_header_string. */
    private static final byte[] BEGINNING = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    /** The file itself, and what SQLite keeps beside it of transactions that are not in it, or not wholly. */
    private static final List<String> ENDINGS = List.of("", "-wal", "-journal");

    private final Path file;

    OwnFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    /**
     * @param folder in which the copy is what a target opens
     * @throws DriverException when it is no database, cannot be read, or somebody writes to it meanwhile
     */
    void copyTo(Path folder) throws DriverException {
        try {
            checkBeginning();
            List<List<Object>> before = state();
            for (String ending : ENDINGS) {
                if (Files.exists(beside(ending))) {
                    Files.copy(beside(ending), folder.resolve(SqliteDatabase.FILE + ending));
                }
            }
            if (!state().equals(before)) {
                throw new DriverException("file: " + file + " was written to while it was copied; end what writes to "
                        + "it, or name a backup of it");
            }
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(file, e);
        }
    }

    private Path beside(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private void checkBeginning() throws IOException, DriverException {
        if (!Files.isRegularFile(file)) {
            throw new DriverException("file: there is no file " + file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            if (!Arrays.equals(in.readNBytes(BEGINNING.length), BEGINNING)) {
                throw new DriverException("file: " + file + " is no SQLite database");
            }
        }
    }

    private List<List<Object>> state() throws IOException {
        List<List<Object>> state = new ArrayList<>();
        for (String ending : ENDINGS) {
            Path at = beside(ending);
            FileTime changed = Files.exists(at) ? Files.getLastModifiedTime(at) : FileTime.fromMillis(0);
            state.add(List.of(Files.exists(at) ? Files.size(at) : -1L, changed));
        }
        return state;
    }
}
