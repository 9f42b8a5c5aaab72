package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns what the operating system and RocksDB complain of into one line for the user. */
final class ErrorMapper {

    private ErrorMapper() {}

    /** @param doing what RocksDB was to do, as in {@code open the database} */
    static DriverException of(Path folder, String doing, RocksDBException e) {
        return new DriverException(line(folder, doing, e.getStatus(), e.getMessage()), e);
    }

    /** A flush or compaction that failed. */
    static DriverException ofBackground(Path folder, Status status) {
        String doing = "flush or compact";
        return new DriverException(line(folder, doing, status, status.getState()));
    }

    /** What a session throws: push-back and timeout are distinguished from failure. */
    static Exception ofOperation(Path folder, String doing, RocksDBException e) {
        return switch (code(e)) {
            case Busy, TryAgain -> new OverloadedException(oneLine(e.getStatus(), e.getMessage()));
            case TimedOut -> new TimeoutException(oneLine(e.getStatus(), e.getMessage()));
            default -> of(folder, doing, e);
        };
    }

    /** Whether the engine would do the same at another moment. */
    static boolean isRefusedForNow(RocksDBException e) {
        return code(e) == Status.Code.TryAgain;
    }

    private static Status.Code code(RocksDBException e) {
        return e.getStatus() == null ? Status.Code.Undefined : e.getStatus().getCode();
    }

    private static String line(Path folder, String doing, Status status, String message) {
        if (status != null && status.getSubCode() == Status.SubCode.NoSpace || isFull(message)) {
            return DriverException.fullDisk(folder);
        }
        if (message != null && message.contains("Direct I/O is not supported")) {
            return "direct-io: the file system of " + folder + " refuses direct IO; set direct-io to false or choose "
                    + "another directory";
        }
        if (status != null && status.getCode() == Status.Code.ShutdownInProgress) {
            return "RocksDB was stopped before it could " + doing + " in " + folder;
        }
        return "RocksDB could not " + doing + " in " + folder + ": " + oneLine(status, message);
    }

    /** The engine's own words. */
    static String words(RocksDBException e) {
        return oneLine(e.getStatus(), e.getMessage());
    }

    private static boolean isFull(String message) {
        return message != null && message.contains("No space left");
    }

    /** The engine's own words; where it has none, the name of its status. */
    private static String oneLine(Status status, String message) {
        return message == null || message.isBlank() ? "status " + (status == null ? "unknown" : status.getCode())
                : DriverException.oneLine(message);
    }
}
