package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetManifest.Keyspace;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.SettleLimit;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;

/**
 * Writes what a dataset's manifest says is missing. Keys are written in ascending order, keyspace by keyspace, and the
 * manifest says how far it is, so that an interrupted filling goes on where it stopped.
 */
public final class DatasetLoader {

    private static final long SAVE_EVERY = TimeUnit.SECONDS.toNanos(1);
    /** Saving takes at most about one part in so many of the time. */
    private static final int SAVING_SHARE = 20;
    /** Keys per transaction. */
    private static final int BATCH = 1000;
    private static final int BATCH_BYTES = 4 << 20;

    private final KeyspaceTarget target;
    private final Clock clock;
    private final BooleanSupplier stopped;
    private final Progress progress;
    private final Settling settling;

    /** Lets a target settle. */
    private interface Settling {
        void of(KeyspaceTarget target) throws DriverException;
    }

    /** @param progress told the keys written and the keys in all, after every transaction */
    public DatasetLoader(KeyspaceTarget target, Clock clock, BooleanSupplier stopped, Progress progress) {
        this(target, clock, stopped, progress, settled -> settled.settle(Progress.none()));
    }

    /** The same with a limit on how long the target may take to settle at the end. */
    public DatasetLoader(KeyspaceTarget target, Clock clock, BooleanSupplier stopped, Progress progress,
            SettleLimit limit) {
        this(target, clock, stopped, progress, settled -> limit.settle(settled, Progress.none()));
    }

    private DatasetLoader(KeyspaceTarget target, Clock clock, BooleanSupplier stopped, Progress progress,
            Settling settling) {
        this.settling = settling;
        this.target = target;
        this.clock = clock;
        this.stopped = stopped;
        this.progress = progress;
    }

    /** A buffer that fits one value of the dataset and the target's alignment. */
    public static ByteBuffer buffer(KeyspaceTarget target, int size) {
        int alignment = target.localStorage().map(LocalStorage::alignment).orElse(1);
        return ByteBuffer.allocateDirect(size + alignment).alignedSlice(alignment).limit(size).slice();
    }

    /**
     * Refuses a dataset that its target cannot hold, before anything is made.
     *
     * @param has bytes of it that are there already
     * @throws InvalidInputException when there is less free than it needs
     * @throws DriverException       when the target refuses one of its keyspaces
     */
    public static void check(KeyspaceTarget target, DatasetManifest planned, long has) throws DriverException {
        for (int keyspace = 0; keyspace < planned.keyspaces().size(); keyspace++) {
            target.checkKeyspace(keyspace, planned.keyspaces().get(keyspace).keys(), planned.valueSize());
        }
        checkRoom(target, planned, has);
    }

    /**
     * Fills the dataset, until it is complete or stopped.
     *
     * @return the manifest as it is then, and as it was kept with the data
     */
    public DatasetManifest fill(DatasetManifest planned) throws Exception {
        for (int keyspace = 0; keyspace < planned.keyspaces().size() && !stopped.getAsBoolean(); keyspace++) {
            target.makeKeyspace(keyspace, planned.keyspaces().get(keyspace).keys(), planned.valueSize());
        }
        planned.write(target.manifests()); // of what could be made, and of nothing else
        DatasetManifest manifest = planned;
        for (int keyspace = 0; keyspace < planned.keyspaces().size() && !stopped.getAsBoolean(); keyspace++) {
            manifest = fill(manifest, keyspace);
        }
        if (!stopped.getAsBoolean()) {
            settling.of(target);
        }
        save(manifest);
        return manifest;
    }

    /** What a manifest calls filled must be there after any end of this process, since nobody will fill it again. */
    private void save(DatasetManifest manifest) throws Exception {
        target.makeDurable();
        manifest.write(target.manifests());
    }

    private DatasetManifest fill(DatasetManifest manifest, int keyspace) throws Exception {
        Keyspace shape = manifest.keyspaces().get(keyspace);
        DatasetValues values = new DatasetValues(manifest.seed(), manifest.valueSize());
        ByteBuffer value = buffer(target, manifest.valueSize());
        ByteBuffer numbered = NumberedKeys.buffer();
        DatasetManifest now = manifest;
        int batch = target.commitLimit().batch(BATCH, BATCH_BYTES, manifest.valueSize());
        long nextSave = clock.nanoTime() + SAVE_EVERY;
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (long key = shape.filled(); key < shape.keys() && !stopped.getAsBoolean();) {
                long end = Math.min(shape.keys(), key + batch);
                for (; key < end; key++) {
                    values.first(keyspace, key, value.clear());
                    session.put(keyspace, NumberedKeys.set(numbered, key), value.flip());
                }
                commit(session);
                now = now.withFilled(keyspace, key);
                progress.report(now.filled(), now.keys());
                if (clock.nanoTime() - nextSave >= 0) {
                    long began = clock.nanoTime();
                    save(now);
                    long ended = clock.nanoTime();
                    nextSave = ended + Math.max(SAVE_EVERY, SAVING_SHARE * (ended - began));
                }
            }
        }
        return now;
    }

    /** What was not stored nobody would store again, once the manifest calls it filled. */
    private static void commit(KeyValueSession session) throws Exception {
        int lost = session.commit();
        if (lost > 0) {
            throw new DriverException(lost + (lost == 1 ? " key was" : " keys were") + " not stored");
        }
    }

    private static void checkRoom(KeyspaceTarget target, DatasetManifest planned, long has) {
        OptionalLong free = target.localStorage().map(LocalStorage::freeBytes).orElse(OptionalLong.empty());
        long needed = planned.bytes() - has;
        if (free.isPresent() && needed > free.getAsLong()) {
            throw new InvalidInputException(String.format(Locale.ROOT,
                    "not enough free space: it needs %.3f GB more, and %.3f GB are "
                    + "free at %s", needed / 1e9, free.getAsLong() / 1e9, target.manifests().place()));
        }
    }
}
