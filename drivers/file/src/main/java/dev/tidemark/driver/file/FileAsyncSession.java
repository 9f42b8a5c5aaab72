package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.os.BufferAddress;
import dev.tidemark.core.os.IoUring;
import dev.tidemark.core.os.Posix;

/**
 * A session that can also have several operations in progress, through io_uring. A write that is to be forced to the
 * disk is followed by an fsync as soon as it is done, and ends with that: an fsync covers only what was written before.
 * Where others before it were not forced that went to other files, these are forced as well, one after the other.
 * Between an operation's submission and its end the kernel reads or writes the caller's buffer, which is therefore kept
 * from the garbage collector.
 */
final class FileAsyncSession extends FileSession implements AsyncKeyValueSession {

    /**
     * So many operations go to the kernel at once. One by one, each would cost a system call; all together, the device
     * would idle while the last are prepared and the thread then sleep and wake for every batch.
     */
    private static final int BATCH = 4;
    /** Closing waits so long for what is in progress. */
    private static final long LAST_WAIT = 10_000_000_000L;
    /** Buffers that the kernel may still write to although their session was closed; they must never be freed. */
    private static final Queue<ByteBuffer[]> ABANDONED = new ConcurrentLinkedQueue<>();

    private enum Step {
        FREE, READ, WRITE, FSYNC
    }

    private final int depth;
    private final long fsyncEvery;
    private final BufferAddress[] addresses;
    private final Step[] steps;
    private final ByteBuffer[] buffers;
    private final int[] keyspaces;
    private final long[] keys;
    /** Where the rest of the block lies in memory, and how much of it is done. */
    private final long[] bases;
    private final int[] done;
    private final long[] fsyncStarts;
    /** Keyspaces that a slot has yet to force, the least of them first. */
    private final BitSet[] toForce;
    /** Made by the first submission, for the kernel binds it to that thread. */
    private IoUring ring;
    private int inFlight;
    private long written;

    FileAsyncSession(FileTarget target) {
        super(target);
        depth = target.settings().queueDepth();
        fsyncEvery = target.settings().fsyncEvery();
        addresses = new BufferAddress[depth];
        steps = new Step[depth];
        buffers = new ByteBuffer[depth];
        keyspaces = new int[depth];
        keys = new long[depth];
        bases = new long[depth];
        done = new int[depth];
        fsyncStarts = new long[depth];
        toForce = new BitSet[depth];
        for (int slot = 0; slot < depth; slot++) {
            addresses[slot] = new BufferAddress();
            steps[slot] = Step.FREE;
            toForce[slot] = new BitSet();
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public void submitGet(int slot, int keyspace, ByteBuffer numbered, ByteBuffer into) throws DriverException {
        target.refuseUse(false);
        long key = NumberedKeys.number(numbered);
        int fd = descriptor(keyspace);
        if (fd < 0) {
            throw new DriverException("there is no keyspace " + keyspace);
        }
        if (key < 0 || key >= file(keyspace).blocks()) {
            throw file(keyspace).hasNo(key);
        }
        if (into.remaining() < blockSize) {
            throw new DriverException("a buffer of " + into.remaining() + " bytes does not hold a block of "
                    + blockSize);
        }
        begin(slot, Step.READ, keyspace, key, into);
    }

    @Override
    public void submitPut(int slot, int keyspace, ByteBuffer numbered, ByteBuffer value) throws DriverException {
        target.refuseUse(false);
        long key = NumberedKeys.number(numbered);
        descriptorToWrite(keyspace, key, value);
        begin(slot, Step.WRITE, keyspace, key, value);
    }

    private void begin(int slot, Step step, int keyspace, long key, ByteBuffer buffer) throws DriverException {
        if (steps[slot] != Step.FREE) {
            throw new IllegalStateException("slot " + slot + " is not free");
        }
        if (ring == null) {
            ring = FileFailures.openIoUring(depth);
        }
        bases[slot] = addresses[slot].of(buffer);
        buffers[slot] = buffer;
        keyspaces[slot] = keyspace;
        keys[slot] = key;
        done[slot] = 0;
        steps[slot] = step;
        inFlight++;
        queue(slot);
        if (ring.queued() >= BATCH) {
            submitted(ring.submit());
        }
    }

    /** Queues what is left to be read or written. */
    private void queue(int slot) {
        int from = done[slot];
        long offset = keys[slot] * blockSize + from;
        int fd = openDescriptor(keyspaces[slot]);
        if (steps[slot] == Step.READ) {
            ring.read(fd, bases[slot] + from, blockSize - from, offset, slot);
        } else {
            ring.write(fd, bases[slot] + from, blockSize - from, offset, slot);
        }
    }

    private int openDescriptor(int keyspace) {
        try {
            return descriptor(keyspace);
        } catch (DriverException e) {
            throw new IllegalStateException("a file that is in use was closed", e);
        }
    }

    @Override
    public int await(int min, long timeoutNanos, Completions completions) throws DriverException {
        int needed = Math.min(min, inFlight);
        int ended = 0;
        long until = 0;
        long left = timeoutNanos;
        while (inFlight > 0) {
            enter(ended < needed ? 1 : 0, left);
            ended += reap(completions);
            if (ended >= needed) {
                break;
            }
            long now = target.clock().nanoTime();
            until = until == 0 ? now + timeoutNanos : until;
            left = until - now;
            if (left <= 0) {
                break;
            }
        }
        return ended;
    }

    private void enter(int min, long timeoutNanos) throws DriverException {
        submitted(ring.enter(min, timeoutNanos));
    }

    private static void submitted(int failed) throws DriverException {
        if (failed < 0) {
            throw new DriverException("io_uring failed: " + Posix.message(-failed));
        }
    }

    private int reap(Completions completions) {
        int ended = 0;
        while (ring.next()) {
            int slot = (int) ring.userData();
            int result = ring.result();
            ring.seen();
            ended += advance(slot, result, completions) ? 1 : 0;
        }
        return ended;
    }

    /** @return whether the operation has ended */
    private boolean advance(int slot, int result, Completions completions) {
        Step step = steps[slot];
        if (step == Step.FSYNC) {
            target.fsyncs().took(target.clock().nanoTime() - fsyncStarts[slot]);
        }
        if (result == -Posix.EINTR || result == -Posix.EAGAIN) {
            again(slot, step);
            return false;
        }
        if (result < 0 || step == Step.READ && result == 0) {
            fail(slot, result, completions);
            return true;
        }
        if (step == Step.FSYNC) {
            toForce[slot].clear(forced(slot));
        } else {
            done[slot] += result;
            if (done[slot] < blockSize) {
                queue(slot);
                return false;
            }
            if (step == Step.WRITE && fsyncEvery > 0) {
                wrote(slot);
            }
        }
        if (!toForce[slot].isEmpty()) {
            again(slot, Step.FSYNC);
            return false;
        }
        end(slot);
        completions.done(slot, blockSize);
        return true;
    }

    private void fail(int slot, int result, Completions completions) {
        Step step = steps[slot];
        DriverException why = result == 0 ? endsEarly(file(keyspaces[slot]), keys[slot])
                : failure(step == Step.FSYNC ? forced(slot) : keyspaces[slot], doing(step), -result);
        unforced.or(toForce[slot]);
        toForce[slot].clear();
        end(slot);
        completions.failed(slot, why);
    }

    /** The keyspace whose file a slot forces now. */
    private int forced(int slot) {
        return toForce[slot].nextSetBit(0);
    }

    /** Where it is time, all that was written until now is the slot's to force; what comes later is the next one's. */
    private void wrote(int slot) {
        unforced.set(keyspaces[slot]);
        if (++written >= fsyncEvery) {
            written = 0;
            BitSet none = toForce[slot];
            toForce[slot] = unforced;
            unforced = none;
        }
    }

    private void again(int slot, Step step) {
        steps[slot] = step;
        if (step == Step.FSYNC) {
            fsyncStarts[slot] = target.clock().nanoTime();
            ring.fsync(openDescriptor(forced(slot)), slot);
        } else {
            queue(slot);
        }
    }

    private static String doing(Step step) {
        return switch (step) {
            case READ -> "read";
            case WRITE -> "written";
            case FSYNC, FREE -> "forced to the disk";
        };
    }

    private void end(int slot) {
        steps[slot] = Step.FREE;
        buffers[slot] = null;
        inFlight--;
    }

    /** {@inheritDoc} What is in progress is waited for; where that takes too long its buffers are given up for good. */
    @Override
    public void close() throws DriverException {
        if (ring != null) {
            try {
                await(inFlight, LAST_WAIT, Ignored.INSTANCE);
            } finally {
                if (inFlight > 0) {
                    ABANDONED.add(buffers);
                }
                ring.close();
                ring = null;
                super.close();
            }
        } else {
            super.close();
        }
    }

    private enum Ignored implements Completions {
        INSTANCE;

        @Override
        public void done(int slot, int size) {}

        @Override
        public void failed(int slot, Exception why) {}
    }
}
