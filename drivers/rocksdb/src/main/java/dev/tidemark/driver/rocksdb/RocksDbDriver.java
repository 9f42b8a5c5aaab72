package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The embedded storage engine RocksDB. */
public final class RocksDbDriver extends EmbeddedDriver {

    public RocksDbDriver() {
        super("rocksdb", "RocksDB, an embedded log-structured storage engine, with documents as keys and values.",
                "RocksDB", "rocksdbjni", RocksDbParams.ALL, RocksDbMeasures.ALL, Capability.DOCUMENT_WRITER,
                Capability.DOCUMENT_READER, Capability.API_STYLES, Capability.COMPACT, Capability.SNAPSHOT);
    }

    @Override
    protected void loadEngine() throws Exception {
        RocksDbStore.loadEngine();
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(RocksDbParams.SYNC);
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(RocksDbParams.BLOCK_CACHE);
    }

    @Override
    public List<Param<?>> decidedByData(Values values) {
        return OwnDatabase.isOf(values) ? RocksDbParams.OF_OPTIONS_FILE : List.of();
    }

    @Override
    public List<ApiStyle> styles() {
        return RocksDbStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return RocksDbStyles.with(values);
    }

    @Override
    public String compaction() {
        return "Merges all segments down to the last level, so that what was deleted or written over is gone; with "
                + "blob-files it also rewrites that level, and moves what lives out of the oldest blob files, as many "
                + "as compact-age-cutoff says, which are deleted.";
    }

    @Override
    protected OpenTarget target(Values values, Context context) {
        return new RocksDbTarget(values, context);
    }
}
