package dev.tidemark.core.workload;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexTarget;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The keyspace that workers of {@link Volume} work on, one in each instance of the target: made when first needed, and
 * settled when it was preloaded.
 */
final class VolumeStore {

    static final int KEYSPACE = 0;

    private final String instance;
    private final KeyspaceTarget target;
    private final long keys;
    private final int valueSize;
    private final boolean indexed;
    private final VolumeVerification verification;
    private final List<Done> done = new CopyOnWriteArrayList<>();
    private boolean made;
    private boolean unsettled;

    /** What one worker has done. It is written by that worker alone, and read by others now and then. */
    static final class Done {

        private static final VarHandle UNITS;

        static {
            try {
                UNITS = MethodHandles.lookup().findVarHandle(Done.class, "units", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private long units;

        private Done() {}

        void add(long more) {
            UNITS.setOpaque(this, units + more);
        }

        private long sum() {
            return (long) UNITS.getOpaque(this);
        }
    }

    /**
     * @param instance  its name; empty where there is only one
     * @param keys      how many there are at first
     * @param valueSize mean size in bytes
     */
    VolumeStore(String instance, KeyspaceTarget target, long keys, int valueSize, boolean indexed,
            VolumeVerification verification) {
        this.instance = instance;
        this.target = target;
        this.keys = keys;
        this.valueSize = valueSize;
        this.indexed = indexed;
        this.verification = verification;
    }

    /** What background tasks work on. */
    Instance instance() {
        return new Instance(instance, target, List.of(KEYSPACE),
                instance.isEmpty() ? Optional.empty() : Optional.of(() -> done.stream().mapToLong(Done::sum).sum()));
    }

    /** Where a worker of the measurement writes down what it has done. */
    Done counter() {
        Done counter = new Done();
        done.add(counter);
        return counter;
    }

    /** Whether the value that an operation reads is to be checked. */
    boolean verifies(int lane, long n) {
        return verification.wants(lane, n);
    }

    /** A value that was read is wrong. */
    void fault(long key, String reason) {
        verification.fault((instance.isEmpty() ? "" : instance + ", ") + "key " + key + ": " + reason);
    }

    /** A session for storing keys before the measurement. */
    synchronized KeyValueSession fill(int worker) throws DriverException {
        unsettled = true;
        return session(worker);
    }

    /**
     * Waits until what storing keys left to do is done, so that the engine's counters are read after it. Should that fail,
     * {@link #begin} tries again and tells why.
     */
    synchronized void settle() {
        try {
            settled();
        } catch (DriverException e) {
            unsettled = true;
        }
    }

    /** A session for the measurement, which begins when what storing keys left to do is done. */
    synchronized KeyValueSession begin(int worker) throws DriverException {
        settled();
        return session(worker);
    }

    private void settled() throws DriverException {
        if (unsettled) {
            target.settle(Progress.none());
            unsettled = false;
        }
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
