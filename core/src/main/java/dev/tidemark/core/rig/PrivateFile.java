package dev.tidemark.core.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that hold a secret, or tell of one: of their owner only from the first moment on. */
public final class PrivateFile {

    private static final String UNFINISHED = ".new";

    private PrivateFile() {}

    /** Writes a file, in the place of an older one, whole or not at all. */
    public static void write(Path file, String text) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        Files.deleteIfExists(unfinished);
        Files.createFile(unfinished,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
