package dev.tidemark.driver.rocksdb;

import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.Status;
import org.rocksdb.TableFileCreationInfo;

/**
 * What the engine's background threads of all shards tell. RocksDB counts segments in no ticker and no property:
 * its count of compactions is not one of the files that they made.
 */
final class BackgroundEvents extends AbstractEventListener {

    private final LongAdder tables = new LongAdder();
    private volatile Status error;

    BackgroundEvents() {
        super(EnabledEventCallback.ON_TABLE_FILE_CREATED, EnabledEventCallback.ON_BACKGROUND_ERROR);
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
        error = status;
    }

    /** Tables written by flushes and compactions, since opening. */
    long tables() {
        return tables.sum();
    }

    /** The last error of a flush or a compaction. */
    Optional<Status> error() {
        return Optional.ofNullable(error);
    }
}
