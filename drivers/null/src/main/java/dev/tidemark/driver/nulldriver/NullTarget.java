package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;

/**
 * The queue, and the documents and values where they are kept. Where they are not, the numbered keys of a dataset are
 * there all the same: see {@link NullKeyspaces}.
 */
final class NullTarget implements KeyspaceTarget, StyleTarget, LocalStorage {

    private static final long SLICE = 100_000_000L;

    private final Values values;
    private final Clock clock;
    private final Context context;
    private final boolean stores;
    private final Queue queue;
    private final boolean waits;
    private final List<NullSession> sessions = new CopyOnWriteArrayList<>();
    private final Map<ByteBuffer, byte[]> documents = new ConcurrentHashMap<>();
    private final Keyspaces keyspaces = new Keyspaces();
    private volatile boolean aborted;

    NullTarget(Values values, Context context) {
        this.values = values;
        this.context = context;
        clock = context.clock();
        stores = values.get(NullParams.STORE);
        Stalls stalls = new Stalls(values.get(NullParams.STALL_AT).toNanos(),
                values.find(NullParams.STALL_EVERY).map(Duration::toNanos).orElse(Long.MAX_VALUE),
                values.get(NullParams.STALL_FOR).toNanos());
        queue = new Queue(clock, values.find(NullParams.SERVERS).map(Long::intValue).orElse(0), stalls);
        waits = !(stalls.none() && new ServiceTimes(values, 0).none());
    }

    /** Takes an operation in and returns when it has been served. With nothing to wait for, it costs nothing. */
    void serve(ServiceTimes times) throws DriverException, InterruptedException {
        if (!waits) {
            return;
        }
        long done = queue.admit(times.next());
        for (long left; (left = done - clock.nanoTime()) > 0;) {
            clock.sleepUntil(done - Math.max(0, left - SLICE));
            if (aborted || context.cancelled().getAsBoolean()) {
                throw new DriverException("the operation was aborted");
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("the operation was interrupted");
            }
        }
    }

    /** The documents by URI; null when none are kept. */
    Map<ByteBuffer, byte[]> documents() {
        return stores ? documents : null;
    }

    boolean stores() {
        return stores;
    }

    Keyspaces keyspaces() {
        return keyspaces;
    }

    /** {@inheritDoc} Nothing is there but what others put there. */
    @Override
    public ManifestStore manifests() {
        return new ManifestFolder(context.scratch());
    }

    @Override
    public Optional<LocalStorage> localStorage() {
        return Optional.of(this);
    }

    @Override
    public int alignment() {
        return 1;
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) {
        keyspaces.make(keyspace);
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        keyspaces.makeIndex(keyspace);
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        Optional<DatasetManifest> dataset = DatasetManifest.lookUp(manifests());
        return dataset.isPresent() ? new NullKeyspaces(dataset.get()).count(keyspace) : keyspaces.count(keyspace);
    }

    @Override
    public boolean retainsData() {
        return stores;
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.empty();
    }

    /** There is nothing that could be warm. */
    @Override
    public boolean dropCaches() {
        return true;
    }

    @Override
    public void create() throws DriverException {
        documents.clear();
        keyspaces.clear();
        sessions.clear();
        try {
            manifests().remove();
        } catch (IOException e) {
            throw new DriverException("the manifest " + manifests().name() + " cannot be removed: " + e.getMessage());
        }
    }

    @Override
    public void drop() throws DriverException {
        create();
    }

    @Override
    public Session session(int worker) {
        NullSession session = new NullSession(this, values, worker);
        sessions.add(session);
        return session;
    }

    @Override
    public StylePlace place(ApiStyle style, String name) {
        return new NullStyles(this, values, style);
    }

    @Override
    public Values effective() {
        return values;
    }

    @Override
    public List<MetricSnapshot> read() {
        Map<String, Double> gauges = new HashMap<>();
        if (stores) {
            double bytes = documents.entrySet().stream()
                    .mapToDouble(e -> e.getKey().remaining() + e.getValue().length).sum();
            gauges.put(EngineMeasures.DOCUMENTS.name(), (double) documents.size());
            gauges.put(EngineMeasures.IN_MEMORY_SIZE.name(), bytes + keyspaces.bytes());
        } else {
            gauges.put(EngineMeasures.DOCUMENTS.name(),
                    (double) sessions.stream().mapToLong(NullSession::accepted).sum());
        }
        return List.of(new MetricSnapshot("", Map.of(), gauges));
    }

    @Override
    public void settle(Progress progress) {
        // there is no background work
    }

    @Override
    public void abort() {
        aborted = true;
    }

    @Override
    public List<Path> directories() {
        return List.of();
    }

    @Override
    public void close() {
        documents.clear();
        keyspaces.clear();
    }
}
