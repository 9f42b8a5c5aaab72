package dev.tidemark.core.workload.randomio;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.DatasetLoader;

/**
 * One worker of {@link RandomIo}: an operation is a cycle, either of reads or a write transaction. Which it is, and
 * which keys it touches, depends on seed, lane and number alone.
 */
final class RandomIoActor implements Actor {

    static final int READ = 0;
    static final int WRITE = 1;
    static final String MISSING = "a key of the dataset is not there";
    private static final int GET = 0;
    private static final int PUT = 1;
    private static final int COMMIT = 2;

    private final KeyValueSession session;
    private final int valueSize;
    private final DatasetValues values;
    private final KeyChooser choice;
    private final int length;
    private final int[] keyspaces;
    private final ByteBuffer[] keys;
    private final ByteBuffer[] updates;
    private final ByteBuffer read;

    private int kind;
    private boolean open;

    /** @param writes whether any of its cycles may write */
    RandomIoActor(KeyspaceTarget target, int worker, DatasetManifest dataset, KeyChooser choice, int length,
            boolean writes) throws Exception {
        this.session = target.session(worker, KeyValueSession.class);
        session.openAhead();
        this.valueSize = dataset.valueSize();
        this.values = new DatasetValues(dataset.seed(), valueSize);
        this.choice = choice;
        this.length = length;
        this.keyspaces = new int[length];
        this.keys = new ByteBuffer[length];
        Arrays.setAll(keys, i -> NumberedKeys.buffer());
        this.read = DatasetLoader.buffer(target, valueSize);
        this.updates = new ByteBuffer[writes ? length : 0];
        for (int i = 0; i < updates.length; i++) {
            updates[i] = DatasetLoader.buffer(target, valueSize);
        }
    }

    @Override
    public int prepare(int lane, long n) {
        if (open) {
            session.rollback();
            open = false;
        }
        kind = choice.begin(lane, n) ? READ : WRITE;
        for (int i = 0; i < length; i++) {
            choice.draw();
            keyspaces[i] = choice.keyspace();
            NumberedKeys.set(keys[i], choice.key());
            if (kind == WRITE) {
                values.update(keyspaces[i], choice.key(), lane, n, updates[i].clear());
                updates[i].flip();
            }
        }
        return kind;
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
        tally.bytesIn = tally.units * valueSize;
        if (failed == 0) {
            return Outcome.OK;
        }
        tally.reason = "updates not stored";
        return failed < length ? Outcome.PARTIAL : Outcome.FAILURE;
    }

    private Outcome get(int i, Tally tally) throws Exception {
        int size = session.get(keyspaces[i], keys[i], read.clear());
        if (size == KeyValueSession.ABSENT) {
            tally.reason = MISSING;
            return Outcome.MISS;
        }
        tally.units++;
        tally.bytesOut += size;
        return Outcome.OK;
    }

    /** The first key that it touched. */
    @Override
    public String name(int lane, long n) {
        choice.begin(lane, n);
        choice.draw();
        return "key " + choice.key() + " of keyspace " + choice.keyspace();
    }

    @Override
    public void close() throws Exception {
        session.close();
    }
}
