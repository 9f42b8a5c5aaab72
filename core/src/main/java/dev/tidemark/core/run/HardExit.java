package dev.tidemark.core.run;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Ends the process at once. {@link Runtime#halt} still runs the exit handlers of native libraries, and an engine's may
 * wait for ever for threads of its own; {@code _exit(2)} runs none.
 */
final class HardExit {

    private HardExit() {}

    static void now(int status) {
        find().ifPresent(exit -> {
            try {
                exit.invokeExact(status);
            } catch (Throwable e) {
                Runtime.getRuntime().halt(status);
            }
        });
        Runtime.getRuntime().halt(status);
    }

    private static Optional<MethodHandle> find() {
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup().find("_exit").map(address -> linker.downcallHandle(address,
                    FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT)));
        } catch (IllegalCallerException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
