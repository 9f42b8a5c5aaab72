package dev.tidemark.core.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * A submission and a completion queue that are shared with the kernel; io_uring(7). Nothing is allocated per
 * operation. Belongs to the thread that opened it, but for {@link #close}.
 *
 * <p>Reads and writes are queued here and go to the kernel with the next {@link #submit} or {@link #enter}, many with
 * one system call.
 */
public final class IoUring implements AutoCloseable {

    private static final long IO_URING_SETUP = 425;
    private static final long IO_URING_ENTER = 426;

    /** Completions are worked out when this thread asks for them, and do not interrupt it; Linux 6.1. */
    private static final int SINGLE_ISSUER_DEFERRED = 1 << 12 | 1 << 13;
    private static final int FEATURE_SINGLE_MMAP = 1;
    private static final int FEATURE_EXT_ARG = 1 << 8;
    private static final int ENTER_GETEVENTS = 1;
    private static final int ENTER_EXT_ARG = 1 << 3;
    private static final long OFFSET_RINGS = 0;
    private static final long OFFSET_ENTRIES = 0x10000000L;

    private static final int OP_FSYNC = 3;
    private static final int OP_READ = 22;
    private static final int OP_WRITE = 23;

    /** struct io_uring_params: the sizes and features at its beginning, then where the parts of both rings lie. */
    private static final int PARAMS_BYTES = 120;
    private static final int PARAMS_FLAGS = 8;
    private static final int PARAMS_FEATURES = 20;
    private static final int PARAMS_SUBMISSIONS = 40;
    private static final int PARAMS_COMPLETIONS = 80;

    /**
     * struct io_uring_sqe; what is not named in {@link #queue} stays 0. Both processors in question are little-endian.
     */
    private static final int ENTRY_BYTES = 64;
    private static final int COMPLETION_BYTES = 16;
    private static final int WAIT_BYTES = 24;
    private static final int TIMESPEC_BYTES = 16;
    private static final int SECOND = 1_000_000_000;

    private static final VarHandle INT = JAVA_INT.varHandle();

    private final Posix posix = new Posix();
    private final int fd;
    private final MemorySegment rings;
    private final MemorySegment entries;
    private final int submissionTail;
    private final int submissionMask;
    private final int completionHead;
    private final int completionTail;
    private final int completionMask;
    private final int completions;
    /** struct io_uring_getevents_arg, and the timespec that it points to. */
    private final MemorySegment wait = Arena.ofAuto().allocate(WAIT_BYTES + TIMESPEC_BYTES, Long.BYTES);
    private int tail;
    private int queued;
    private int head;
    private int current;
    private boolean closed;

    private IoUring(int fd, MemorySegment params) throws SystemCallException {
        this.fd = fd;
        int submissions = params.get(JAVA_INT, 0);
        int completionCount = params.get(JAVA_INT, 4);
        int array = field(params, PARAMS_SUBMISSIONS, 6);
        submissionTail = field(params, PARAMS_SUBMISSIONS, 1);
        completionHead = field(params, PARAMS_COMPLETIONS, 0);
        completionTail = field(params, PARAMS_COMPLETIONS, 1);
        completions = field(params, PARAMS_COMPLETIONS, 5);
        long size = Math.max(array + 4L * submissions, completions + (long) COMPLETION_BYTES * completionCount);
        rings = map(OFFSET_RINGS, size);
        try {
            entries = map(OFFSET_ENTRIES, (long) ENTRY_BYTES * submissions);
        } catch (SystemCallException e) {
            posix.unmap(rings.address(), rings.byteSize());
            throw e;
        }
        submissionMask = rings.get(JAVA_INT, field(params, PARAMS_SUBMISSIONS, 2));
        completionMask = rings.get(JAVA_INT, field(params, PARAMS_COMPLETIONS, 2));
        for (int i = 0; i < submissions; i++) {
            rings.set(JAVA_INT, array + 4L * i, i);
        }
    }

    private static int field(MemorySegment params, int part, int index) {
        return params.get(JAVA_INT, part + 4L * index);
    }

    private MemorySegment map(long offset, long size) throws SystemCallException {
        long address = posix.map(fd, offset, size);
        if (Posix.isError(address)) {
            throw new SystemCallException((int) -address);
        }
        return MemorySegment.ofAddress(address).reinterpret(size);
    }

    /**
     * Opens queues for the calling thread.
     *
     * @param operations that can be queued at once
     * @throws SystemCallException when the kernel refuses
     */
    public static IoUring open(int operations) throws SystemCallException {
        Posix posix = new Posix();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(PARAMS_BYTES, Long.BYTES);
            params.set(JAVA_INT, PARAMS_FLAGS, SINGLE_ISSUER_DEFERRED);
            long fd = setup(posix, operations, params);
            if (fd == -Posix.EINVAL) {
                params.fill((byte) 0);
                fd = setup(posix, operations, params);
            }
            if (fd < 0) {
                throw new SystemCallException((int) -fd);
            }
            int features = FEATURE_SINGLE_MMAP | FEATURE_EXT_ARG;
            if ((params.get(JAVA_INT, PARAMS_FEATURES) & features) != features) {
                posix.close((int) fd);
                throw new SystemCallException(Posix.ENOSYS);
            }
            try {
                return new IoUring((int) fd, params);
            } catch (SystemCallException e) {
                posix.close((int) fd);
                throw e;
            }
        }
    }

    private static long setup(Posix posix, int operations, MemorySegment params) {
        return posix.call(IO_URING_SETUP, operations, params.address(), 0, 0, 0, 0);
    }

    /** Queues a read. There must not be more in progress than this was opened for. */
    public void read(int file, long address, int size, long offset, long userData) {
        queue(OP_READ, file, address, size, offset, userData);
    }

    public void write(int file, long address, int size, long offset, long userData) {
        queue(OP_WRITE, file, address, size, offset, userData);
    }

    public void fsync(int file, long userData) {
        queue(OP_FSYNC, file, 0, 0, 0, userData);
    }

    private void queue(int operation, int file, long address, int size, long offset, long userData) {
        long at = (long) ENTRY_BYTES * (tail & submissionMask);
        entries.set(JAVA_LONG, at, operation | (long) file << 32);
        entries.set(JAVA_LONG, at + 8, offset);
        entries.set(JAVA_LONG, at + 16, address);
        entries.set(JAVA_LONG, at + 24, size);
        entries.set(JAVA_LONG, at + 32, userData);
        tail++;
        queued++;
    }

    /** How many operations are queued that were not sent off yet. */
    public int queued() {
        return queued;
    }

    /**
     * Sends off what is queued, without a look at completions.
     *
     * @return 0, or a negative error number
     */
    public int submit() {
        return call(0, 0, 0, 0);
    }

    /**
     * Sends off what is queued and waits for completions.
     *
     * @param min         returns when there are so many
     * @param timeoutNanos returns after so long at the latest
     * @return 0, or a negative error number; a timeout is none
     */
    public int enter(int min, long timeoutNanos) {
        wait.set(JAVA_LONG, 16, wait.address() + WAIT_BYTES);
        wait.set(JAVA_LONG, WAIT_BYTES, timeoutNanos / SECOND);
        wait.set(JAVA_LONG, WAIT_BYTES + 8, timeoutNanos % SECOND);
        return call(min, ENTER_GETEVENTS | ENTER_EXT_ARG, wait.address(), WAIT_BYTES);
    }

    private int call(int min, int flags, long argument, int argumentBytes) {
        INT.setRelease(rings, (long) submissionTail, tail);
        long done = posix.call(IO_URING_ENTER, fd, queued, min, flags, argument, argumentBytes);
        if (done > 0) {
            queued -= (int) done;
        }
        return done >= 0 || done == -Posix.ETIME || done == -Posix.EINTR || done == -Posix.EAGAIN
                || done == -Posix.EBUSY ? 0 : (int) done;
    }

    /** Goes to the next completion, if there is one. */
    public boolean next() {
        if (head == (int) INT.getAcquire(rings, (long) completionTail)) {
            return false;
        }
        current = head & completionMask;
        return true;
    }

    /** What the completed operation was queued with. */
    public long userData() {
        return rings.get(JAVA_LONG, completions + (long) COMPLETION_BYTES * current);
    }

    /** What the system call would have returned: bytes, or a negative error number. */
    public int result() {
        return rings.get(JAVA_INT, completions + (long) COMPLETION_BYTES * current + 8);
    }

    /** Lets the kernel reuse the place of the current completion. */
    public void seen() {
        head++;
        INT.setRelease(rings, (long) completionHead, head);
    }

    /** Closes both queues. The kernel ends what is in progress in its own time. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            posix.unmap(entries.address(), entries.byteSize());
            posix.unmap(rings.address(), rings.byteSize());
            posix.close(fd);
        }
    }
}
