package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.support.Closing;
import dev.tidemark.core.driver.support.IndexRows;

/**
 * Asks the indexes of all shards of a session at once, and ends with the slowest.
 *
 * <p>The session's thread asks the first shard itself and hands its rows on as it finds them. Meanwhile threads of the
 * target ask the others, each into a buffer of the shard's own, which the session's thread hands on when it is full or
 * the shard is through, in whatever order that comes. What none of these threads has taken up by then, the session's
 * thread asks itself; so a query never waits for a thread, only for shards that are being asked. What is found is held
 * in memory a buffer per shard at most. Cursors are per query, buffers are kept. Not thread-safe.
 */
final class ShardsQuery<T> {

    /** Of each shard; as large as the largest row at least. */
    private static final int BUFFER = 1 << 14;

    private static final int IDLE = 0;
    private static final int WAITING = 1;
    private static final int TAKEN = 2;

    private final Executor threads;
    /** One for each shard but the first. */
    private final List<ShardReader> parts;
    /** Those that threads of the target are done with. */
    private final BlockingQueue<ShardReader> filled;
    private Shards.Keyspace<T> keyspace;
    private int index;
    private ByteBuffer from;
    private ByteBuffer to;
    private volatile boolean over;

    /** @param threads that ask shards beside the session's own */
    ShardsQuery(List<SortedStore.Access<T>> accesses, Executor threads) {
        this.threads = threads;
        this.parts = IntStream.range(1, accesses.size()).mapToObj(i -> new ShardReader(i, accesses.get(i))).toList();
        this.filled = new ArrayBlockingQueue<>(parts.size());
    }

    /** Asks the first shard. */
    @FunctionalInterface
    interface First {
        /** @return whether to go on */
        boolean ask() throws Exception;
    }

    /** As {@link KeyValueSession#query}. @param first asks the first shard and hands on what it finds */
    void run(Shards.Keyspace<T> indexes, int ofIndex, ByteBuffer least, ByteBuffer greatest, boolean terms,
            KeyValueSession.IndexVisitor visitor, First first) throws Exception {
        keyspace = indexes;
        index = ofIndex;
        from = least;
        to = greatest;
        over = false;
        try {
            for (ShardReader part : parts) {
                part.hand();
            }
            boolean more = first.ask();
            for (int left = parts.size(); more && left > 0;) {
                ShardReader part = next();
                more = part.visit(terms, visitor);
                if (more && part.more) {
                    part.hand();
                } else {
                    left--;
                }
            }
        } finally {
            end();
        }
    }

    /** A part whose buffer can be handed on. */
    private ShardReader next() throws InterruptedException {
        ShardReader ready = filled.poll();
        for (int i = 0; ready == null && i < parts.size(); i++) {
            if (parts.get(i).take()) {
                parts.get(i).fill();
                ready = parts.get(i);
            }
        }
        if (ready == null) {
            ready = filled.take();
        }
        ready.state.set(IDLE);
        return ready;
    }

    /** Nobody is in the engine any more when this returns. */
    private void end() throws DriverException {
        over = true;
        int running = 0;
        for (ShardReader part : parts) {
            boolean withdrawn = part.state.compareAndSet(WAITING, IDLE);
            running += !withdrawn && part.state.get() == TAKEN ? 1 : 0;
        }
        boolean interrupted = false;
        while (running > 0) {
            try {
                filled.take().state.set(IDLE);
                running--;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Closing.all(parts, ShardReader::end);
    }

    /** One shard, used by one thread at a time. */
    private final class ShardReader implements Runnable {
        private final int number;
        private final SortedStore.Access<T> access;
        private final AtomicInteger state = new AtomicInteger(IDLE);
        /** Whether it stands in the threads' queue, perhaps from a query before: once is enough. */
        private final AtomicBoolean queued = new AtomicBoolean();
        private final IndexRows rows = new IndexRows();
        /** Rows, each with its size before it. */
        private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        private int end;
        private boolean more;
        private SortedStore.Cursor entry;
        /** Whether the cursor is at a row that had no room. */
        private boolean held;
        private Throwable failure;

        ShardReader(int number, SortedStore.Access<T> access) {
            this.number = number;
            this.access = access;
        }

        /** Lets whoever comes first go on asking it. */
        void hand() {
            state.set(WAITING);
            if (queued.compareAndSet(false, true)) {
                threads.execute(this);
            }
        }

        boolean take() {
            return state.compareAndSet(WAITING, TAKEN);
        }

        @Override
        public void run() {
            queued.set(false); // first, so that being handed out from now on leads here again
            if (take()) {
                fill();
                filled.add(this);
            }
        }

        /** Puts rows into the buffer until it is full or there are no more. */
        void fill() {
            end = 0;
            more = false;
            try {
                if (entry == null) {
                    entry = access.cursor(keyspace.index(number), rows.start(index, from), Depth.KEYS,
                            Integer.MAX_VALUE);
                    held = false;
                }
                more = addRows();
            } catch (Exception | Error e) {
                failure = e;
            }
        }

        /** @return whether there is a row that has no room */
        private boolean addRows() throws Exception {
            while (!over && (held || entry.next())) {
                ByteBuffer row = entry.key();
                if (!IndexRows.isUpTo(row, index, to)) {
                    return false;
                }
                int start = end + Integer.BYTES;
                int size = row.remaining();
                held = start + size > buffer.capacity();
                if (held && end > 0) {
                    return true;
                }
                if (held) {
                    buffer = ByteBuffer.allocateDirect(2 * (start + size));
                    held = false;
                }
                buffer.clear().putInt(end, size).put(start, row, row.position(), size);
                end = start + size;
            }
            return false;
        }

        /** Hands on what is in the buffer. @return whether to go on */
        boolean visit(boolean terms, KeyValueSession.IndexVisitor visitor) throws Exception {
            for (int at = 0; at < end;) {
                int start = at + Integer.BYTES;
                at = start + buffer.limit(end).getInt(at);
                if (!IndexRows.visit(buffer.limit(at).position(start), terms, visitor)) {
                    return false;
                }
            }
            return switch (failure) {
                case null -> true;
                case Exception e -> throw e;
                default -> throw (Error) failure;
            };
        }

        void end() throws DriverException {
            failure = null;
            if (entry != null) {
                SortedStore.Cursor ended = entry;
                entry = null;
                ended.close();
            }
        }
    }
}
