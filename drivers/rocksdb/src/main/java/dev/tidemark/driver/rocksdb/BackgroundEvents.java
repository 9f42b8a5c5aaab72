package dev.tidemark.driver.rocksdb;

import module java.base;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.RocksDB;
import org.rocksdb.Status;
import org.rocksdb.TableFileCreationInfo;

/**
 * What the background threads of one shard tell. RocksDB counts segments in no ticker and no property: its count of
 * compactions is not one of the files that they made.
 *
 * <p>After an error, such as a full disk, RocksDB lets writers wait for as long as it takes until somebody makes room.
 * A benchmark must not: the shard is stopped, and its writers fail.
 */
final class BackgroundEvents extends AbstractEventListener {

    private final LongAdder tables = new LongAdder();
    private volatile Status error;
    private volatile RocksDB database;

    BackgroundEvents() {
        super(EnabledEventCallback.ON_TABLE_FILE_CREATED, EnabledEventCallback.ON_BACKGROUND_ERROR,
                EnabledEventCallback.ON_ERROR_RECOVERY_BEGIN);
    }

    @Override
    public void onTableFileCreated(TableFileCreationInfo file) {
        // A job that turns out to have nothing to write reports its abandoned file too, with a bad status or no size.
        if (file.getStatus().getCode() == Status.Code.Ok && file.getFileSize() > 0) {
            tables.increment();
        }
    }

    @Override
    public void onBackgroundError(BackgroundErrorReason reason, Status status) {
        fail(status);
    }

    /** The shard cannot go on: its writers fail instead of waiting. */
    void fail(Status status) {
        if (error == null) {
            error = status;
        }
        stop();
    }

    /**
     * Declines to recover. Recovering from a full disk polls for room in a thread of its own, and a second error
     * while the shard is being stopped can leave a flush waiting for that thread for ever, with the shard's mutex.
     */
    @Override
    public boolean onErrorRecoveryBegin(BackgroundErrorReason reason, Status status) {
        return false;
    }

    /** @param opened the shard, as soon as there is one */
    void watch(RocksDB opened) {
        database = opened;
        if (error != null) {
            stop();
        }
    }

    /** Safe in a background thread, for which closing the database waits. */
    private void stop() {
        RocksDB failing = database;
        if (failing != null) {
            failing.cancelAllBackgroundWork(false);
        }
    }

    /** Tables written by flushes and compactions, since opening. */
    long tables() {
        return tables.sum();
    }

    /** The first error of a flush or a compaction, which stopped the shard. */
    Optional<Status> error() {
        return Optional.ofNullable(error);
    }
}
