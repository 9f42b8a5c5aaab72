package dev.tidemark.driver.mvstore;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.param.Values;
import org.h2.engine.Constants;
import org.h2.mvstore.MVMap;
import org.h2.value.VersionedValue;

/** A store in this process. */
final class MvStoreTarget extends EmbeddedTarget<MVMap<byte[], VersionedValue<byte[]>>, MvStoreEngine> {

    static final DataFiles FILES = new DataFiles("mvstore", "an MVStore", Pattern.quote(MvStoreEngine.FILE),
            Optional.empty(), false);

    MvStoreTarget(Values values, Context context) {
        super(values, context, FILES, values.find(MvStoreParams.DIRECTORY), values.get(MvStoreParams.SHARDS));
    }

    @Override
    protected MvStoreEngine open(Path folder, boolean create) throws DriverException {
        return MvStoreEngine.open(folder, values());
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return MvStoreStyles.isPlain(style)
                ? place(style, open -> open.stores().getFirst().plainStyleTable(name)) : super.place(style, name);
    }

    @Override
    protected double gauge(String name, List<Double> ofShards) {
        double sum = super.gauge(name, ofShards);
        return name.equals(MvStoreMeasures.FILL_RATE.name()) ? sum / ofShards.size() : sum;
    }

    @Override
    protected boolean compresses() {
        return values().get(MvStoreParams.COMPRESSION) != MvStoreParams.Compression.NONE;
    }

    /** {@inheritDoc} Moves chunks to the front of the file, which gets shorter. */
    @Override
    protected void compact(MvStoreEngine store) throws DriverException {
        store.compact(this::shouldEnd);
    }

    @Override
    public String version() {
        return "MVStore of H2 " + Constants.VERSION;
    }
}
