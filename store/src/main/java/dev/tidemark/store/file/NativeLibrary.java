package dev.tidemark.store.file;

import dev.tidemark.core.run.TemporaryFolder;
import java.io.IOException;

/**
 * SQLite's native library, which its driver unpacks once for each process, and removes when the process ends by itself.
 * One that is killed would leave it there for ever. So it is unpacked into a folder that goes as soon as the library is
 * loaded, which a loaded library does not mind, and that the next process removes should this one be killed before.
 */
final class NativeLibrary {

    /** Where SQLite's driver unpacks, if somebody says so. */
    private static final String PLACE = "org.sqlite.tmpdir";

    private static boolean prepared;
    private static TemporaryFolder folder;

    private NativeLibrary() {}

    /** To be called before SQLite is used; does nothing from the second time on. */
    static synchronized void prepare() {
        if (prepared || System.getProperty(PLACE) != null) {
            return;
        }
        prepared = true;
        try {
            folder = TemporaryFolder.make();
            System.setProperty(PLACE, folder.path().toString());
        } catch (IOException e) {
            // Then the driver itself tells what keeps it from unpacking.
        }
    }

    /** To be called when SQLite has been used. */
    static synchronized void removeUnpacked() {
        if (folder != null) {
            folder.close();
            folder = null;
            System.clearProperty(PLACE);
        }
    }
}
