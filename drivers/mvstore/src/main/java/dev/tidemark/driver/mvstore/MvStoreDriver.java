package dev.tidemark.driver.mvstore;

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

/** The embedded storage engine MVStore. Names no class of the engine; {@link MvStoreTarget} is where it begins. */
public final class MvStoreDriver implements Driver {

    @Override
    public String name() {
        return "mvstore";
    }

    @Override
    public String summary() {
        return "MVStore, H2's embedded log-structured multi-version B-tree, in Java.";
    }

    @Override
    public ParamSet params() {
        return MvStoreParams.ALL;
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(MvStoreParams.CACHE);
    }

    @Override
    public MeasureSet measures() {
        return MvStoreMeasures.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD,
                Capability.INDEX, Capability.SCAN, Capability.WALK, Capability.COMPACT, Capability.SNAPSHOT);
    }

    /** {@inheritDoc} None; native access is for dropping files from the page cache. */
    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            return MvStoreTarget.open(values, context);
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the H2 library (h2) is not on the class path", e);
        }
    }
}
