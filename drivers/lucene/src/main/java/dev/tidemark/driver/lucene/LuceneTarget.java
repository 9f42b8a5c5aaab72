package dev.tidemark.driver.lucene;

import module java.base;
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
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.util.Version;

/** An index in this process, in a folder of its own. */
final class LuceneTarget implements SearchTarget, LocalStorage {

    static final String FOLDER = "tidemark-lucene";

    private static final Pattern OWN = Pattern.compile(
            "shard-\\d+(/(_[\\w.-]+|(pending_)?segments_\\w+|write\\.lock))?");
    /** What the folder's marker says of the vectors. */
    private static final String DIMENSION = "dimension";
    private static final long LOOK_AGAIN = 20_000_000L;

    private final Values values;
    private final Context context;
    private final OwnedDataDirectory folder;
    /** Held for reading by whatever uses the index, for writing by whatever opens or closes it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final WrittenSegments written = new WrittenSegments();
    /** For as long as the target is open, so that what it counts only grows; null for none. */
    private final LRUQueryCache cache;
    /** Null while there is none. */
    private LuceneIndex index;
    /** Whether the folder is there and held. */
    private boolean made;
    private boolean closed;

    LuceneTarget(Values values, Context context) {
        this.values = values;
        this.context = context;
        folder = new OwnedDataDirectory(values.find(LuceneParams.DIRECTORY).orElse(context.scratch()), FOLDER, OWN);
        cache = LuceneSearchers.cache(values);
    }

    /** Something done with the index. */
    interface IndexCall<T> {
        T of(LuceneIndex index) throws IOException, DriverException;
    }

    /** Something that the file system may refuse. */
    private interface FileCall<T> {
        T run() throws IOException, DriverException;
    }

    /** Does something with the index, which stays open meanwhile. */
    <T> T withIndex(IndexCall<T> use) throws DriverException {
        lock.readLock().lock();
        try {
            refuseClosed();
            if (index == null) {
                throw new DriverException(folder.path() + " holds no index: it must be made first");
            }
            return translatingFailures(() -> use.of(index));
        } finally {
            lock.readLock().unlock();
        }
    }

    private <T> T alone(FileCall<T> work) throws DriverException {
        lock.writeLock().lock();
        try {
            return translatingFailures(work);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void refuseClosed() throws DriverException {
        if (closed) {
            throw new DriverException(folder.directory() + ": the target was closed");
        }
    }

    private <T> T translatingFailures(FileCall<T> work) throws DriverException {
        try {
            return work.run();
        } catch (IOException | IllegalStateException | IllegalArgumentException | IndexSearcher.TooManyClauses e) {
            throw failure(e);
        }
    }

    /** A writer that has failed says only that it is closed; why is its cause. */
    private DriverException failure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) {
                return OwnedDataDirectory.failure(folder.path(), io);
            }
        }
        return new DriverException("Lucene: " + DriverException.oneLine(failure.getMessage()), failure);
    }

    @Override
    public Optional<DriverException> backgroundFailure() {
        lock.readLock().lock();
        try {
            return index == null ? Optional.empty() : index.failure().map(this::failure);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void create() throws DriverException {
        alone(() -> {
            refuseClosed();
            closeIndex(false);
            made = false;
            folder.make(Map.of());
            made = true;
            return null;
        });
    }

    @Override
    public void drop() throws DriverException {
        alone(() -> {
            closeIndex(false);
            made = false;
            List<Path> left = folder.remove();
            if (!left.isEmpty()) {
                context.note().accept("Kept " + left.getFirst() + (left.size() > 1 ? " and others" : "")
                        + ", which Tidemark did not make.");
            }
            return null;
        });
    }

    @Override
    public void makeSearchIndex(int dimension) throws DriverException {
        if (dimension > LuceneCodec.MOST_DIMENSIONS) {
            throw new DriverException("vector-dimension: Lucene's vectors have " + LuceneCodec.MOST_DIMENSIONS
                    + " numbers at most, not " + dimension);
        }
        alone(() -> {
            refuseClosed();
            if (!made) {
                throw new DriverException(folder.path() + " holds no data of Tidemark's; it must be created first");
            }
            closeIndex(false);
            folder.requireInPlace();
            for (Path shard : shards()) {
                folder.makeEmpty(shard.getFileName().toString());
            }
            folder.record(Map.of(DIMENSION, Integer.toString(dimension)));
            openIndex(dimension);
            return null;
        });
    }

    /** {@inheritDoc} With the segments in which it was left. */
    @Override
    public void takeOver() throws DriverException {
        alone(() -> {
            refuseClosed();
            String dimension = folder.use().get(DIMENSION);
            made = true;
            if (dimension != null) {
                openIndex(Integer.parseInt(dimension));
            }
            return null;
        });
    }

    private List<Path> shards() {
        return LongStream.range(0, values.get(SearchParams.SHARDS)).mapToObj(i -> folder.path().resolve("shard-" + i))
                .toList();
    }

    private void openIndex(int dimension) throws IOException, DriverException {
        LuceneIndex opened = LuceneIndex.open(shards(), values, dimension, written, cache);
        try {
            folder.requireInPlace();
        } catch (DriverException e) {
            opened.close(false);
            throw e;
        }
        index = opened;
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
                    : translatingFailures(() -> statistics(index));
        } finally {
            lock.readLock().unlock();
        }
    }

    private Statistics statistics(LuceneIndex open) throws IOException, DriverException {
        IndexSearcher used = open.acquire();
        try {
            long bytes = 0;
            for (Path shard : shards()) {
                bytes += OwnedDataDirectory.bytesIn(shard);
            }
            return new Statistics(used.getIndexReader().numDocs(), OptionalLong.of(bytes),
                    OptionalLong.of(used.getIndexReader().leaves().size()));
        } finally {
            LuceneIndex.release(used);
        }
    }

    @Override
    public boolean clearCaches() {
        if (cache != null) {
            cache.clear();
        }
        return true;
    }

    @Override
    public Session session(int worker) throws DriverException {
        return withIndex(_ -> new LuceneSession(this, new LuceneQueries(values.get(LuceneParams.VECTOR_TYPE)
                == LuceneParams.VectorType.BIT), context.clock()));
    }

    @Override
    public Values effective() {
        lock.readLock().lock();
        try {
            return index == null ? values : index.effective(values);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public String version() {
        return "Lucene " + Version.LATEST;
    }

    @Override
    public List<Setting> facts() {
        return LuceneSearchers.facts();
    }

    @Override
    public List<MetricSnapshot> read() {
        lock.readLock().lock();
        try {
            return List.of(index == null ? new MetricSnapshot("", Map.of(), Map.of())
                    : translatingFailures(this::counted));
        } catch (DriverException e) {
            return List.of(new MetricSnapshot("", Map.of(), Map.of()));
        } finally {
            lock.readLock().unlock();
        }
    }

    private MetricSnapshot counted() throws IOException, DriverException {
        Statistics statistics = statistics(index);
        Map<String, Double> gauges = new HashMap<>();
        gauges.put(EngineMeasures.ON_DISK_SIZE.name(), (double) statistics.bytes().orElseThrow());
        gauges.put(EngineMeasures.DOCUMENTS.name(), (double) statistics.documents());
        gauges.put(SearchMeasures.SEGMENTS.name(), (double) statistics.segments().orElseThrow());
        Map<String, Double> counters = new HashMap<>();
        counters.put(EngineMeasures.FLUSH_WRITE.name(), (double) written.flushedBytes());
        counters.put(SearchMeasures.MERGES.name(), (double) written.merges());
        counters.put(EngineMeasures.COMPACTION_WRITE.name(), (double) written.mergedBytes());
        LuceneSearchers.count(cache, counters, gauges);
        return new MetricSnapshot("", counters, gauges);
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        while (withIndex(LuceneIndex::isMerging) && !context.cancelled().getAsBoolean()) {
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK_AGAIN);
        }
        Optional<DriverException> failure = backgroundFailure();
        if (failure.isPresent()) {
            throw failure.get();
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

    /** {@inheritDoc} The cache of queries, too. */
    @Override
    public boolean dropCaches() throws DriverException {
        return alone(() -> {
            refuseClosed();
            if (index == null) {
                return false;
            }
            int dimension = index.dimension();
            List<Path> files = index.files();
            closeIndex(true);
            clearCaches();
            boolean cold = PageCache.drop(files.stream().filter(Files::exists).toList());
            openIndex(dimension);
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
