package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
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
import java.util.stream.Stream;

/**
 * The target of an engine that is a {@link SortedStore}.
 *
 * @param <T> the engine's handle of a table
 */
public abstract class StoreTarget<T, S extends SortedStore<T>> extends EmbeddedTarget<Shards<T, S>>
        implements StyleTarget {

    /** Of a walk that counts keys. */
    private static final int CHUNK = 1 << 16;

    private final DataFiles files;
    private final int shards;

    /** @param directory where the user wants the data; empty for the iteration's own folder */
    protected StoreTarget(Values values, Context context, DataFiles files, Optional<Path> directory, int shards) {
        super(values, context, files.in(directory.orElse(context.scratch())));
        this.files = files;
        this.shards = shards;
    }

    // ---- what an engine has of its own

    /** Opens the store in a folder that exists. @param create whether there is none yet */
    protected abstract S open(Path folder, boolean create) throws DriverException;

    /** A worker's session. */
    protected Session session(Shards<T, S> open, Runnable ended) throws DriverException {
        return new EmbeddedSession<>(files.driver(), open, context().note(), ended);
    }

    /** A gauge of several shards: the sum of theirs, unless that means nothing. */
    protected double gauge(String name, List<Double> ofShards) {
        return ofShards.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Rewrites a store, so that dead data gives its space back. */
    protected void compact(S store) throws DriverException {
        store.compact();
    }

    // ---- the rest is the same for all

    private List<Path> folders() {
        return files.stores(dataDirectory(), shards);
    }

    @Override
    protected final void makeFolder() throws DriverException {
        files.make(folder(), shards);
    }

    @Override
    protected final void useFolder() throws DriverException {
        files.use(folder(), shards);
    }

    @Override
    protected final Shards<T, S> openDatabase(boolean create) throws DriverException {
        List<S> opened = new ArrayList<>();
        try {
            for (Path folder : folders()) {
                opened.add(open(folder, create));
            }
            return new Shards<>(files.driver(), dataDirectory(), opened);
        } catch (DriverException e) {
            for (S store : opened) {
                store.close(false);
            }
            throw e;
        }
    }

    @Override
    protected void closeDatabase(Shards<T, S> open, boolean keep) throws DriverException {
        open.close(keep);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return place(style, open -> new ShardsStyleTable<>(open, style, name));
    }

    @Override
    protected Values effective(Shards<T, S> open, Values given) throws DriverException {
        return open.stores().getFirst().effective(given);
    }

    @Override
    protected MetricSnapshot read(Shards<T, S> open) throws DriverException {
        Map<String, Double> counters = new HashMap<>();
        Map<String, List<Double>> gauges = new HashMap<>();
        for (S store : open.stores()) {
            store.counters().forEach((name, value) -> counters.merge(name, value, Double::sum));
            store.gauges().forEach((name, value) -> gauges.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
        }
        Map<String, Double> combined = new HashMap<>();
        gauges.forEach((name, ofShards) -> combined.put(name, gauge(name, ofShards)));
        return new MetricSnapshot("", counters, combined);
    }

    @Override
    protected void settle(Shards<T, S> open, Progress progress) throws DriverException {
        for (S store : open.stores()) {
            store.settle(progress);
        }
    }

    @Override
    protected final Optional<DriverException> backgroundFailure(Shards<T, S> open) throws DriverException {
        return open.backgroundFailure();
    }

    @Override
    protected void stop(Shards<T, S> open) {
        open.stop();
    }

    @Override
    protected final void makeKeyspace(Shards<T, S> open, int keyspace) throws DriverException {
        open.makeKeyspace(keyspace);
    }

    @Override
    protected final double bytesFor(Shards<T, S> open, int keyspace, long keys, int valueSize)
            throws DriverException {
        return open.bytesFor(keyspace, keys, valueSize);
    }

    @Override
    protected final long roomIn(Shards<T, S> open) {
        return open.stores().stream().mapToLong(SortedStore::room).min().orElseThrow();
    }

    @Override
    protected final void writeOut(Shards<T, S> open) throws DriverException {
        for (S store : open.stores()) {
            store.writeOut();
        }
    }

    @Override
    protected List<Path> files() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : folders()) {
            try (Stream<Path> entries = Files.list(folder)) {
                entries.filter(Files::isRegularFile).sorted().forEach(all::add);
            }
        }
        return all;
    }

    @Override
    public final void makeDurable() throws DriverException {
        withDatabase(open -> {
            for (S store : open.stores()) {
                store.makeDurable();
            }
            return null;
        });
    }

    @Override
    public final void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            open.makeIndex(keyspace);
            return null;
        });
    }

    /** Whether to end what goes on in the background. */
    protected final boolean isToEnd() {
        return aborted() || context().cancelled().getAsBoolean();
    }

    /**
     * As a {@link dev.tidemark.core.driver.upkeep.CompactingTarget} does, shard after shard; what one that is stopped
     * meanwhile leaves is left.
     */
    public final void compact(Progress progress) throws DriverException {
        withDatabase(open -> {
            List<S> stores = open.stores();
            for (int i = 0; i < stores.size() && !isToEnd(); i++) {
                progress.report(i, stores.size());
                try {
                    compact(stores.get(i));
                } catch (DriverException e) {
                    if (!isToEnd()) {
                        throw e;
                    }
                }
            }
            return null;
        });
    }

    /** As a {@link dev.tidemark.core.driver.upkeep.SnapshotTarget} does. */
    public final long snapshot() throws DriverException {
        return snapshot((open, into) -> {
            List<Path> copies = files.stores(into, shards);
            try {
                for (int i = 0; i < copies.size(); i++) {
                    Files.createDirectories(copies.get(i));
                    open.stores().get(i).copy(copies.get(i));
                }
            } catch (IOException e) {
                throw OwnedDataDirectory.failure(into, e);
            }
        });
    }

    @Override
    public final long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> {
            long estimate = open.keys(open.keyspace(keyspace).values());
            try (FullScanner session = new EmbeddedSession<>(files.driver(), open, context().note(), () -> { });
                    FullScanner.Walk walk = session.walk(keyspace, FullScanner.Depth.KEYS)) {
                long keys = 0;
                for (int more = CHUNK; more == CHUNK;) {
                    more = walk.next(CHUNK, (key, size, value) -> { });
                    keys += more;
                    progress.report(keys, more < CHUNK ? keys : Math.max(keys, estimate));
                    if (context().cancelled().getAsBoolean()) {
                        throw new DriverException("cancelled while counting keys");
                    }
                }
                return keys;
            } catch (DriverException e) {
                throw e;
            } catch (Exception e) {
                throw new DriverException("the keys of " + dataDirectory() + " cannot be counted: " + e.getMessage(),
                        e);
            }
        });
    }
}
