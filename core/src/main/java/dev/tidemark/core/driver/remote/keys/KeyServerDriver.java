package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.result.MeasureSet;

/** What every driver of a {@link KeyServer} declares. */
public abstract class KeyServerDriver extends DeclaredDriver {

    /** @param measures beside that of connections that were made anew */
    protected KeyServerDriver(String name, String summary, ParamSet params, MeasureSet measures) {
        super(name, summary, params, MeasureSet.of(ServerTarget.RECONNECTS).plus(measures),
                EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS, Capability.DELETE,
                        Capability.SCAN, Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return List.of(ApiStyle.of("put", name(), ApiStyle.Input.TEXT, "stores JSON text under a key"),
                ApiStyle.of("put-batch", name(), ApiStyle.Input.TEXT,
                        "stores JSON texts under their keys in one transaction").batched(),
                ApiStyle.noop("get-nothing", name(), "reads a key that is not there"));
    }
}
