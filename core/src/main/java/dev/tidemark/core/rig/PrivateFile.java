package dev.tidemark.core.rig;

import module java.base;

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
