package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;

/** Keeps documents in memory, and does what a test tells it to. One test at a time. */
public final class MemoryDriver implements Driver {

    /** How a target takes its time. */
    public enum Style {
        LEVEL, UNIVERSAL
    }

    public static final Param<Long> SHARDS = Param.count("shards").byDefault(1L).atLeast(1).atMost(64)
            .help("parts").alias("forest-count");
    public static final Param<Long> MEMTABLE = Param.size("memtable").byDefault(64_000_000L).help("in memory")
            .alias("tree-size", "MB", Map.of());
    public static final Param<Long> IO_LIMIT = Param.byteRate("background-io-limit").orElse("unlimited").help("limit")
            .alias("io-limit", "MB/s", Map.of("0", "unlimited"));
    public static final Param<Style> STYLE = Param.oneOf("layout", Style.class).orElse("none").help("a|b");
    public static final Param<Duration> SERVICE_TIME = Param.duration("service-time").byDefault(Duration.ofMillis(1))
            .help("what a commit takes");

    /** What happens at a step of a target's life; throws what the target shall throw. */
    @FunctionalInterface
    public interface Hook {
        void at(String step) throws Exception;
    }

    /** Decides how a commit ends. */
    @FunctionalInterface
    public interface CommitHook {
        /** @return how many of the transaction's documents, from its end, are not stored */
        int lost(List<String> uris) throws Exception;
    }

    /** Called at open, create, effective, counters, session, session-close, settle, drop, close, abort and read. */
    public static volatile Hook hook;
    public static volatile CommitHook commit;
    /** Receives the way to tell the user something, when a target is opened. */
    public static volatile Consumer<Consumer<String>> notes;
    /** What becomes of a document on its way into the store; null for a document that is dropped in silence. */
    public static volatile UnaryOperator<Map.Entry<String, byte[]>> store;
    /** What has stopped work in the background; null while nothing has. */
    public static volatile String background;
    /** Whether a document may be stored again. */
    public static volatile boolean overwrites;
    /** What the last target holds or held, by URI. */
    public static final Map<String, byte[]> DOCUMENTS = new TreeMap<>();
    /** Sizes of the transactions that were committed, in order. */
    public static final List<Integer> BATCHES = new ArrayList<>();

    /** Makes it an honest target again. */
    public static void reset() {
        hook = step -> { };
        commit = uris -> 0;
        notes = note -> { };
        store = document -> document;
        overwrites = false;
        background = null;
        DOCUMENTS.clear();
        BATCHES.clear();
    }

    static {
        reset();
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "Documents in memory.";
    }

    @Override
    public ParamSet params() {
        return ParamSet.of(SHARDS, MEMTABLE, IO_LIMIT, STYLE, SERVICE_TIME);
    }

    @Override
    public MeasureSet measures() {
        return MeasureSet.of(EngineMeasures.JOURNAL_WRITE, EngineMeasures.ON_DISK_SIZE, EngineMeasures.DOCUMENTS);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER);
    }

    @Override
    public boolean sharedByProcesses() {
        return true; // those of a test are one
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        reach("open");
        notes.accept(context.note());
        return new Target(values, context);
    }

    /** A driver may throw any unchecked exception, beside its own. */
    private static void reach(String step) throws DriverException {
        try {
            hook.at(step);
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    private static void reachUnchecked(String step) {
        try {
            hook.at(step);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static final class Target implements OpenTarget {
        private final Values values;
        private final Context context;
        private double written;

        Target(Values values, Context context) {
            this.values = values;
            this.context = context;
        }

        @Override
        public void create() throws DriverException {
            reach("create");
            DOCUMENTS.clear();
        }

        @Override
        public void drop() throws DriverException {
            reach("drop");
        }

        @Override
        public Session session(int worker) throws DriverException {
            reach("session");
            return new Transactions(this);
        }

        @Override
        public Values effective() {
            reachUnchecked("effective");
            return values;
        }

        @Override
        public List<MetricSnapshot> read() {
            reachUnchecked("counters");
            synchronized (DOCUMENTS) {
                return List.of(new MetricSnapshot("", Map.of("journal-write", written), Map.of("documents",
                        (double) DOCUMENTS.size(), "on-disk-size", written)));
            }
        }

        @Override
        public void settle(Progress progress) throws DriverException {
            reach("settle");
            context.clock().sleepUntil(context.clock().nanoTime() + 500_000_000L);
            progress.report(1, 1);
        }

        @Override
        public Optional<DriverException> backgroundFailure() {
            return Optional.ofNullable(background).map(DriverException::new);
        }

        @Override
        public void abort() {
            reachUnchecked("abort");
        }

        @Override
        public void close() throws DriverException {
            reach("close");
        }
    }

    private static final class Transactions implements DocumentSession {
        private final Target target;
        private final Map<String, byte[]> added = new LinkedHashMap<>();

        Transactions(Target target) {
            this.target = target;
        }

        private static String text(ByteBuffer uri) {
            return new String(Buffers.bytes(uri), StandardCharsets.ISO_8859_1);
        }

        @Override
        public void openAhead() {
            reachUnchecked("open-ahead");
        }

        @Override
        public void add(ByteBuffer uri, ByteBuffer content) {
            added.put(text(uri), Buffers.bytes(content));
        }

        @Override
        public int findExisting() {
            synchronized (DOCUMENTS) {
                return (int) added.keySet().stream().filter(DOCUMENTS::containsKey).count();
            }
        }

        @Override
        public int commit() throws Exception {
            try {
                long took = target.values.get(SERVICE_TIME).toNanos();
                target.context.clock().sleepUntil(target.context.clock().nanoTime() + took);
                int lost = commit.lost(List.copyOf(added.keySet()));
                keep(added.size() - lost);
                return lost;
            } finally {
                rollback();
            }
        }

        private void keep(int count) {
            synchronized (DOCUMENTS) {
                BATCHES.add(added.size());
                added.entrySet().stream().limit(count).map(store).filter(d -> d != null).forEach(d -> {
                    target.written += d.getKey().length() + d.getValue().length;
                    if (DOCUMENTS.put(d.getKey(), d.getValue()) != null && !overwrites) {
                        throw new IllegalStateException("stored twice: " + d.getKey());
                    }
                });
            }
        }

        @Override
        public void rollback() {
            added.clear();
        }

        @Override
        public int read(ByteBuffer uri, ByteBuffer content) throws DriverException {
            reach("read");
            synchronized (DOCUMENTS) {
                byte[] stored = DOCUMENTS.get(text(uri));
                if (stored == null) {
                    return ABSENT;
                }
                content.put(content.position(), stored, 0, Math.min(stored.length, content.remaining()));
                return stored.length;
            }
        }

        @Override
        public void forEach(Visitor visitor) throws Exception {
            Map<String, byte[]> all;
            synchronized (DOCUMENTS) {
                all = new TreeMap<>(DOCUMENTS);
            }
            for (Map.Entry<String, byte[]> each : all.entrySet()) {
                if (!visitor.visit(ByteBuffer.wrap(each.getKey().getBytes(StandardCharsets.ISO_8859_1)),
                        ByteBuffer.wrap(each.getValue()))) {
                    return;
                }
            }
        }

        @Override
        public void close() throws DriverException {
            reach("session-close");
        }
    }
}
