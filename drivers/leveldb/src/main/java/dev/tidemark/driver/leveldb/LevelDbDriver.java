package dev.tidemark.driver.leveldb;

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

/** The embedded storage engine LevelDB. Names no class of the engine; {@link LevelDbTarget} is where it begins. */
public final class LevelDbDriver implements Driver {

    @Override
    public String name() {
        return "leveldb";
    }

    @Override
    public String summary() {
        return "LevelDB, the embedded log-structured storage engine in C++ (through leveldbjni).";
    }

    @Override
    public ParamSet params() {
        return LevelDbParams.ALL;
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(LevelDbParams.BLOCK_CACHE);
    }

    @Override
    public MeasureSet measures() {
        return LevelDbMeasures.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD,
                Capability.INDEX, Capability.SCAN, Capability.WALK, Capability.COMPACT);
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            return LevelDbTarget.open(values, context);
        } catch (NoClassDefFoundError e) {
            throw new DriverException(e.getCause() instanceof ClassNotFoundException
                    ? "the LevelDB library (leveldbjni-all) is not on the class path"
                    : "the LevelDB library cannot be loaded: " + e.getMessage(), e);
        }
    }
}
