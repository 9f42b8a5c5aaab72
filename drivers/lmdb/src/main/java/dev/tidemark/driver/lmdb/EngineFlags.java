package dev.tidemark.driver.lmdb;

import module java.base;
import jnr.ffi.Pointer;
import org.lmdbjava.Env;

/**
 * The flags that an environment runs with. LmdbJava has no call for them, so the engine's own is called past it:
 * {@code mdb_env_get_flags} of the very library that LmdbJava unpacked and loaded, with the handle that it keeps.
 */
final class EngineFlags {

    /** How LmdbJava names the library that it unpacks. */
    private static final String LIBRARY = "/lmdbjava-native-library-";

    private EngineFlags() {}

    /** Bits as of {@link org.lmdbjava.EnvFlags}; empty where they can't be asked for. */
    static OptionalInt of(Env<?> env) {
        Optional<Path> library = library();
        if (library.isEmpty()) {
            return OptionalInt.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = SymbolLookup.libraryLookup(library.get(), arena).findOrThrow("mdb_env_get_flags");
            MemorySegment flags = arena.allocate(ValueLayout.JAVA_INT);
            int failed = (int) Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS))
                    .invokeExact(handle(env), flags);
            return failed == 0 ? OptionalInt.of(flags.get(ValueLayout.JAVA_INT, 0)) : OptionalInt.empty();
        } catch (Throwable e) {
            return OptionalInt.empty(); // settings are then as they were given
        }
    }

    private static long handle(Env<?> env) throws ReflectiveOperationException {
        Field handle = Env.class.getDeclaredField("ptr");
        handle.setAccessible(true);
        return ((Pointer) handle.get(env)).address();
    }

    private static Optional<Path> library() {
        try (Stream<String> mapped = Files.lines(Path.of("/proc/self/maps"))) {
            return mapped.filter(line -> line.contains(LIBRARY)).map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
