package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.ValueGenerator;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.ValueParams;

/**
 * Stores the first keys of {@link Volume} before the measurement, in transactions of some keys each.
 *
 * @param keys  how many
 * @param place the number of the i-th of them
 */
record VolumePreload(Values values, long seed, long keys, boolean indexed, LongUnaryOperator place) {

    private static final OperationKinds KINDS = new OperationKinds(List.of("store"), List.of());
    private static final int BATCH = 100;
    private static final int BATCH_BYTES = 1 << 20;
    private static final int MOST_WORKERS = 16;

    static VolumePreload of(VolumeGroup group, long seed, boolean indexed) {
        Values v = group.values();
        long all = v.get(KeyParams.KEY_COUNT);
        int workers = group.workers();
        LongUnaryOperator placed = KeyParams.place(v, seed, group.space());
        if (v.get(KeyParams.KEYS) == KeyParams.Choice.OWN) {
            return new VolumePreload(v, seed, all / workers * workers, indexed,
                    i -> placed.applyAsLong(VolumeKeys.ownKey((int) (i % workers), i / workers)));
        }
        return new VolumePreload(v, seed, v.get(VolumeParams.PRELOAD).of(all), indexed, placed);
    }

    boolean isNeeded() {
        return keys > 0;
    }

    private int batch(VolumeKeyspace store) {
        return store.commitLimit().batch(BATCH, BATCH_BYTES, ValueParams.sizes(values).mean());
    }

    /** One stage for all instances. */
    static Stage stage(List<WorkerGroup> workerGroups, long keys) {
        return new Stage(Phase.PRELOAD, KINDS, workerGroups, null, keys, false);
    }

    /**
     * Those that fill one instance.
     *
     * @param workers  of the measurement, on all instances
     * @param instances how many there are
     */
    WorkerGroup workerGroup(VolumeKeyspace store, int workers, int instances) {
        int share = Math.max(1, Math.min(workers, MOST_WORKERS) / instances);
        int batch = batch(store);
        return new WorkerGroup("", new Load.Closed(share, Duration.ZERO), Math.ceilDiv(keys, (long) batch),
                worker -> new Filler(store.fill(worker), batch));
    }

    /** A measurement must not begin on less than was asked for. */
    static Optional<String> unfinished(StageResult filled) {
        List<OutcomeCount> lost = filled.outcomes().stream().filter(o -> o.outcome() != Outcome.OK).toList();
        long keys = lost.stream().mapToLong(OutcomeCount::units).sum();
        return lost.isEmpty() ? Optional.empty()
                : Optional.of("preload: " + keys + " keys were not stored: " + lost.getFirst().reason());
    }

    private final class Filler implements Actor {

        private final KeyValueSession session;
        private final int batch;
        private final ValueGenerator made = ValueParams.values(values, seed);
        private final KeyFormat format = KeyParams.format(values);
        private final IndexTermGenerator entries = new IndexTermGenerator(values);
        private final ByteBuffer key = ByteBuffer.allocateDirect(format.largest());
        private final ByteBuffer value = ByteBuffer.allocateDirect(made.sizes().largest());
        private int count;
        private long bytes;

        Filler(KeyValueSession session, int batch) {
            this.session = session;
            this.batch = batch;
        }

        @Override
        public int prepare(int lane, long n) throws Exception {
            session.rollback();
            long first = n * batch;
            count = (int) Math.min(batch, keys - first);
            bytes = 0;
            for (long i = first; i < first + count; i++) {
                add(place.applyAsLong(i));
            }
            return 0;
        }

        private void add(long number) throws Exception {
            format.put(number, key.clear());
            made.first(number, value.clear());
            bytes += value.flip().remaining();
            if (indexed) {
                session.put(VolumeKeyspace.KEYSPACE, key.flip(), value,
                        entries.of(SplitMix64.mix(seed ^ number)));
            } else {
                session.put(VolumeKeyspace.KEYSPACE, key.flip(), value);
            }
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            tally.failedUnits = count; // until the commit says otherwise
            int lost = session.commit();
            tally.failedUnits = lost;
            tally.units = count - lost;
            tally.bytesIn = bytes;
            if (lost == 0) {
                return Outcome.OK;
            }
            tally.reason = "keys not stored";
            return Outcome.PARTIAL;
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }
}
