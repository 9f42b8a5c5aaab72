package dev.tidemark.core.os;

import module java.base;

/** Signals of Linux, sent without another process, so that the moment is known; see kill(2) and signal(7). */
public enum Signal {

    /** None is sent; it is only found out whether one could be. */
    NONE(0), INT(2), KILL(9), TERM(15), CONT(18), STOP(19);

    private static final Optional<MethodHandle> SEND = NativeFunction.ofLinux("kill",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /**
     * Sends it to a process.
     *
     * @param pid its number, above 1: others mean several processes
     * @throws IOException when there is no such process, or it is another user's, or this is not Linux
     */
    public void send(long pid) throws IOException {
        if (pid <= 1 || pid > Integer.MAX_VALUE) {
            throw new IOException(pid + " is no process that is sent signals");
        }
        MethodHandle send = SEND.orElseThrow(() -> new IOException("signals are sent on Linux only"));
        int failed;
        try {
            failed = (int) send.invokeExact((int) pid, number);
        } catch (Throwable e) {
            throw new IllegalStateException("kill could not be called", e);
        }
        if (failed != 0) {
            throw new IOException("process " + pid + " cannot be sent the signal " + this);
        }
    }
}
