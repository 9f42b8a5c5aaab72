package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.PushBackException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns what the operating system and RocksDB complain of into one line for the user. */
final class Failures {

    private Failures() {}

    static DriverException of(Path folder, IOException e) {
        return new DriverException(switch (e) {
            case FileAlreadyExistsException there -> there.getFile() + " is a file, not a folder";
            case NotDirectoryException there -> there.getFile() + " is a file, not a folder";
            case AccessDeniedException denied -> denied.getFile() + " cannot be written: permission denied";
            case FileSystemException f when isFull(f.getReason()) -> full(folder);
            case FileSystemException f -> f.getFile() + " cannot be written: " + oneLine(f.getReason());
            default -> isFull(e.getMessage()) ? full(folder) : folder + " cannot be written: " + oneLine(e.getMessage());
        }, e);
    }

    /** @param doing what RocksDB was to do, as in {@code open the database} */
    static DriverException of(Path folder, String doing, RocksDBException e) {
        return new DriverException(line(folder, doing, e.getStatus(), e.getMessage()), e);
    }

    /** A flush or compaction that failed. */
    static DriverException ofBackground(Path folder, Status status) {
        String doing = "flush or compact";
        return new DriverException(line(folder, doing, status, status.getState()));
    }

    /** What a session throws: push-back and timeout are told apart from failure. */
    static Exception ofOperation(Path folder, String doing, RocksDBException e) {
        return switch (e.getStatus() == null ? Status.Code.Undefined : e.getStatus().getCode()) {
            case Busy, TryAgain -> new PushBackException(oneLine(e.getMessage()));
            case TimedOut -> new TimeoutException(oneLine(e.getMessage()));
            default -> of(folder, doing, e);
        };
    }

    private static String line(Path folder, String doing, Status status, String message) {
        if (status != null && status.getSubCode() == Status.SubCode.NoSpace || isFull(message)) {
            return full(folder);
        }
        if (message != null && message.contains("Direct I/O is not supported")) {
            return "direct-io: the file system of " + folder + " refuses direct IO; set direct-io to false or choose "
                    + "another directory";
        }
        if (status != null && status.getCode() == Status.Code.ShutdownInProgress) {
            return "RocksDB was stopped before it could " + doing + " in " + folder;
        }
        return "RocksDB could not " + doing + " in " + folder + ": " + oneLine(message);
    }

    private static String full(Path folder) {
        return "the disk of " + folder + " is full";
    }

    private static boolean isFull(String message) {
        return message != null && message.contains("No space left");
    }

    private static String oneLine(String message) {
        return message == null || message.isBlank() ? "no reason given" : message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
