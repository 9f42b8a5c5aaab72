package dev.tidemark.store.file;

import module java.base;
import dev.tidemark.core.data.ChecksumFile;
import dev.tidemark.core.os.TidemarkFolders;
import dev.tidemark.core.run.TemporaryFolder;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite's native library, which its driver unpacks once for each process, and removes when the process ends by itself.
 *
 * <p>One that is killed would leave it there for ever. So it is unpacked into a folder that goes as soon as the library
 * is loaded, which a loaded library does not mind, and that the next process removes should this one be killed before.
 *
 * <p>To unpack it takes a fifth of what a short command takes. So the program, where it has a folder for its caches,
 * keeps what was unpacked there, beside that of its classes, for all later processes.
 */
final class NativeLibrary {

    /** Where SQLite's driver unpacks, if somebody says so. */
    private static final String PLACE = "org.sqlite.tmpdir";
    /** Where it looks for a library before it unpacks one. */
    private static final String UNPACKED = "org.sqlite.lib.path";
    private static final String FILE = System.mapLibraryName("sqlitejdbc");

    private static boolean prepared;
    private static TemporaryFolder folder;

    private NativeLibrary() {}

    /**
     * To be called before SQLite is used; does nothing from the second time on.
     *
     * @param instead a folder to unpack into where no library can be loaded from that for temporary files
     */
    static synchronized void prepare(Path instead) {
        if (prepared || System.getProperty(PLACE) != null || System.getProperty(UNPACKED) != null) {
            return;
        }
        prepared = true;
        Optional<Path> existing = cacheFolder().filter(f -> isSound(f.resolve(FILE)));
        if (existing.isPresent()) {
            System.setProperty(UNPACKED, existing.get().toString());
            return;
        }
        try {
            folder = TemporaryFolder.makeForLibraries(instead);
            System.setProperty(PLACE, folder.path().toString());
        } catch (IOException e) {
            // Then the driver itself tells what keeps it from unpacking.
        }
    }

    /**
     * To be called when SQLite has been used. Nobody else is to find the library of the store: a JVM does not load one
     * file for two class loaders.
     */
    static synchronized void removeUnpacked() {
        if (!prepared) {
            return;
        }
        System.clearProperty(UNPACKED);
        if (folder != null) {
            keep(folder.path());
            folder.close();
            folder = null;
            System.clearProperty(PLACE);
        }
    }

    /** One for each version and processor: it must fit the driver's classes. */
    private static Optional<Path> cacheFolder() {
        return TidemarkFolders.caches().filter(Files::isDirectory).map(caches -> caches.resolve(
                        "sqlite-" + SQLiteJDBCLoader.getVersion() + "-" + System.getProperty("os.arch")));
    }

    /** A damaged one would kill the process. */
    private static boolean isSound(Path library) {
        try {
            return new ChecksumFile(library).holds();
        } catch (IOException e) {
            return false;
        }
    }

    /** Appears under its name only when it is whole. */
    private static void keep(Path unpacked) {
        Optional<Path> place = cacheFolder().filter(f -> Files.isWritable(f.getParent()));
        if (place.isEmpty()) {
            return;
        }
        Path copy = place.get().resolve(FILE + "." + ProcessHandle.current().pid());
        try (Stream<Path> files = Files.list(unpacked)) {
            Optional<Path> library = files.filter(f -> f.toString().endsWith(FILE)).findAny();
            if (library.isPresent()) {
                Files.createDirectories(place.get());
                Files.copy(library.get(), copy);
                try (FileChannel written = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                    written.force(true); // it stays under its name for good
                }
                Files.move(copy, place.get().resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
                new ChecksumFile(place.get().resolve(FILE)).note();
            }
        } catch (IOException e) {
            copy.toFile().delete(); // the next process unpacks it again
        }
    }
}
