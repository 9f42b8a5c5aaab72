package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.Closing;

/**
 * The open stores of a target, over which its documents, keys and index entries are spread: each table is in all of
 * them. Thread-safe.
 */
public final class Shards<T, S extends SortedStore<T>> {

    /** As many as let writers of different keys seldom meet. */
    static final int ENTRIES_LOCKS = 1024;
    /** Threads of all sessions together that ask shards at once. */
    private static final int MOST_READERS = 32;

    private final String driver;
    private final Path folder;
    private final List<S> stores;
    /** Of each store. */
    private final List<Map<TableName, T>> tables = new ArrayList<>();
    /** Null where the engine has none for them. */
    private final List<T> documents;
    /** By number; null where there is none. Copied when one is added. */
    private volatile List<Keyspace<T>> keyspaces = List.of();
    private final ReentrantLock[] entriesLocks = new ReentrantLock[ENTRIES_LOCKS];
    /** Asks indexes of shards beside the threads of sessions. Its threads come when they are needed, and go again. */
    private final ThreadPoolExecutor readers;

    /**
     * The tables of a keyspace in each shard.
     *
     * @param indexes null where it has no index
     * @param heads   null where the sizes of values are not kept apart
     */
    public record Keyspace<T>(List<T> values, List<T> indexes, List<T> heads) {

        T values(int shard) {
            return values.get(shard);
        }

        T index(int shard) {
            return indexes.get(shard);
        }
    }

    /**
     * @param driver its name
     * @param folder in which the stores are, or where the only one is
     */
    Shards(String driver, Path folder, List<S> stores) throws DriverException {
        this.driver = driver;
        this.folder = folder;
        this.stores = List.copyOf(stores);
        for (S store : stores) {
            tables.add(new HashMap<>(store.tables()));
        }
        this.documents = find(TableName.DOCUMENTS);
        tables.getFirst().keySet().stream().filter(name -> name.kind() == Kind.KEYSPACE)
                .forEach(name -> enter(name.keyspace()));
        Arrays.setAll(entriesLocks, i -> new ReentrantLock());
        readers = new ThreadPoolExecutor(MOST_READERS, MOST_READERS, 10, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), Thread.ofPlatform().daemon().name(driver + "-index-", 1).factory());
        readers.allowCoreThreadTimeOut(true);
    }

    /** In their order; at least one. */
    public List<S> stores() {
        return stores;
    }

    /** Where all of it is. */
    public Path folder() {
        return folder;
    }

    // ---- tables

    /** A table in each shard; null unless all have it. */
    private List<T> find(TableName name) {
        return tables.stream().allMatch(there -> there.containsKey(name))
                ? tables.stream().map(there -> there.get(name)).toList() : null;
    }

    /** The table in each shard; made where it is not there. */
    private List<T> make(TableName name) throws DriverException {
        for (int i = 0; i < stores.size(); i++) {
            if (!tables.get(i).containsKey(name)) {
                tables.get(i).put(name, stores.get(i).make(name));
            }
        }
        return find(name);
    }

    /** Puts a keyspace into the list as its tables are; leaves it out where a shard has none. */
    private void enter(int keyspace) {
        List<T> values = find(TableName.of(Kind.KEYSPACE, keyspace));
        if (values == null) {
            return;
        }
        List<Keyspace<T>> all = new ArrayList<>(keyspaces);
        while (all.size() <= keyspace) {
            all.add(null);
        }
        all.set(keyspace, new Keyspace<>(values, find(TableName.of(Kind.INDEX, keyspace)),
                find(TableName.of(Kind.HEADS, keyspace))));
        keyspaces = all;
    }

    /** Makes a keyspace, if it is not there. */
    synchronized void makeKeyspace(int keyspace) throws DriverException {
        S first = stores.getFirst();
        if (keyspace >= first.mostKeyspaces()) {
            throw new DriverException(driver + " holds keyspaces 0 to " + (first.mostKeyspaces() - 1) + ", not "
                    + keyspace);
        }
        if (findKeyspace(keyspace).isEmpty()) {
            if (first.headsApart()) {
                make(TableName.of(Kind.HEADS, keyspace));
            }
            make(TableName.of(Kind.KEYSPACE, keyspace));
            enter(keyspace);
        }
    }

    /** Gives a keyspace an index, if it has none. */
    synchronized void makeIndex(int keyspace) throws DriverException {
        if (keyspace(keyspace).indexes() == null) {
            make(TableName.of(Kind.INDEX, keyspace));
            enter(keyspace);
        }
    }

    /** Makes a table for documents of a style in place of one that is there. */
    synchronized List<T> makeStyle(String name) throws DriverException {
        removeStyle(name);
        return make(TableName.ofStyle(name));
    }

    /** Removes it with all that is in it, if it is there. */
    synchronized void removeStyle(String name) throws DriverException {
        TableName style = TableName.ofStyle(name);
        for (int i = 0; i < stores.size(); i++) {
            T there = tables.get(i).remove(style);
            if (there != null) {
                stores.get(i).remove(style, there);
            }
        }
    }

    /** The documents of each shard. */
    public List<T> documents() {
        return documents;
    }

    public Optional<Keyspace<T>> findKeyspace(int keyspace) {
        List<Keyspace<T>> all = keyspaces;
        return keyspace < all.size() ? Optional.ofNullable(all.get(keyspace)) : Optional.empty();
    }

    /** @throws DriverException when it has not been made */
    public Keyspace<T> keyspace(int keyspace) throws DriverException {
        List<Keyspace<T>> all = keyspaces;
        Keyspace<T> found = keyspace < all.size() ? all.get(keyspace) : null;
        if (found == null) {
            throw new DriverException(folder + " has no keyspace " + keyspace);
        }
        return found;
    }

    /** @throws DriverException when it has not been made, or has no index */
    Keyspace<T> indexed(int keyspace) throws DriverException {
        Keyspace<T> found = keyspace(keyspace);
        if (found.indexes() == null) {
            throw new DriverException(folder + " has no index of keyspace " + keyspace);
        }
        return found;
    }

    /** How many keys a table has, perhaps estimated; 0 where they would have to be counted. */
    long keys(List<T> table) throws DriverException {
        long keys = 0;
        for (int i = 0; i < table.size(); i++) {
            keys += stores.get(i).keys(table.get(i)).orElse(0);
        }
        return keys;
    }

    /** Bytes that a keyspace's keys and values will take at least, beside those that are there. */
    double bytesFor(int keyspace, long keys, int valueSize) throws DriverException {
        Optional<Keyspace<T>> there = findKeyspace(keyspace);
        if (there.isPresent() && stores.getFirst().keys(there.get().values(0)).isEmpty()) {
            return 0; // nobody knows what is missing
        }
        long missing = keys - (there.isPresent() ? keys(there.get().values()) : 0);
        return Math.max(0, missing) * stores.getFirst().bytesOf(valueSize);
    }

    // ---- for sessions

    /** For asking several shards at once, {@value #MOST_READERS} of all sessions at a time. */
    Executor readers() {
        return readers;
    }

    /** Held by whoever replaces the index entries of some keys; one lock for many keys. */
    ReentrantLock entriesLock(int stripe) {
        return entriesLocks[stripe];
    }

    // ---- the engine

    /** What stopped the work of a store in the background, if anything did. */
    public Optional<DriverException> backgroundFailure() throws DriverException {
        for (S store : stores) {
            Optional<DriverException> failure = store.backgroundFailure();
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    void stop() {
        stores.forEach(SortedStore::stop);
    }

    /** Closes every store, whatever becomes of the others. */
    void close(boolean keep) throws DriverException {
        readers.shutdown();
        Closing.all(stores, store -> store.close(keep));
    }
}
