package dev.tidemark.core.data;

import module java.base;

/**
 * Writes files whole or not at all: into a new file beside it, which then takes its name. The name of that file is
 * random and it must not exist, so that nothing that lies there already is replaced, and no link is followed.
 */
public final class WholeFile {

    /** What a file is to hold. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /**
     * Writes a file; one of that name is replaced.
     *
     * @throws IOException when it cannot be written; what was written so far is removed
     */
    public static void replace(Path file, Content content) throws IOException {
        write(file, content, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Writes a file of which there is none yet.
     *
     * @throws IOException when there is one, or it cannot be written; what was written so far is removed
     */
    public static void create(Path file, Content content) throws IOException {
        write(file, content);
    }

    private static void write(Path file, Content content, CopyOption... options) throws IOException {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling("." + whole.getFileName() + "."
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + ".part");
        boolean moved = false;
        OutputStream opened = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        try {
            try (OutputStream out = new BufferedOutputStream(opened)) {
                content.writeTo(out);
            }
            move(part, whole, options);
            moved = true;
        } finally {
            if (!moved) {
                discard(part);
            }
        }
    }

    /** A move that replaces nothing cannot be atomic: that one would replace. */
    private static void move(Path part, Path whole, CopyOption... options) throws IOException {
        if (options.length > 0) {
            try {
                Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
                return;
            } catch (AtomicMoveNotSupportedException e) {
                // The plain move below does it.
            }
        }
        Files.move(part, whole, options);
    }

    private static void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // The failure that led here is what the user needs to hear of.
        }
    }
}
