package dev.tidemark.driver.file;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.IoUring;
import dev.tidemark.core.os.Posix;
import dev.tidemark.core.os.SystemCallException;
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
            case Posix.ENOSPC -> DriverException.fullDisk(path);
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

    /** Why there is no queue, and what to do about it. */
    public static DriverException ofIoUring(int errno) {
        return new DriverException("queue-depth: " + switch (errno) {
            case Posix.ENOSYS -> "this kernel has no io_uring that would do (Linux 5.11 has); set queue-depth to 1";
            case Posix.EPERM, Posix.EACCES -> "the kernel refuses io_uring to this process (see the sysctl "
                    + "kernel.io_uring_disabled and, in a container, its seccomp profile); allow it or set "
                    + "queue-depth to 1";
            case Posix.ENOMEM -> "the kernel refuses io_uring the memory for its queues; raise ulimit -l or lower "
                    + "queue-depth";
            default -> "io_uring cannot be used: " + Posix.message(errno) + "; set queue-depth to 1";
        });
    }

    /** Opens queues for the calling thread. @throws DriverException when the kernel refuses, with advice */
    static IoUring openIoUring(int operations) throws DriverException {
        try {
            return IoUring.open(operations);
        } catch (SystemCallException e) {
            throw ofIoUring(e.errno());
        }
    }

    static DriverException cancelled(String what) {
        return new DriverException(what + " was cancelled");
    }
}
