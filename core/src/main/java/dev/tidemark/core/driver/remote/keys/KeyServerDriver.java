package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.result.MeasureSet;

/** What every driver of a {@link KeyServer} declares. */
public abstract class KeyServerDriver implements Driver {

    @Override
    public MeasureSet measures() {
        return MeasureSet.of(ServerTarget.RECONNECTS);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS, Capability.DELETE,
                Capability.SCAN, Capability.API_STYLES);
    }

    @Override
    public List<ApiStyle> styles() {
        return List.of(ApiStyle.of("put", name(), ApiStyle.Input.TEXT, "stores JSON text under a key"),
                ApiStyle.of("put-batch", name(), ApiStyle.Input.TEXT,
                        "stores JSON texts under their keys in one transaction").batched(),
                ApiStyle.noop("get-nothing", name(), "reads a key that is not there"));
    }
}
