package dev.tidemark.driver.file;

import dev.tidemark.core.driver.DriverException;
import java.nio.file.Path;

/** Turns the error numbers of system calls into one line for the user. */
final class FileFailures {

    private FileFailures() {}

    /**
     * What the kernel's refusal means.
     *
     * @param done  what was to be done with the file, as in {@code read}
     * @param errno positive
     */
    static DriverException of(Path path, String done, int errno) {
        return new DriverException(switch (errno) {
            case Posix.ENOSPC -> "the disk of " + path + " is full";
            case Posix.ENOENT -> path + " does not exist";
            case Posix.EACCES, Posix.EPERM -> path + " cannot be " + done + ": permission denied";
            case Posix.EBUSY -> path + " cannot be " + done + ": it is in use";
            default -> path + " cannot be " + done + ": " + Posix.message(errno);
        });
    }

    /** As {@link #of}, of a read or write that the kernel did not like the shape of. */
    static DriverException ofBlock(Path path, String done, int errno, int alignment) {
        return errno == Posix.EINVAL && alignment > 1
                ? new DriverException(path + " cannot be " + done + ": direct IO needs buffers and sizes that are "
                        + "multiples of " + alignment + " bytes")
                : of(path, done, errno);
    }

    static DriverException cancelled(String what) {
        return new DriverException(what + " was cancelled");
    }
}
