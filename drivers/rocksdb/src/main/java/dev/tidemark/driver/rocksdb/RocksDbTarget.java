package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.driver.upkeep.SnapshotTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rocksdb.RocksDB;

/** A set of RocksDB instances in this process. */
final class RocksDbTarget extends EmbeddedTarget<Shards> implements CompactingTarget, SnapshotTarget, StyleTarget {

    private final RocksDbSettings settings;
    private final EngineOptions engine;
    private final ShardFolders folders;

    RocksDbTarget(Values values, Context context) {
        RocksDbSettings settings = RocksDbSettings.of(values);
        ShardFolders folders = new ShardFolders(settings.directory().orElse(context.scratch()), settings.shards());
        super(values, context, folders.folder());
        this.settings = settings;
        this.engine = new EngineOptions(settings);
        this.folders = folders;
    }

    @Override
    protected void makeFolder() throws DriverException {
        folders.make();
    }

    @Override
    protected void useFolder() throws DriverException {
        folders.use();
    }

    @Override
    protected Shards openDatabase(boolean create) throws DriverException {
        return Shards.open(engine, folders.all(), create);
    }

    /** {@inheritDoc} With a journal, nothing needs to be written out for that. */
    @Override
    protected void closeDatabase(Shards open, boolean keep) throws DriverException {
        open.close(keep && !settings.journal() && !aborted());
    }

    @Override
    protected Session session(Shards open, Runnable ended) throws DriverException {
        return new RocksDbSession(open, engine.writeOptions(), context().note(), ended);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return place(style, open -> new RocksDbStyleTable(open, style, name, engine.writeOptions()));
    }

    @Override
    public boolean bypassesPageCache() {
        return effective().get(RocksDbParams.DIRECT_IO);
    }

    @Override
    protected void makeKeyspace(Shards open, int keyspace) throws DriverException {
        open.makeKeyspace(keyspace);
    }

    /** {@inheritDoc} How many are there RocksDB estimates. */
    @Override
    protected double bytesFor(Shards open, int keyspace, long keys, int valueSize) throws DriverException {
        long there = open.hasKeyspace(keyspace) ? open.keys(keyspace) : 0;
        return (double) Math.max(0, keys - there) * (Long.BYTES + valueSize);
    }

    @Override
    protected boolean compresses() {
        return settings.compression() != Compression.NONE;
    }

    /** {@inheritDoc} Without a journal, what was committed is in memory alone until it is flushed. */
    @Override
    public void makeDurable() throws DriverException {
        if (!settings.journal()) {
            withDatabase(open -> {
                open.flush();
                return null;
            });
        }
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            open.makeIndex(keyspace);
            return null;
        });
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        withDatabase(open -> {
            open.compact(progress, this::isToEnd);
            return null;
        });
    }

    private boolean isToEnd() {
        return aborted() || context().cancelled().getAsBoolean();
    }

    /** {@inheritDoc} Its files are those of the data, linked, as far as they never change. */
    @Override
    public long snapshot() throws DriverException {
        return snapshot(Shards::copy);
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> new KeyCount(open, keyspace, context().cancelled()).run(progress));
    }

    /** {@inheritDoc} With a journal, too, the memtables would be filled again from it. */
    @Override
    protected void writeOut(Shards open) throws DriverException {
        if (open.backgroundFailure().isEmpty()) {
            open.flush();
        }
    }

    @Override
    protected void emptyCaches() {
        engine.emptyBlockCache();
    }

    @Override
    protected List<Path> files() throws IOException {
        return folders.engineFiles();
    }

    @Override
    protected Values effective(Shards open, Values given) throws DriverException {
        try {
            return EffectiveSettings.of(given, engine, open);
        } catch (IOException e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    @Override
    protected MetricSnapshot read(Shards open) {
        return Readings.of(engine, open);
    }

    @Override
    protected void settle(Shards open, Progress progress) throws DriverException {
        new CompactionWaiter(engine, open, context().clock(), this::isToEnd).run(progress);
    }

    /** {@inheritDoc} Asking ends the writers that would wait for an engine that has stopped. */
    @Override
    protected Optional<DriverException> backgroundFailure(Shards open) {
        return open.backgroundFailure();
    }

    @Override
    protected void stop(Shards open) {
        engine.liftLimit();
        open.stop();
    }

    @Override
    protected void release() {
        engine.close();
    }

    /** The open shards, for tests that look behind the counters. */
    Shards shards() {
        return database();
    }

    EngineOptions engine() {
        return engine;
    }

    @Override
    public String version() {
        return "RocksDB " + RocksDB.rocksdbVersion();
    }
}
