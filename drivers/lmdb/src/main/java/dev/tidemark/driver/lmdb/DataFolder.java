package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of one target on disk:
 *
 * <pre>
 * DIRECTORY/tidemark-lmdb/made-by-tidemark   the marker: what was made, and a lock while it is in use
 *                        /data.mdb           everything that is stored
 *                        /lock.mdb           who reads and who writes
 *                        /dataset.…          what a dataset's keeper wrote beside it
 * </pre>
 *
 * <p>The marker is written before anything else and deleted after everything else, so whatever a killed run leaves
 * can be told from what belongs to the user. No other file is ever deleted.
 */
final class DataFolder {

    static final String NAME = "tidemark-lmdb";
    static final String MARKER = "made-by-tidemark";

    private static final String DATA = "data.mdb";
    private static final List<String> ENGINE_FILES = List.of(DATA, "lock.mdb");
    private static final String DIRECTORY_MADE = "directory-made=true\n";
    private static final String EXPLANATION =
            "# Tidemark made this folder and deletes it when its database is made anew or dropped.\n";

    private final Path directory;
    private final Path folder;
    /** Open, with a lock on it, while this object has the folder to itself. */
    private FileChannel marker;

    DataFolder(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
        this.folder = this.directory.resolve(NAME);
    }

    Path directory() {
        return directory;
    }

    /** Where the engine's files are. */
    Path folder() {
        return folder;
    }

    Path dataFile() {
        return folder.resolve(DATA);
    }

    /** Whether a run of Tidemark made something here. */
    boolean exists() {
        return Files.isRegularFile(folder.resolve(MARKER));
    }

    /**
     * Makes the empty folder and locks it, after deleting what an earlier run left.
     *
     * @throws DriverException when the place is not ours, is in use or cannot be written
     */
    void make() throws DriverException {
        try {
            if (Files.exists(directory.resolve(DATA))) {
                throw new DriverException(directory
                        + " holds an LMDB database that Tidemark did not make; choose another directory");
            }
            boolean made = !Files.isDirectory(directory);
            Files.createDirectories(folder);
            refuseFilesOfOthers();
            if (exists()) {
                lock();
                made = directoryMade();
                deleteOwnFiles();
            } else {
                lock();
            }
            marker.truncate(0);
            marker.write(StandardCharsets.UTF_8.encode((made ? DIRECTORY_MADE : "") + EXPLANATION), 0);
        } catch (IOException e) {
            release();
            throw Failures.of(folder, e);
        } catch (DriverException e) {
            release();
            throw e;
        }
    }

    /**
     * Locks the folder that is there.
     *
     * @throws DriverException when there is none, or it is in use
     */
    void use() throws DriverException {
        if (!exists()) {
            throw new DriverException(folder + " holds no database of Tidemark's; it must be created first");
        }
        try {
            lock();
        } catch (IOException e) {
            throw Failures.of(folder, e);
        }
    }

    /**
     * Deletes what {@link #make} and LMDB made, and unlocks.
     *
     * @return the files and folders of others that were found inside, which stay
     */
    List<Path> remove() throws DriverException {
        if (!exists()) {
            release();
            return List.of();
        }
        try {
            lock();
            boolean directoryMade = directoryMade();
            deleteOwnFiles();
            Files.delete(folder.resolve(MARKER));
            release();
            List<Path> left = entries();
            if (left.isEmpty()) {
                Files.delete(folder);
                if (directoryMade) {
                    deleteIfEmpty(directory);
                }
            }
            return left;
        } catch (IOException e) {
            throw Failures.of(folder, e);
        }
    }

    /** Lets others have the folder. */
    void release() {
        if (marker != null) {
            try {
                marker.close();
            } catch (IOException e) {
                // Only reading and locking went on, so nothing is lost; the lock goes with the descriptor.
            } finally {
                marker = null;
            }
        }
    }

    private void refuseFilesOfOthers() throws IOException, DriverException {
        boolean ours = exists();
        List<Path> foreign = entries().stream().filter(p -> !(ours && isOurs(p.getFileName().toString()))).toList();
        if (!foreign.isEmpty()) {
            throw new DriverException(folder + " holds files that Tidemark did not make ("
                    + foreign.getFirst().getFileName() + (foreign.size() > 1 ? ", …" : "")
                    + "); move them away or choose another directory");
        }
    }

    private static boolean isOurs(String name) {
        return name.equals(MARKER) || ENGINE_FILES.contains(name) || name.startsWith(KeyspaceTarget.DATASET_FILES);
    }

    private void deleteOwnFiles() throws IOException {
        for (String file : ENGINE_FILES) {
            Files.deleteIfExists(folder.resolve(file));
        }
        for (Path entry : entries()) {
            if (entry.getFileName().toString().startsWith(KeyspaceTarget.DATASET_FILES)
                    && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(entry);
            }
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // It holds what others put there, and so it stays.
        }
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private void lock() throws IOException, DriverException {
        if (marker != null) {
            return;
        }
        FileChannel channel = FileChannel.open(folder.resolve(MARKER), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw new OverlappingFileLockException();
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new DriverException(folder + " is in use by another run; wait for it or choose another directory");
        }
        marker = channel;
    }

    /** Whether the directory itself was made, too; unknown, and so no, after a kill before the marker was filled. */
    private boolean directoryMade() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(256);
        marker.read(bytes, 0);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).startsWith(DIRECTORY_MADE);
    }
}
