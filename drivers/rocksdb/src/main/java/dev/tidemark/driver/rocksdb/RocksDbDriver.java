package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The embedded storage engine RocksDB. Names no class of the engine; {@link RocksDbTarget} is where it begins. */
public final class RocksDbDriver implements Driver {

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public String summary() {
        return "RocksDB, an embedded log-structured storage engine, with documents as keys and values.";
    }

    @Override
    public ParamSet params() {
        return RocksDbParams.ALL;
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(RocksDbParams.BLOCK_CACHE);
    }

    @Override
    public MeasureSet measures() {
        return RocksDbMeasures.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES,
                Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN,
                Capability.WALK, Capability.COMPACT, Capability.SNAPSHOT);
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            return RocksDbTarget.open(values, context);
        } catch (NoClassDefFoundError e) {
            throw new DriverException(e.getCause() instanceof ClassNotFoundException
                    ? "the RocksDB library (rocksdbjni) is not on the class path"
                    : "the RocksDB library cannot be loaded: " + e.getMessage(), e);
        }
    }
}
