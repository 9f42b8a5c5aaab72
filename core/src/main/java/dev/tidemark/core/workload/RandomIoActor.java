package dev.tidemark.core.workload;

import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.data.Mix;
import dev.tidemark.core.driver.KeyspaceSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import java.nio.ByteBuffer;

/**
 * One worker of {@link RandomIo}: an operation is a cycle, either of reads or a write transaction. Which it is, and
 * which keys it touches, depends on seed, lane and number alone.
 */
final class RandomIoActor implements Actor {

    static final int READ = 0;
    static final int WRITE = 1;
    private static final int GET = 0;
    private static final int PUT = 1;
    private static final int COMMIT = 2;

    private final KeyspaceSession session;
    private final DatasetManifest dataset;
    private final DatasetValues values;
    private final RandomIoMix mix;
    private final int length;
    private final boolean ownKeyspace;
    private final long seed;
    private final int[] keyspaces;
    private final long[] keys;
    private final ByteBuffer[] updates;
    private final ByteBuffer read;

    private int kind;
    private boolean open;
    private long random;

    RandomIoActor(KeyspaceTarget target, int worker, DatasetManifest dataset, RandomIoMix mix, int length,
            boolean ownKeyspace, long seed) throws Exception {
        this.session = (KeyspaceSession) target.session(worker);
        this.dataset = dataset;
        this.values = new DatasetValues(dataset.seed(), dataset.valueSize());
        this.mix = mix;
        this.length = length;
        this.ownKeyspace = ownKeyspace;
        this.seed = seed;
        this.keyspaces = new int[length];
        this.keys = new long[length];
        this.read = DatasetFilling.buffer(target, dataset.valueSize());
        this.updates = new ByteBuffer[mix.readsOnly() ? 0 : length];
        for (int i = 0; i < updates.length; i++) {
            updates[i] = DatasetFilling.buffer(target, dataset.valueSize());
        }
    }

    @Override
    public int prepare(int lane, long n) {
        if (open) {
            session.rollback();
            open = false;
        }
        random = Mix.mix(Mix.mix(seed ^ lane * Mix.STEP) + n);
        kind = mix.reads(n, next()) ? READ : WRITE;
        for (int i = 0; i < length; i++) {
            choose(lane, i);
            if (kind == WRITE) {
                values.update(keyspaces[i], keys[i], lane, n, updates[i].clear());
                updates[i].flip();
            }
        }
        return kind;
    }

    /** A key drawn uniformly: from the worker's own keyspace for a write to it, else from the whole dataset. */
    private void choose(int lane, int i) {
        if (ownKeyspace && kind == WRITE) {
            keyspaces[i] = lane;
            keys[i] = below(dataset.keyspaces().get(lane).keys());
            return;
        }
        long key = below(dataset.keys());
        int keyspace = 0;
        while (key >= dataset.keyspaces().get(keyspace).keys()) {
            key -= dataset.keyspaces().get(keyspace++).keys();
        }
        keyspaces[i] = keyspace;
        keys[i] = key;
    }

    private long next() {
        random += Mix.STEP;
        return Mix.mix(random);
    }

    /** Uniform below a bound, by the high half of the product (Lemire 2019); its bias is below 2⁻²⁰ for all bounds. */
    private long below(long bound) {
        return Math.unsignedMultiplyHigh(next(), bound);
    }

    @Override
    public int steps() {
        return kind == READ ? length : length + 1;
    }

    @Override
    public int stepKind(int i) {
        return kind == READ ? GET : i < length ? PUT : COMMIT;
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        if (kind == READ) {
            return get(i, tally);
        }
        if (i < length) {
            open = true;
            tally.failedUnits = length; // until the commit says otherwise
            session.put(keyspaces[i], keys[i], updates[i]);
            return Outcome.OK;
        }
        return commit(tally);
    }

    private Outcome commit(Tally tally) throws Exception {
        int failed = session.commit();
        open = false;
        tally.failedUnits = failed;
        tally.units = length - failed;
        tally.bytesIn = tally.units * dataset.valueSize();
        if (failed == 0) {
            return Outcome.OK;
        }
        tally.reason = "updates not stored";
        return failed < length ? Outcome.PARTIAL : Outcome.FAILURE;
    }

    private Outcome get(int i, Tally tally) throws Exception {
        int size = session.get(keyspaces[i], keys[i], read.clear());
        if (size == KeyspaceSession.ABSENT) {
            tally.reason = "a key of the dataset is not there";
            return Outcome.MISS;
        }
        tally.units++;
        tally.bytesOut += size;
        return Outcome.OK;
    }

    @Override
    public void close() throws Exception {
        session.close();
    }
}
