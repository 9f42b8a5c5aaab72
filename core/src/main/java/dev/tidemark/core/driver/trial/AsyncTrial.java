package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.time.Clock;

/** Tries several operations in progress at once. */
final class AsyncTrial implements AsyncKeyValueSession.Completions {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int PATIENCE = 60;

    private final KeyspaceTarget target;
    private final Samples samples;
    private final int valueSize;
    private final Clock clock;
    private final List<Exception> failures = new ArrayList<>();
    private int[] sizes;

    AsyncTrial(KeyspaceTarget target, Samples samples, int valueSize, Clock clock) {
        this.target = target;
        this.samples = samples;
        this.valueSize = valueSize;
        this.clock = clock;
    }

    void run() throws Exception {
        try (AsyncKeyValueSession session = target.session(0, AsyncKeyValueSession.class)) {
            int slots = Math.min(KeyValueTrials.KEYS, session.depth());
            sizes = new int[session.depth()];
            ByteBuffer[] buffers = new ByteBuffer[slots];
            for (int slot = 0; slot < slots; slot++) {
                buffers[slot] = samples.value(1000 + slot, valueSize);
                session.submitPut(slot, KeyValueTrials.NUMBERED, NumberedKeys.of(slot), buffers[slot]);
            }
            await(session, slots);
            for (int slot = 0; slot < slots; slot++) {
                buffers[slot] = samples.room(valueSize);
                session.submitGet(slot, KeyValueTrials.NUMBERED, NumberedKeys.of(slot), buffers[slot]);
            }
            await(session, slots);
            for (int slot = 0; slot < slots; slot++) {
                samples.requireValue("key " + slot, sizes[slot], buffers[slot], 1000 + slot, valueSize);
            }
        }
    }

    private void await(AsyncKeyValueSession session, int all) throws Exception {
        long end = clock.nanoTime() + PATIENCE * SECOND;
        int ended = 0;
        while (ended < all) {
            ended += session.await(all - ended, SECOND, this);
            if (ended < all && clock.nanoTime() - end > 0) {
                throw new TimeoutException((all - ended) + " operations were not answered within " + PATIENCE + " s");
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    @Override
    public void done(int slot, int size) {
        sizes[slot] = size;
    }

    @Override
    public void failed(int slot, Exception why) {
        failures.add(why);
    }
}
