package dev.tidemark.driver.riak;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Values;
import java.util.EnumSet;

/** Riak KV, by its HTTP API. */
public final class RiakDriver extends DeclaredDriver {

    /** No transactions, no scans and no walks: nothing in Riak is as it was at one moment. */
    public RiakDriver() {
        super("riak",
                "Riak KV, keys and values on many nodes, over HTTP; written by its documentation and not tried on one.",
                RiakParams.ALL, RiakMeasures.ALL, EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES,
                Capability.DELETE, Capability.HEAD, Capability.INDEX));
    }

    @Override
    public String compaction() {
        return "There is nothing to ask for: each node's backend rewrites its files when it likes.";
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return RiakTarget.open(values, context);
    }
}
