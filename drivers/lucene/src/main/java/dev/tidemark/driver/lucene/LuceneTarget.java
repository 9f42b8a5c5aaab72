package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.os.PageCache;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Version;

/** An index in this process, in a folder of its own. */
final class LuceneTarget implements SearchTarget, LocalStorage {

    static final String FOLDER = "tidemark-lucene";

    private static final Pattern OWN = Pattern.compile("shard-\\d+(/[\\w.]+)?");
    private static final long LOOK_AGAIN = 20_000_000L;

    private final Values values;
    private final Context context;
    private final OwnedDataDirectory folder;
    /** Held for reading by whatever uses the index, for writing by whatever opens or closes it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Null while there is none. */
    private LuceneIndex index;
    private boolean closed;

    LuceneTarget(Values values, Context context) {
        this.values = values;
        this.context = context;
        folder = new OwnedDataDirectory(values.find(LuceneParams.DIRECTORY).orElse(context.scratch()), FOLDER, OWN);
    }

    /** Something done with the index. */
    interface Use<T> {
        T of(LuceneIndex index) throws IOException, DriverException;
    }

    /** Something that the file system may refuse. */
    private interface Work<T> {
        T run() throws IOException, DriverException;
    }

    /** Does something with the index, which stays open meanwhile. */
    <T> T withIndex(Use<T> use) throws DriverException {
        lock.readLock().lock();
        try {
            if (index == null) {
                throw new DriverException(folder.path() + (closed ? ": the target was closed"
                        : " holds no index: it must be made first"));
            }
            return told(() -> use.of(index));
        } finally {
            lock.readLock().unlock();
        }
    }

    private <T> T alone(Work<T> work) throws DriverException {
        lock.writeLock().lock();
        try {
            return told(work);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private <T> T told(Work<T> work) throws DriverException {
        try {
            return work.run();
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder.path(), e);
        } catch (AlreadyClosedException | IllegalArgumentException e) {
            throw new DriverException("Lucene: " + e.getMessage(), e);
        }
    }

    @Override
    public void create() throws DriverException {
        alone(() -> {
            closeIndex(false);
            folder.make(Map.of());
            return null;
        });
    }

    @Override
    public void drop() throws DriverException {
        alone(() -> {
            closeIndex(false);
            List<Path> left = folder.remove();
            if (!left.isEmpty()) {
                context.note().accept("Kept " + left.getFirst() + (left.size() > 1 ? " and others" : "")
                        + ", which Tidemark did not make.");
            }
            return null;
        });
    }

    @Override
    public void makeIndex(int dimension) throws DriverException {
        alone(() -> {
            closeIndex(false);
            List<Path> shards = new ArrayList<>();
            for (int i = 0; i < values.get(SearchParams.SHARDS); i++) {
                shards.add(folder.makeEmpty("shard-" + i));
            }
            index = LuceneIndex.open(shards, values, dimension);
            return null;
        });
    }

    private void closeIndex(boolean keep) throws IOException {
        LuceneIndex closing = index;
        index = null;
        if (closing != null) {
            closing.close(keep);
        }
    }

    @Override
    public void refresh() throws DriverException {
        withIndex(open -> {
            open.refresh();
            return null;
        });
    }

    @Override
    public void mergeAll(Progress progress) throws DriverException {
        withIndex(open -> {
            open.mergeAll();
            return null;
        });
        settle(progress);
        refresh();
    }

    @Override
    public Statistics statistics() throws DriverException {
        lock.readLock().lock();
        try {
            return index == null ? new Statistics(0, OptionalLong.empty(), OptionalLong.empty())
                    : told(() -> index.statistics(bytes()));
        } finally {
            lock.readLock().unlock();
        }
    }

    private long bytes() throws IOException {
        long bytes = 0;
        for (Path file : index.files()) {
            bytes += Files.exists(file) ? Files.size(file) : 0; // a merge may have deleted it meanwhile
        }
        return bytes;
    }

    @Override
    public boolean clearCaches() throws DriverException {
        return withIndex(open -> {
            open.clearCache();
            return true;
        });
    }

    @Override
    public Session session(int worker) throws DriverException {
        return withIndex(_ -> new LuceneSession(this, context.clock()));
    }

    @Override
    public Values effective() {
        return values;
    }

    @Override
    public String version() {
        return "Lucene " + Version.LATEST;
    }

    @Override
    public List<Setting> facts() {
        return List.of(Setting.detected("engine-process", "the generator's own"));
    }

    @Override
    public List<MetricSnapshot> read() {
        lock.readLock().lock();
        try {
            return List.of(index == null ? new MetricSnapshot("", Map.of(), Map.of()) : told(this::counted));
        } catch (DriverException e) {
            return List.of(new MetricSnapshot("", Map.of(), Map.of()));
        } finally {
            lock.readLock().unlock();
        }
    }

    private MetricSnapshot counted() throws IOException {
        Statistics statistics = index.statistics(bytes());
        Map<String, Double> gauges = new HashMap<>();
        gauges.put(EngineMeasures.ON_DISK_SIZE.name(), (double) statistics.bytes().orElseThrow());
        gauges.put(EngineMeasures.DOCUMENTS.name(), (double) statistics.documents());
        gauges.put(SearchMeasures.SEGMENTS.name(), (double) statistics.segments().orElseThrow());
        Map<String, Double> counters = new HashMap<>();
        counters.put(SearchMeasures.MERGES.name(), (double) index.merges());
        counters.put(EngineMeasures.COMPACTION_WRITE.name(), (double) index.mergedBytes());
        LRUQueryCache cache = index.cache();
        if (cache != null) {
            counters.put(SearchMeasures.CACHE_HITS.name(), (double) cache.getHitCount());
            counters.put(SearchMeasures.CACHE_MISSES.name(), (double) cache.getMissCount());
            counters.put(SearchMeasures.CACHE_EVICTIONS.name(), (double) cache.getEvictionCount());
        }
        return new MetricSnapshot("", counters, gauges);
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        while (withIndex(LuceneIndex::isMerging) && !context.cancelled().getAsBoolean()) {
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK_AGAIN);
        }
    }

    @Override
    public void abort() {
        // Queries end by themselves soon; settling looks whether it is cancelled.
    }

    @Override
    public Optional<LocalStorage> localStorage() {
        return Optional.of(this);
    }

    @Override
    public List<Path> directories() {
        return List.of(folder.directory());
    }

    @Override
    public int alignment() {
        return 1;
    }

    @Override
    public OptionalLong freeBytes() {
        try {
            Path there = folder.path();
            while (!Files.exists(there)) {
                there = there.getParent();
            }
            return OptionalLong.of(Files.getFileStore(there).getUsableSpace());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** {@inheritDoc} The caches of queries, too. */
    @Override
    public boolean dropCaches() throws DriverException {
        return alone(() -> {
            if (index == null) {
                return false;
            }
            int dimension = index.dimension();
            int shards = index.size();
            List<Path> files = index.files();
            closeIndex(true);
            boolean cold = PageCache.drop(files.stream().filter(Files::exists).toList());
            List<Path> folders = new ArrayList<>();
            for (int i = 0; i < shards; i++) {
                folders.add(folder.path().resolve("shard-" + i));
            }
            index = LuceneIndex.open(folders, values, dimension);
            return cold;
        });
    }

    @Override
    public void close() throws DriverException {
        try {
            alone(() -> {
                closed = true;
                closeIndex(true);
                return null;
            });
        } finally {
            folder.release();
        }
    }
}
