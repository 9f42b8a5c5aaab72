package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.Shards;
import dev.tidemark.core.time.Clock;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.TickerType;

/** Waits until the engine has nothing left to flush or to compact. */
final class CompactionWaiter {

    private static final long POLL = 10_000_000L;
    /**
     * With universal compaction, RocksDB calls a compaction needed for as long as there are as many sorted runs as
     * start one, even when it found none of them worth merging. When for so long nothing was queued, ran or was
     * written, nothing will be; it only bridges the moment between a job's leaving the queue and its being counted.
     */
    private static final long IDLE = 100_000_000L;

    private static final List<String> RUNNING = List.of("rocksdb.num-running-flushes",
            "rocksdb.num-running-compactions", "rocksdb.mem-table-flush-pending", "rocksdb.num-immutable-mem-table");
    private static final String NEEDED = "rocksdb.compaction-pending";

    private final EngineOptions engine;
    private final Shards<ColumnFamilyHandle, RocksDbStore> shards;
    private final Clock clock;
    private final BooleanSupplier cancelled;
    private long most;

    CompactionWaiter(EngineOptions engine, Shards<ColumnFamilyHandle, RocksDbStore> shards, Clock clock,
            BooleanSupplier cancelled) {
        this.engine = engine;
        this.shards = shards;
        this.clock = clock;
        this.cancelled = cancelled;
    }

    void run(Progress progress) throws DriverException {
        boolean flushing = false;
        long written = -1;
        long stillSince = clock.nanoTime();
        while (true) {
            failOnBackgroundError();
            flushing = flushing || startFlush();
            long left = bytesLeft();
            most = Math.max(most, left);
            progress.report(most - left, most);
            boolean running = EngineOptions.backgroundJobsQueued() > 0
                    || RUNNING.stream().anyMatch(property -> sum(property) > 0);
            if (flushing && !running && sum(NEEDED) == 0) {
                return;
            }
            long now = clock.nanoTime();
            if (!flushing || running || written != bytesWritten()) {
                written = bytesWritten();
                stillSince = now;
            } else if (now - stillSince > IDLE) {
                return;
            }
            pause(now);
        }
    }

    /** @return whether all shards have taken it on */
    private boolean startFlush() throws DriverException {
        boolean taken = true;
        for (RocksDbStore store : shards.stores()) {
            taken &= store.flush(false);
        }
        return taken;
    }

    private long sum(String property) {
        return shards.stores().stream().mapToLong(store -> store.sum(property)).sum();
    }

    private void pause(long now) throws DriverException {
        clock.sleepUntil(now + POLL);
        if (cancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new DriverException("cancelled while waiting for flushes and compactions");
        }
    }

    private void failOnBackgroundError() throws DriverException {
        Optional<DriverException> failure = shards.backgroundFailure();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** Memtables to be written out, and what compaction still has to rewrite. */
    private long bytesLeft() {
        return sum("rocksdb.cur-size-all-mem-tables") - sum("rocksdb.cur-size-active-mem-table")
                + shards.stores().stream().mapToLong(RocksDbStore::pendingCompaction).sum();
    }

    private long bytesWritten() {
        return engine.count(TickerType.FLUSH_WRITE_BYTES) + engine.count(TickerType.COMPACT_WRITE_BYTES);
    }
}
