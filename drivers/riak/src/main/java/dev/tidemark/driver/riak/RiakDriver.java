package dev.tidemark.driver.riak;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.param.Durability;
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

    /** Nobody knows of a backend on disks whether it forces writes by itself; as it comes, none does. */
    @Override
    public StatedDurability durability() {
        String sync = NonDefaultSettings.LEAD + RiakParams.SYNC_ON_WRITE.name();
        return StatedDurability.NOTHING.fact(sync, RiakParams.HEEDED, Durability.DURABLE)
                .fact(sync, RiakParams.NOT_HEEDED, Durability.OS_BUFFERED)
                .fact("server-storage-backend", "riak_kv_memory_backend", Durability.VOLATILE);
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
