package dev.tidemark.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * SQLite's native library, which its driver unpacks into the folder for temporary files, once for each process, and
 * removes when the process ends by itself. One that is killed would leave it there for ever, so it is removed as soon as
 * it is loaded, which a loaded library does not mind on Linux.
 */
final class NativeLibrary {

    private static final Pattern UNPACKED = Pattern.compile("/sqlite-[^/]+libsqlitejdbc\\.so$");
    /** Beside the library as long as its process lives, so that no other one takes it for left over. */
    private static final String IN_USE = ".lck";

    private static boolean removed;

    private NativeLibrary() {}

    /** To be called when SQLite has been used; does nothing from the second time on, and where this cannot be done. */
    static synchronized void removeUnpacked() {
        if (removed) {
            return;
        }
        removed = true;
        try {
            for (Path library : unpacked()) {
                Files.deleteIfExists(library);
                Files.deleteIfExists(Path.of(library + IN_USE));
            }
        } catch (IOException e) {
            // No Linux, or not to be removed: then it goes with the process.
        }
    }

    /** What of it this process has loaded. */
    private static List<Path> unpacked() throws IOException {
        try (Stream<String> mapped = Files.lines(Path.of("/proc/self/maps"))) {
            return mapped.filter(UNPACKED.asPredicate()).map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .distinct().toList();
        }
    }
}
