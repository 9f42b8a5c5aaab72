package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Writes documents to files, one each, in a folder of their own, so that they can be loaded from there. Not
 * thread-safe.
 *
 * <p>With {@link Layout#FOLDERS} a document goes where its URI says and gets the same URI when the folder is loaded
 * recursively; with {@link Layout#FLAT} all go to the top and keep the last part of their URIs only. Copies
 * ({@code ?copy=k}) become files of their own, whose names, and URIs, contain that suffix as letters.
 */
public final class ContentExport {

    /** Where files go. */
    public enum Layout {
        /** In sub-folders, as their URIs say. */
        FOLDERS,
        /** All in the top folder. */
        FLAT
    }

    private final Path directory;
    private final Layout layout;
    private Path lastParent;
    private long documents;
    private long bytes;

    /**
     * Makes the folder, or takes an empty one.
     *
     * @throws InvalidInputException when it is there and not empty, is no folder, or can't be made
     */
    public ContentExport(Path directory, Layout layout) {
        this.directory = directory.toAbsolutePath().normalize();
        this.layout = layout;
        try {
            Files.createDirectories(this.directory);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(this.directory)) {
                if (entries.iterator().hasNext()) {
                    throw new InvalidInputException(directory + " is not empty; export to a new or empty directory");
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new InvalidInputException(directory + " is not a directory");
        } catch (IOException e) {
            throw new InvalidInputException(directory + " cannot be made: " + e);
        }
        this.lastParent = this.directory;
    }

    /**
     * Writes one document; has the shape of a reader's visitor.
     *
     * @return true: go on
     * @throws IOException when the URI makes no file name inside the folder, two documents make the same, or writing
     *                     fails
     */
    public boolean write(ByteBuffer uri, ByteBuffer content) throws IOException {
        byte[] encoded = new byte[uri.remaining()];
        uri.get(uri.position(), encoded);
        Path file = file(encoded);
        if (!file.getParent().equals(lastParent)) {
            Files.createDirectories(file.getParent());
            lastParent = file.getParent();
        }
        ByteBuffer from = content.duplicate();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (from.hasRemaining()) {
                channel.write(from);
            }
        } catch (FileAlreadyExistsException e) {
            throw new IOException("two documents make the file " + file + "; the second is " + text(encoded), e);
        }
        documents++;
        bytes += content.remaining();
        return true;
    }

    /**
     * Names go through a file URI, the only way to a path that keeps all bytes of a name whatever the locale. They are
     * encoded anew, so nothing in them can mean more than a name.
     */
    private Path file(byte[] uri) throws IOException {
        byte[] path = uri.length > 0 && uri[0] == '/' ? Arrays.copyOfRange(uri, 1, uri.length) : uri;
        List<String> segments = List.of(new String(path, StandardCharsets.ISO_8859_1).split("/", -1));
        StringBuilder names = new StringBuilder();
        for (String segment : layout == Layout.FLAT ? List.of(segments.getLast()) : segments) {
            names.append('/').append(name(segment, uri));
        }
        String root = directory.toUri().toASCIIString();
        try {
            Path file = Path.of(URI.create((root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + names));
            if (!file.normalize().startsWith(directory)) {
                throw new IOException("the URI " + text(uri) + " leads outside " + directory);
            }
            return file;
        } catch (IllegalArgumentException e) {
            throw new IOException("the URI " + text(uri) + " makes no file name", e);
        }
    }

    /** A segment's name, percent-encoded throughout. */
    private static String name(String segment, byte[] uri) throws IOException {
        byte[] name = PercentEncoder.decode(segment.getBytes(StandardCharsets.ISO_8859_1));
        String letters = new String(name, StandardCharsets.ISO_8859_1);
        if (letters.isEmpty() || letters.equals(".") || letters.equals("..") || letters.matches("(?s).*[/\0].*")) {
            throw new IOException("the URI " + text(uri) + " makes no file name inside the folder");
        }
        return PercentEncoder.encoded(name);
    }

    private static String text(byte[] uri) {
        return new String(uri, StandardCharsets.UTF_8);
    }

    /** How many documents were written so far. */
    public long documents() {
        return documents;
    }

    /** How many bytes of content were written so far. */
    public long bytes() {
        return bytes;
    }
}
