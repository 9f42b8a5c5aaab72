package dev.tidemark.driver.mvstore;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The embedded storage engine MVStore. */
public final class MvStoreDriver extends EmbeddedDriver {

    public MvStoreDriver() {
        super("mvstore", "MVStore, H2's embedded log-structured multi-version B-tree, in Java.",
                "H2", "h2", MvStoreParams.ALL, MvStoreMeasures.ALL, Capability.API_STYLES,
                Capability.COMPACT, Capability.SNAPSHOT);
    }

    @Override
    protected void loadEngine() throws Exception {
        MvStoreEngine.loadEngine();
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(MvStoreParams.SYNC);
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(MvStoreParams.CACHE);
    }

    @Override
    public List<ApiStyle> styles() {
        return MvStoreStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return MvStoreStyles.with(values);
    }

    @Override
    public String compaction() {
        return "Rewrites chunks that hold dead pages, moves chunks into the gaps, and cuts off the end of the file.";
    }

    @Override
    protected OpenTarget target(Values values, Context context) {
        return new MvStoreTarget(values, context);
    }
}
