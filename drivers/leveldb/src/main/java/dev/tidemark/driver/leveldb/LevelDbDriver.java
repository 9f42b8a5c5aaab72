package dev.tidemark.driver.leveldb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The embedded storage engine LevelDB. */
public final class LevelDbDriver extends EmbeddedDriver {

    public LevelDbDriver() {
        super("leveldb", "LevelDB, the embedded log-structured storage engine in C++ (through leveldbjni).",
                "LevelDB", "leveldbjni-all", LevelDbParams.ALL, LevelDbMeasures.ALL, Capability.API_STYLES,
                Capability.COMPACT);
    }

    @Override
    protected void loadEngine() throws Exception {
        LevelDbStore.loadEngine();
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(LevelDbParams.SYNC);
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(LevelDbParams.BLOCK_CACHE);
    }

    @Override
    public List<ApiStyle> styles() {
        return LevelDbStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return LevelDbStyles.with(values);
    }

    @Override
    public String compaction() {
        return "Merges all segments down to the last level, so that what was deleted or written over is gone.";
    }

    @Override
    protected OpenTarget target(Values values, Context context) {
        return new LevelDbTarget(values, context);
    }
}
