package dev.tidemark.core.workload.randomio;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.DatasetLoader;

/**
 * One worker of {@link RandomIo} that keeps several operations in progress: an operation is one read, or one update
 * that is a transaction of its own. It chooses like {@link RandomIoActor}.
 */
final class RandomIoAsyncActor implements AsyncActor, AsyncKeyValueSession.Completions {

    private final AsyncKeyValueSession session;
    private final int valueSize;
    private final DatasetValues values;
    private final KeyChooser choice;
    private final int[] kinds;
    private final int[] keyspaces;
    private final ByteBuffer[] keys;
    private final ByteBuffer[] buffers;
    private Completions loop;

    RandomIoAsyncActor(KeyspaceTarget target, int worker, DatasetManifest dataset, KeyChooser choice, int depth)
            throws Exception {
        this.session = target.session(worker, AsyncKeyValueSession.class);
        session.openAhead();
        this.valueSize = dataset.valueSize();
        this.values = new DatasetValues(dataset.seed(), valueSize);
        this.choice = choice;
        this.kinds = new int[depth];
        this.keyspaces = new int[depth];
        this.keys = new ByteBuffer[depth];
        Arrays.setAll(keys, slot -> NumberedKeys.buffer());
        this.buffers = new ByteBuffer[depth];
        for (int slot = 0; slot < depth; slot++) {
            buffers[slot] = DatasetLoader.buffer(target, valueSize);
        }
    }

    @Override
    public int prepare(int slot, int lane, long n) {
        kinds[slot] = choice.begin(lane, n) ? RandomIoActor.READ : RandomIoActor.WRITE;
        choice.draw();
        keyspaces[slot] = choice.keyspace();
        NumberedKeys.set(keys[slot], choice.key());
        buffers[slot].clear();
        if (kinds[slot] == RandomIoActor.WRITE) {
            values.update(keyspaces[slot], choice.key(), lane, n, buffers[slot]);
            buffers[slot].flip();
        }
        return kinds[slot];
    }

    @Override
    public void submit(int slot) throws Exception {
        if (kinds[slot] == RandomIoActor.READ) {
            session.submitGet(slot, keyspaces[slot], keys[slot], buffers[slot]);
        } else {
            session.submitPut(slot, keyspaces[slot], keys[slot], buffers[slot]);
        }
    }

    @Override
    public void await(int min, long timeoutNanos, Completions completions) throws Exception {
        loop = completions;
        session.await(min, timeoutNanos, this);
    }

    @Override
    public void done(int slot, int size) {
        Tally tally = loop.tally(slot);
        if (size == KeyValueSession.ABSENT) {
            tally.reason = RandomIoActor.MISSING;
            loop.done(slot, Outcome.MISS);
            return;
        }
        tally.units = 1;
        if (kinds[slot] == RandomIoActor.READ) {
            tally.bytesOut = size;
        } else {
            tally.bytesIn = valueSize;
        }
        loop.done(slot, Outcome.OK);
    }

    @Override
    public void failed(int slot, Exception why) {
        loop.failed(slot, why);
    }

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
