package dev.tidemark.core.os;

import module java.base;

/**
 * The kernel may wake a sleeping thread up to 50 µs late, to wake several at once. A thread on Linux can ask for less
 * (prctl(2), PR_SET_TIMERSLACK). Without it, or where it is not allowed, workers are merely late by that much more,
 * which is measured like any other lateness; so failing is silent.
 */
public final class TimerSlack {

    private static final int PR_SET_TIMERSLACK = 29;
    private static final Optional<MethodHandle> PRCTL = NativeFunction.ofLinux("prctl",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));

    private TimerSlack() {}

    /** Sets the calling thread's slack to one nanosecond, the least there is. */
    public static void lower() {
        PRCTL.ifPresent(prctl -> {
            try {
                int ignored = (int) prctl.invokeExact(PR_SET_TIMERSLACK, 1L);
            } catch (Throwable e) {
                throw new IllegalStateException("prctl could not be called", e);
            }
        });
    }
}
