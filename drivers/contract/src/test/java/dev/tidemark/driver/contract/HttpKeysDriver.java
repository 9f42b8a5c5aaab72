package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** The driver of {@link HttpServerOfKeys}: as small as one of a server can be, to show what the base gives it. */
final class HttpKeysDriver implements Driver {

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:80");
    static final Param<Long> QUEUE_DEPTH = Param.count(AsyncKeyValueSession.QUEUE_DEPTH).byDefault(1L).atLeast(1)
            .changing(ChangeCost.REOPEN).help("Operations that each worker has in progress.");

    @Override
    public String name() {
        return "http-keys";
    }

    @Override
    public String summary() {
        return "Keys and values over HTTP.";
    }

    @Override
    public ParamSet params() {
        return ConnectionParams.of(ADDRESS).plus(ParamSet.of(QUEUE_DEPTH));
    }

    @Override
    public MeasureSet measures() {
        return MeasureSet.of(RemoteTarget.RECONNECTS);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.KEYSPACES, Capability.ASYNC_KEYSPACES, Capability.KEY_VALUES, Capability.DELETE,
                Capability.HEAD);
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return new HttpKeysTarget(values, ConnectionSettings.of(values, ADDRESS, context), context);
    }
}
