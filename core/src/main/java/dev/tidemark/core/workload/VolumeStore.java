package dev.tidemark.core.workload;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexTarget;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;

/** The one keyspace that {@link Volume} works on: made when first needed, and settled when it was preloaded. */
final class VolumeStore {

    static final int KEYSPACE = 0;

    private final KeyspaceTarget target;
    private final long keys;
    private final int valueSize;
    private final boolean indexed;
    private final VolumeVerification verification;
    private boolean made;
    private boolean unsettled;

    /** @param valueSize mean size in bytes */
    VolumeStore(KeyspaceTarget target, long keys, int valueSize, boolean indexed, VolumeVerification verification) {
        this.target = target;
        this.keys = keys;
        this.valueSize = valueSize;
        this.indexed = indexed;
        this.verification = verification;
    }

    VolumeVerification verification() {
        return verification;
    }

    /** A session for storing keys before the measurement. */
    synchronized KeyValueSession fill(int worker) throws DriverException {
        unsettled = true;
        return session(worker);
    }

    /** A session for the measurement, which begins when what storing keys left to do is done. */
    synchronized KeyValueSession begin(int worker) throws DriverException {
        if (unsettled) {
            target.settle(Progress.none());
            unsettled = false;
        }
        return session(worker);
    }

    private KeyValueSession session(int worker) throws DriverException {
        if (!made) {
            target.makeKeyspace(KEYSPACE, keys, valueSize);
            if (indexed) {
                ((IndexTarget) target).makeIndex(KEYSPACE);
            }
            made = true;
        }
        return (KeyValueSession) target.session(worker);
    }
}
