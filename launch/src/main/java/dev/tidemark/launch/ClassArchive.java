package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.data.ChecksumFile;

/**
 * The archive of classes that runners of a driver load. The JVM makes it when the first of them ends, and anew when a
 * jar has changed; it changes how classes are loaded, not how they run. The JVM does not look whether it is as it was
 * written, and a damaged one kills it: so its checksum is noted when a runner has made it, and one that has another, or
 * none, is thrown away.
 */
public final class ClassArchive {

    private final Path file;

    ClassArchive(Path folder, String driver) {
        file = folder.resolve("runner-" + driver + ".jsa");
    }

    /** The JVM's flags for it; none where it cannot be kept, or a damaged one not be thrown away. */
    List<String> flags() {
        try {
            if (!Files.isDirectory(file.getParent()) || !Files.isWritable(file.getParent())) {
                return List.of();
            }
            if (!new ChecksumFile(file).holds()) {
                Files.deleteIfExists(file);
            }
            return List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + file);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** To be called when a runner has ended, which may have made it. */
    void note() {
        try {
            if (Files.exists(file)) {
                new ChecksumFile(file).note();
            }
        } catch (IOException e) {
            // Then the next runner throws it away.
        }
    }
}
