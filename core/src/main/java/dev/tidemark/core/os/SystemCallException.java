package dev.tidemark.core.os;

/** The kernel refused a system call. */
public final class SystemCallException extends Exception {

    private final int errno;

    /** @param errno positive */
    public SystemCallException(int errno) {
        super(Posix.message(errno));
        this.errno = errno;
    }

    /** The error number, positive; the well-known ones are constants of {@link Posix}. */
    public int errno() {
        return errno;
    }
}
