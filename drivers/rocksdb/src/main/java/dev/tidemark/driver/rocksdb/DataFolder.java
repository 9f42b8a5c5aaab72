package dev.tidemark.driver.rocksdb;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The folders of one target on disk:
 *
 * <pre>
 * DIRECTORY/tidemark-rocksdb/made-by-tidemark   the marker: what was made, and a lock while it is in use
 *                           /shard-01 …         one RocksDB instance each
 *                           /dataset.…          what a dataset's keeper wrote beside them
 * </pre>
 *
 * <p>The marker is written before anything else and deleted after everything else, so whatever a killed run leaves
 * can be told from what belongs to the user. Nothing is ever deleted that RocksDB would not have named so.
 */
final class DataFolder {

    static final String NAME = "tidemark-rocksdb";
    static final String MARKER = "made-by-tidemark";

    private static final Pattern SHARD = Pattern.compile("shard-\\d{2,3}");
    private static final Pattern ENGINE_FILE = Pattern.compile(
            "(CURRENT|IDENTITY|LOCK|LOG|MANIFEST|OPTIONS)([-.].*)?|\\d+\\.(sst|blob|log|dbtmp)(\\.trash)?");
    private static final Pattern RECORD = Pattern.compile("shards=(\\d+)\ndirectory-made=(true|false)\n.*",
            Pattern.DOTALL);

    /** What a marker says. */
    private record Record(int shards, boolean directoryMade) {
        @Override
        public String toString() {
            return "shards=" + shards + "\ndirectory-made=" + directoryMade
                    + "\n# Tidemark made this folder and deletes it when its database is made anew or dropped.\n";
        }
    }

    private final Path directory;
    private final Path folder;
    private final int shards;
    /** Open, with a lock on it, while this object has the folder to itself. */
    private FileChannel marker;

    DataFolder(Path directory, int shards) {
        this.directory = directory.toAbsolutePath().normalize();
        this.folder = this.directory.resolve(NAME);
        this.shards = shards;
    }

    Path directory() {
        return directory;
    }

    /** Where the shards are. */
    Path folder() {
        return folder;
    }

    List<Path> shardFolders() {
        return IntStream.rangeClosed(1, shards).mapToObj(i -> folder.resolve("shard-%02d".formatted(i))).toList();
    }

    /** Everything that RocksDB keeps in the shards. */
    List<Path> engineFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path shard : shardFolders()) {
            files.addAll(list(shard, DataFolder::isEngineFile));
        }
        return files;
    }

    /** Whether a run of Tidemark made something here. */
    boolean exists() {
        return Files.isRegularFile(folder.resolve(MARKER));
    }

    /**
     * Makes the empty shard folders and locks them, after deleting what an earlier run left.
     *
     * @throws DriverException when the place is not ours, is in use or cannot be written
     */
    void make() throws DriverException {
        try {
            refuseDatabaseOfOthers();
            boolean made = !Files.isDirectory(directory);
            Files.createDirectories(folder);
            refuseFilesOfOthers();
            if (exists()) {
                lock();
                made = readMarker().map(Record::directoryMade).orElse(false);
                deleteOwn();
            } else {
                lock();
            }
            writeMarker(new Record(shards, made));
            for (Path shard : shardFolders()) {
                Files.createDirectories(shard);
            }
        } catch (IOException e) {
            release();
            throw Failures.of(folder, e);
        } catch (DriverException e) {
            release();
            throw e;
        }
    }

    /**
     * Locks the shard folders that are there.
     *
     * @throws DriverException when there are none, not as many as wanted, or they are in use
     */
    void use() throws DriverException {
        if (!exists()) {
            throw new DriverException(folder + " holds no database of Tidemark's; it must be created first");
        }
        try {
            lock();
            int there = readMarker().map(Record::shards).orElse(0);
            if (there != shards) {
                release();
                throw new DriverException(folder + " holds " + there + " shards, not " + shards
                        + "; set shards to " + there + " or make the data anew");
            }
        } catch (IOException e) {
            release();
            throw Failures.of(folder, e);
        }
    }

    /**
     * Deletes what {@link #make} and RocksDB made, and unlocks.
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
            boolean directoryMade = readMarker().map(Record::directoryMade).orElse(false);
            deleteOwn();
            Files.delete(folder.resolve(MARKER));
            release();
            List<Path> left = list(folder, p -> true);
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

    private void refuseDatabaseOfOthers() throws DriverException {
        if (Files.exists(directory.resolve("CURRENT"))) {
            throw new DriverException(directory
                    + " holds a RocksDB database that Tidemark did not make; choose another directory");
        }
    }

    private void refuseFilesOfOthers() throws IOException, DriverException {
        boolean ours = exists();
        List<Path> foreign = new ArrayList<>(list(folder, p -> !(ours && (isMarker(p) || isShard(p) || isOfDataset(p)))));
        for (Path shard : list(folder, p -> ours && isShard(p))) {
            foreign.addAll(list(shard, p -> !isEngineFile(p)));
        }
        if (!foreign.isEmpty()) {
            throw new DriverException(folder + " holds files that Tidemark did not make ("
                    + folder.relativize(foreign.getFirst()) + (foreign.size() > 1 ? ", …" : "")
                    + "); move them away or choose another directory");
        }
    }

    private void deleteOwn() throws IOException {
        for (Path file : list(folder, DataFolder::isOfDataset)) {
            Files.delete(file);
        }
        for (Path shard : list(folder, DataFolder::isShard)) {
            for (Path file : list(shard, DataFolder::isEngineFile)) {
                Files.delete(file);
            }
            deleteIfEmpty(shard);
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // It holds what others put there, and so it stays.
        }
    }

    private static boolean isMarker(Path path) {
        return path.getFileName().toString().equals(MARKER);
    }

    private static boolean isShard(Path path) {
        return SHARD.matcher(path.getFileName().toString()).matches()
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isOfDataset(Path path) {
        return path.getFileName().toString().startsWith(KeyspaceTarget.DATASET_FILES)
                && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEngineFile(Path path) {
        return ENGINE_FILE.matcher(path.getFileName().toString()).matches()
                && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> list(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(wanted).sorted().toList();
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

    /** Empty when a run was killed between making the marker and filling it. */
    private Optional<Record> readMarker() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(256);
        marker.read(bytes, 0);
        Matcher said = RECORD.matcher(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
        return said.matches()
                ? Optional.of(new Record(Integer.parseInt(said.group(1)), Boolean.parseBoolean(said.group(2))))
                : Optional.empty();
    }

    private void writeMarker(Record record) throws IOException {
        marker.truncate(0);
        marker.write(StandardCharsets.UTF_8.encode(record.toString()), 0);
    }
}
