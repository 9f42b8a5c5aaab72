package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.keys.FoundKeys;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.driver.CommitLimit;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.SettleLimit;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.BackgroundTarget;
import dev.tidemark.core.workload.ValueParams;

/**
 * The keyspace that workers of {@link Volume} work on, one in each instance of the target: made when first needed, and
 * settled when it was preloaded.
 */
final class VolumeKeyspace {

    static final int KEYSPACE = 0;

    private final String instance;
    private final KeyspaceTarget target;
    private final long keys;
    private final int valueSize;
    private final double compressedShare;
    private final SettleLimit limit;
    private final boolean indexed;
    private final VolumeVerification verification;
    private final List<Done> done = new CopyOnWriteArrayList<>();
    private boolean made;
    /** Null where the keys are made. */
    private FoundKeys found;
    private boolean unsettled;
    /** Why it did not settle; null where it did. */
    private DriverException failure;

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
     * @param values    of the point
     * @param limit     of what storing keys leaves to do
     */
    VolumeKeyspace(String instance, KeyspaceTarget target, long keys, Values values, SettleLimit limit, boolean indexed,
            VolumeVerification verification) {
        this.instance = instance;
        this.target = target;
        this.keys = keys;
        this.valueSize = (int) ValueParams.sizes(values).mean();
        this.compressedShare = 1 / values.get(ValueParams.COMPRESSIBILITY);
        this.limit = limit;
        this.indexed = indexed;
        this.verification = verification;
    }

    CommitLimit commitLimit() {
        return target.commitLimit();
    }

    /** What background tasks work on. */
    BackgroundTarget instance() {
        return new BackgroundTarget(instance, target, List.of(KEYSPACE),
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

    /** How keys look once there is a session. @param made those that are made */
    synchronized KeyFormat format(KeyFormat made) {
        return found == null ? made : found;
    }

    /** The least that a buffer for a value must hold, beside values that are made. */
    synchronized int largestFound() {
        return found == null ? 0 : found.largestValue();
    }

    /** A session for storing keys before the measurement. */
    synchronized KeyValueSession fill(int worker) throws DriverException {
        unsettled = true;
        return session(worker);
    }

    /**
     * Waits until what storing keys left to do is done, so that the engine's counters are read after it. Should that
     * fail, {@link #begin} tells why.
     */
    synchronized void settle() {
        try {
            if (unsettled) {
                limit.settle(target, Progress.none());
                unsettled = false;
            }
        } catch (DriverException e) {
            failure = e;
        }
    }

    /** A session for the measurement, which begins when what storing keys left to do is done. */
    synchronized KeyValueSession begin(int worker) throws DriverException {
        settle();
        if (failure != null) {
            throw failure;
        }
        return session(worker);
    }

    /** Finds the keys where they are the user's own, which a large database takes long for. */
    synchronized void find(Progress progress) throws DriverException {
        if (found == null) {
            found = target.found(keys, progress).orElse(null);
        }
    }

    private KeyValueSession session(int worker) throws DriverException {
        if (!made) {
            find(Progress.none()); // where it is not the runner that prepares
            if (found == null) {
                target.makeKeyspace(KEYSPACE, keys, valueSize, compressedShare);
            }
            if (indexed) {
                target.makeIndex(KEYSPACE);
            }
            made = true;
        }
        KeyValueSession session = target.session(worker, KeyValueSession.class);
        session.openAhead();
        return session;
    }
}
