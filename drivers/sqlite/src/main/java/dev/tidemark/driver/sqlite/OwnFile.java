package dev.tidemark.driver.sqlite;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.OthersFiles;
import dev.tidemark.core.driver.support.OwnedDataDirectory;

/** A database file of the user's. It is copied with what is in its log, and opened by nobody here. */
final class OwnFile {

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
