package dev.tidemark.driver.riak;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Riak KV, by its HTTP API. */
public final class RiakDriver implements Driver {

    @Override
    public String name() {
        return "riak";
    }

    @Override
    public String summary() {
        return "Riak KV, keys and values on many nodes, over HTTP; written by its documentation and not tried on one.";
    }

    @Override
    public ParamSet params() {
        return RiakParams.ALL;
    }

    @Override
    public MeasureSet measures() {
        return RiakMeasures.ALL;
    }

    /** {@inheritDoc} No transactions, no scans and no walks: nothing in Riak is as it was at one moment. */
    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD,
                Capability.INDEX);
    }

    @Override
    public String compaction() {
        return "There is nothing to ask for: each node's backend rewrites its files when it likes.";
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return RiakTarget.open(values, context);
    }
}
