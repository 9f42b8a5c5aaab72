package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.OwnedDataDirectory;

/**
 * What an engine has on disk:
 *
 * <pre>
 * DIRECTORY/tidemark-DRIVER/shard-01 …   a store each; where one shard needs no folder of its own, its files are here
 *                          /snapshot     a copy of each
 *                          /dataset.…    what a dataset's keeper wrote beside them
 * </pre>
 *
 * @param driver     its name
 * @param engine     with its article, as in {@code a LevelDB}
 * @param files      matches the names of the engine's files
 * @param sign       the file by which a database of others is known; empty where others' have other names
 * @param alwaysApart whether one shard has a folder of its own, too
 */
public record DataFiles(String driver, String engine, String files, Optional<String> sign, boolean alwaysApart) {

    private static final String SHARDS = "shards";
    private static final String SHARD = "shard-\\d{2,3}(\\.tmp)?";

    /** The folder in the directory that the user names. */
    public String folder() {
        return "tidemark-" + driver;
    }

    OwnedDataDirectory in(Path directory) {
        String store = alwaysApart ? SHARD + "(/(" + files + "))?" : SHARD + "|(" + SHARD + "/)?(" + files + ")";
        return new OwnedDataDirectory(directory, folder(), Pattern.compile("snapshot|(snapshot/)?(" + store + ")|"
                + Pattern.quote(ManifestFolder.FILES) + "[^/]*"));
    }

    private boolean isApart(int shards) {
        return alwaysApart || shards > 1;
    }

    List<Path> stores(Path folder, int shards) {
        return isApart(shards) ? IntStream.rangeClosed(1, shards)
                .mapToObj(i -> folder.resolve(String.format(Locale.ROOT, "shard-%02d", i))).toList() : List.of(folder);
    }

    /** Makes the empty folders and locks them, after deleting what an earlier run left. */
    void make(OwnedDataDirectory owned, int shards) throws DriverException {
        if (sign.isPresent() && Files.exists(owned.directory().resolve(sign.get()))) {
            throw new DriverException(owned.directory() + " holds " + engine
                    + " database that Tidemark did not make; choose another directory");
        }
        owned.make(isApart(shards) ? Map.of(SHARDS, Integer.toString(shards)) : Map.of());
        try {
            for (Path store : stores(owned.path(), shards)) {
                Files.createDirectories(store);
            }
        } catch (IOException e) {
            owned.release();
            throw OwnedDataDirectory.failure(owned.path(), e);
        }
    }

    /** Locks the folders that are there; refuses another number of them than is wanted. */
    void use(OwnedDataDirectory owned, int shards) throws DriverException {
        String there = owned.use().getOrDefault(SHARDS, alwaysApart ? "0" : "1");
        if (!there.equals(Integer.toString(shards))) {
            owned.release();
            throw new DriverException(owned.path() + " holds " + there + " shards, not " + shards + "; set shards to "
                    + there + " or make the data anew");
        }
    }
}
