package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.embedded.Shards;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;

/** A set of RocksDB instances in this process. */
final class RocksDbTarget extends EmbeddedTarget<ColumnFamilyHandle, RocksDbStore> {

    static final DataFiles FILES = new DataFiles("rocksdb", "a RocksDB",
            "(CURRENT|IDENTITY|LOCK|LOG|MANIFEST|OPTIONS)([-.][^/]*)?|\\d+\\.(sst|blob|log|dbtmp)(\\.trash)?",
            Optional.of("CURRENT"), true);

    private final EngineOptions engine;

    RocksDbTarget(Values values, Context context) {
        super(values, context, FILES, values.find(RocksDbParams.DIRECTORY), values.get(RocksDbParams.SHARDS),
                OwnDatabase.of(values, RocksDbParams.COLUMN_FAMILY));
        this.engine = new EngineOptions(values);
    }

    @Override
    protected RocksDbStore open(Path folder, boolean create) throws DriverException {
        return RocksDbStore.open(engine, folder, create);
    }

    @Override
    protected RocksDbStore open(OwnDatabase database, Path folder, boolean create) throws DriverException {
        RocksDbStore store = new OwnRocksDb(database, values(), engine).open(folder, create);
        if (create) {
            noteDifferences(database, store);
        }
        return store;
    }

    /** What differs between the settings and what the user's database was opened with. */
    private void noteDifferences(OwnDatabase database, RocksDbStore store) {
        List<String> overriding = OwnOptions.overriding(values());
        if (!overriding.isEmpty()) {
            context().note().accept("In place of what the options file of " + database.path() + " says, these settings "
                    + "hold in all its column families: " + String.join(", ", overriding) + ".");
        }
        try {
            for (String option : EffectiveSettings.nameless(store.optionsPlace(), store.family())) {
                context().note().accept(database.path() + " has the " + option + ", for which no setting has a name.");
            }
        } catch (IOException e) {
            context().note().accept("The options of " + database.path() + " are unknown: " + e.getMessage() + ".");
        }
    }

    /** {@inheritDoc} An engine that was told to end writes nothing out any more. */
    @Override
    protected void closeDatabase(Shards<ColumnFamilyHandle, RocksDbStore> open, boolean keep) throws DriverException {
        super.closeDatabase(open, keep && !aborted());
    }

    @Override
    public boolean bypassesPageCache() {
        return effective().get(RocksDbParams.DIRECT_IO);
    }

    @Override
    protected boolean compresses() {
        return values().get(RocksDbParams.COMPRESSION) != Compression.NONE;
    }

    @Override
    protected void emptyCaches() {
        engine.emptyBlockCache();
    }

    @Override
    protected MetricSnapshot read(Shards<ColumnFamilyHandle, RocksDbStore> open) throws DriverException {
        MetricSnapshot ofShards = super.read(open);
        double tables = ofShards.counters().get(EngineMeasures.SEGMENTS_WRITTEN.name());
        return new MetricSnapshot("", Readings.counters(engine, tables), ofShards.gauges());
    }

    /** {@inheritDoc} All shards at once, which share their threads. */
    @Override
    protected void settle(Shards<ColumnFamilyHandle, RocksDbStore> open, Progress progress) throws DriverException {
        new CompactionWaiter(engine, open, context().clock(), this::shouldEnd).run(progress);
    }

    @Override
    protected void stop(Shards<ColumnFamilyHandle, RocksDbStore> open) {
        engine.liftLimit();
        super.stop(open);
    }

    @Override
    protected void release() {
        engine.close();
    }

    /** The open shards, for tests that look behind the counters. */
    List<RocksDbStore> stores() {
        return database().stores();
    }

    EngineOptions engine() {
        return engine;
    }

    @Override
    public String version() {
        return "RocksDB " + RocksDB.rocksdbVersion();
    }
}
