package dev.tidemark.core.os;

import module java.base;

/** Functions of the C library. */
final class NativeFunction {

    private NativeFunction() {}

    /** One by its name; empty where there is none, or none may be called. */
    static Optional<MethodHandle> find(String name, FunctionDescriptor shape, Linker.Option... options) {
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup().find(name).map(address -> linker.downcallHandle(address, shape, options));
        } catch (IllegalCallerException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** One whose meaning is Linux's. */
    static Optional<MethodHandle> ofLinux(String name, FunctionDescriptor shape, Linker.Option... options) {
        return System.getProperty("os.name").equals("Linux") ? find(name, shape, options) : Optional.empty();
    }
}
