package dev.tidemark.core.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What the operating system's page cache holds of a target's files. On Linux only: posix_fadvise(2) drops it, and
 * mincore(2) tells what is left, since a file system in memory says yes to the first and does nothing.
 */
public final class PageCache {

    private static final int POSIX_FADV_DONTNEED = 4;
    private static final int O_CLOEXEC = 0x80000;
    /** How much of a file is asked about at once. */
    private static final long CHUNK = 1L << 30;
    /** A file is cold when less than one page in so many is left; a page in use this very moment does no harm. */
    private static final long NEGLIGIBLE = 1000;

    private PageCache() {}

    /**
     * Writes what is changed of these files to the disk, and drops them from the cache. Nobody may have them mapped or
     * be using them.
     *
     * @return whether they are not cached any more; false where that cannot be done or told
     * @throws IOException when a file cannot be read
     */
    public static boolean drop(List<Path> files) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        try {
            boolean cold = true;
            for (Path file : files) {
                cold &= drop(file);
            }
            return cold;
        } catch (IllegalCallerException | UnsupportedOperationException e) {
            return false; // native calls are not allowed here
        }
    }

    private static boolean drop(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true); // a page that is not on the disk yet stays
        }
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) call("open", 2, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT), arena.allocateFrom(file.toString()), O_CLOEXEC);
            if (descriptor < 0) {
                throw new IOException(file + " cannot be opened");
            }
            int refused = (int) call("posix_fadvise", -1, FunctionDescriptor.of(ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT),
                    descriptor, 0L, 0L, POSIX_FADV_DONTNEED);
            call("close", -1, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT), descriptor);
            return refused == 0 && cachedPages(file) * NEGLIGIBLE <= Files.size(file) / pageSize();
        }
    }

    /** How many pages of a file the cache holds. */
    static long cachedPages(Path file) throws IOException {
        long pageSize = pageSize();
        long cached = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ); Arena arena = Arena.ofConfined()) {
            MemorySegment flags = arena.allocate(CHUNK / pageSize);
            MemorySegment whole = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            for (long at = 0; at < whole.byteSize(); at += CHUNK) {
                MemorySegment part = whole.asSlice(at, Math.min(CHUNK, whole.byteSize() - at));
                if ((int) call("mincore", -1, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG, ValueLayout.ADDRESS), part, part.byteSize(), flags) != 0) {
                    throw new IOException("the page cache cannot be asked about " + file);
                }
                for (long page = 0; page * pageSize < part.byteSize(); page++) {
                    cached += flags.get(ValueLayout.JAVA_BYTE, page) & 1;
                }
            }
        }
        return cached;
    }

    private static long pageSize() {
        return (int) call("getpagesize", -1, FunctionDescriptor.of(ValueLayout.JAVA_INT));
    }

    /** @param variadic index of the first variadic argument; -1 where the function has none */
    private static Object call(String function, int variadic, FunctionDescriptor shape, Object... arguments) {
        Linker linker = Linker.nativeLinker();
        Linker.Option[] options = variadic < 0 ? new Linker.Option[0]
                : new Linker.Option[] {Linker.Option.firstVariadicArg(variadic)};
        MethodHandle handle = linker.downcallHandle(linker.defaultLookup().find(function).orElseThrow(
                () -> new UnsupportedOperationException("no " + function)), shape, options);
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(function + " could not be called", e);
        }
    }
}
