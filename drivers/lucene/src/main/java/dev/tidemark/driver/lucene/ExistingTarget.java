package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.search.ExistingIndexTarget;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.os.PageCache;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.util.Version;

/** An index that others have made, as it was when it was opened. It is only read. */
final class ExistingTarget implements ExistingIndexTarget, LocalStorage {

    private final Path folder;
    private final Values values;
    private final Context context;
    /** Null for none. */
    private final LRUQueryCache cache;
    private volatile Opened opened;

    /** What is open at a time. */
    private record Opened(ExistingIndex index, ExistingQueries queries, LuceneSearchers searchers,
            IndexSearcher searcher) {

        void close() throws IOException {
            searchers.close();
            index.close();
        }
    }

    /** @throws DriverException when there is no index that can be read, or a setting does not fit it */
    ExistingTarget(Path folder, Values values, Context context) throws DriverException {
        this.folder = folder.toAbsolutePath().normalize();
        this.values = values;
        this.context = context;
        cache = LuceneSearchers.cache(values);
        open();
    }

    private void open() throws DriverException {
        ExistingIndex index = ExistingIndex.open(folder, values.get(LuceneParams.FILE_ACCESS));
        try {
            ExistingQueries queries = ExistingQueries.of(index.reader(), values);
            LuceneSearchers searchers = new LuceneSearchers(values, cache);
            opened = new Opened(index, queries, searchers, searchers.over(index.reader()));
        } catch (IllegalArgumentException e) {
            closing(index::close);
            throw ExistingIndex.failure(folder, e); // shards whose fields do not agree
        } catch (DriverException e) {
            closing(index::close);
            throw e;
        }
    }

    /** Something that the file system may refuse. */
    private interface IndexCall<T> {
        T run() throws IOException, DriverException;
    }

    /** Something done with a searcher. */
    interface Searching<T> {
        T with(IndexSearcher searcher) throws IOException, DriverException;
    }

    private interface Closing {
        void run() throws IOException;
    }

    private static void closing(Closing closing) {
        try {
            closing.run();
        } catch (IOException e) {
            // It was only read, so nothing is lost.
        }
    }

    private Opened opened() throws DriverException {
        Opened now = opened;
        if (now == null) {
            throw closed();
        }
        return now;
    }

    private <T> T read(IndexCall<T> work) throws DriverException {
        try {
            return work.run();
        } catch (IOException e) {
            throw ExistingIndex.failure(folder, e);
        }
    }

    /** Does something with the searcher, whose reader stays open meanwhile. */
    <T> T search(Searching<T> work) throws DriverException {
        IndexSearcher searcher = opened().searcher();
        if (!searcher.getIndexReader().tryIncRef()) {
            throw closed();
        }
        try {
            return work.with(searcher);
        } catch (IOException e) {
            throw ExistingIndex.failure(folder, e);
        } catch (IllegalArgumentException | IndexSearcher.TooManyClauses e) {
            throw new DriverException("Lucene: " + e.getMessage(), e);
        } finally {
            closing(searcher.getIndexReader()::decRef);
        }
    }

    private DriverException closed() {
        return new DriverException(folder + ": the target was closed");
    }

    @Override
    public void abort() {
        // Queries end by themselves soon.
    }

    @Override
    public Session session(int worker) throws DriverException {
        return new ExistingSession(this, opened().queries(), values.find(LuceneParams.ID_FIELD)
                .map(DocumentIds::new).orElse(null), context.clock());
    }

    /** {@inheritDoc} All terms are gone through. */
    @Override
    public TermSample terms(String field, long seed) throws DriverException {
        ExistingQueries queries = opened().queries();
        return search(searcher -> queries.terms(searcher.getIndexReader(), field, seed));
    }

    @Override
    public VectorField vectorField(String name) throws DriverException {
        return opened().queries().vectors(name);
    }

    @Override
    public String state() throws DriverException {
        return ExistingIndex.state(folder);
    }

    @Override
    public Statistics statistics() throws DriverException {
        ExistingIndex index = opened().index();
        return read(() -> new Statistics(index.reader().numDocs(), OptionalLong.of(index.bytes()),
                OptionalLong.of(index.reader().leaves().size())));
    }

    @Override
    public boolean clearCaches() {
        if (cache != null) {
            cache.clear();
        }
        return true;
    }

    /** {@inheritDoc} And by what queries are read. */
    @Override
    public Values effective() {
        Opened now = opened;
        return now == null ? values : values
                .with(LuceneParams.DEFAULT_FIELD, now.queries().field(), SettingOrigin.EFFECTIVE)
                .with(LuceneParams.ANALYZER, now.queries().analysis(), SettingOrigin.EFFECTIVE);
    }

    @Override
    public String version() {
        return "Lucene " + Version.LATEST;
    }

    @Override
    public List<Setting> facts() throws DriverException {
        Opened now = opened();
        List<Setting> facts = new ArrayList<>(LuceneSearchers.facts());
        facts.addAll(read(now.index()::facts));
        facts.add(Setting.detected("index-fields", now.queries().kinds()));
        return facts;
    }

    @Override
    public List<MetricSnapshot> read() {
        Map<String, Double> gauges = new HashMap<>();
        Map<String, Double> counters = new HashMap<>();
        try {
            Statistics statistics = statistics();
            gauges.put(EngineMeasures.ON_DISK_SIZE.name(), (double) statistics.bytes().orElseThrow());
            gauges.put(EngineMeasures.DOCUMENTS.name(), (double) statistics.documents());
            gauges.put(SearchMeasures.SEGMENTS.name(), (double) statistics.segments().orElseThrow());
        } catch (DriverException e) {
            gauges.clear(); // files were deleted by whoever has made them
        }
        LuceneSearchers.count(cache, counters, gauges);
        return List.of(new MetricSnapshot("", counters, gauges));
    }

    @Override
    public Optional<LocalStorage> localStorage() {
        return Optional.of(this);
    }

    @Override
    public List<Path> directories() {
        return List.of(folder);
    }

    @Override
    public int alignment() {
        return 1;
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.empty(); // nothing is written
    }

    /** {@inheritDoc} The cache of queries, too. The index is that of its last commit afterwards. */
    @Override
    public synchronized boolean dropCaches() throws DriverException {
        Opened before = opened();
        opened = null;
        return read(() -> {
            before.close();
            clearCaches();
            boolean cold = PageCache.drop(before.index().files().stream().filter(Files::exists).toList());
            open();
            return cold;
        });
    }

    @Override
    public synchronized void close() {
        Opened last = opened;
        opened = null;
        if (last != null) {
            closing(last::close);
        }
    }
}
