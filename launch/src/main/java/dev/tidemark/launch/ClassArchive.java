package dev.tidemark.launch;

import dev.tidemark.core.data.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * The archive of classes that runners of a driver load. The JVM makes it when the first of them ends, and anew when a
 * jar has changed; it changes how classes are loaded, not how they run. The JVM does not look whether it is as it was
 * written, and a damaged one kills it: so its checksum is noted when a runner has made it, and one that has another, or
 * none, is thrown away.
 */
public final class ClassArchive {

    private final Path file;
    private final Path noted;

    ClassArchive(Path folder, String driver) {
        file = folder.resolve("runner-" + driver + ".jsa");
        noted = folder.resolve("runner-" + driver + ".jsa.sum");
    }

    /** The JVM's flags for it; none where it cannot be kept, or a damaged one not be thrown away. */
    List<String> flags() {
        try {
            if (!Files.isDirectory(file.getParent()) || !Files.isWritable(file.getParent())) {
                return List.of();
            }
            if (Files.exists(file) && !(Files.exists(noted) && Files.readString(noted).equals(checksum()))) {
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
            if (Files.exists(file) && !(Files.exists(noted)
                    && Files.getLastModifiedTime(noted).compareTo(Files.getLastModifiedTime(file)) >= 0)) {
                String sum = checksum();
                WholeFile.replace(noted, out -> out.write(sum.getBytes(StandardCharsets.US_ASCII)));
            }
        } catch (IOException e) {
            // Then the next runner throws it away.
        }
    }

    private String checksum() throws IOException {
        CRC32C sum = new CRC32C();
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(new CheckedOutputStream(OutputStream.nullOutputStream(), sum));
        }
        return Long.toHexString(sum.getValue());
    }
}
