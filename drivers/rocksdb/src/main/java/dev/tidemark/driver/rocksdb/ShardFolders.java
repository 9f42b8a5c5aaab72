package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The folders of one target on disk:
 *
 * <pre>
 * DIRECTORY/tidemark-rocksdb/shard-01 …   one RocksDB instance each
 *                           /snapshot     a copy of each
 *                           /dataset.…    what a dataset's keeper wrote beside them
 * </pre>
 */
final class ShardFolders {

    static final String NAME = "tidemark-rocksdb";

    private static final Pattern ENGINE_FILE = Pattern.compile(
            "(CURRENT|IDENTITY|LOCK|LOG|MANIFEST|OPTIONS)([-.][^/]*)?|\\d+\\.(sst|blob|log|dbtmp)(\\.trash)?");
    private static final Pattern OWN = Pattern.compile("snapshot|(snapshot/)?shard-\\d{2,3}(\\.tmp)?(/(" + ENGINE_FILE
            + "))?|"
            + Pattern.quote(ManifestFolder.FILES) + "[^/]*");
    private static final String SHARDS = "shards";

    private final OwnedDataDirectory folder;
    private final int shards;

    ShardFolders(Path directory, int shards) {
        this.folder = new OwnedDataDirectory(directory, NAME, OWN);
        this.shards = shards;
    }

    OwnedDataDirectory folder() {
        return folder;
    }

    Path directory() {
        return folder.directory();
    }

    /** Where the shards are. */
    Path path() {
        return folder.path();
    }

    List<Path> all() {
        return IntStream.rangeClosed(1, shards)
                .mapToObj(i -> path().resolve(String.format(Locale.ROOT, "shard-%02d", i))).toList();
    }

    /** Everything that RocksDB keeps in the shards. */
    List<Path> engineFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path shard : all()) {
            try (Stream<Path> entries = Files.list(shard)) {
                entries.filter(p -> ENGINE_FILE.matcher(p.getFileName().toString()).matches())
                        .filter(Files::isRegularFile).sorted().forEach(files::add);
            }
        }
        return files;
    }

    /**
     * Makes the empty shard folders and locks them, after deleting what an earlier run left.
     *
     * @throws DriverException when the place is not ours, is in use or cannot be written
     */
    void make() throws DriverException {
        if (Files.exists(directory().resolve("CURRENT"))) {
            throw new DriverException(directory()
                    + " holds a RocksDB database that Tidemark did not make; choose another directory");
        }
        folder.make(Map.of(SHARDS, Integer.toString(shards)));
        try {
            for (Path shard : all()) {
                Files.createDirectories(shard);
            }
        } catch (IOException e) {
            folder.release();
            throw OwnedDataDirectory.failure(path(), e);
        }
    }

    /**
     * Locks the shard folders that are there.
     *
     * @throws DriverException when there are none, not as many as wanted, or they are in use
     */
    void use() throws DriverException {
        String there = folder.use().getOrDefault(SHARDS, "0");
        if (!there.equals(Integer.toString(shards))) {
            folder.release();
            throw new DriverException(path() + " holds " + there + " shards, not " + shards + "; set shards to " + there
                    + " or make the data anew");
        }
    }
}
