package dev.tidemark.core.os;

import module java.base;

/**
 * Ends this process at once, in the middle of whatever it does. {@link Runtime#halt} is not enough with an engine in
 * native code: the JVM then leaves through C's {@code exit}, which destroys the engine's statics, and that waits for
 * threads of the engine which do not run on any more. The process would stay for ever.
 */
public final class ProcessExit {

    /** POSIX {@code void _exit(int)}, which runs nothing more; absent where there is none. */
    private static final Optional<MethodHandle> EXIT = NativeFunction.find("_exit",
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));

    private ProcessExit() {}

    /** Makes sure that nothing needs to be loaded when it matters. */
    public static void prepare() {
        EXIT.isPresent();
    }

    /** Does not return. */
    public static void now(int status) {
        if (EXIT.isPresent()) {
            try {
                EXIT.get().invokeExact(status);
            } catch (Throwable e) {
                Runtime.getRuntime().halt(status);
            }
        }
        Runtime.getRuntime().halt(status);
    }
}
