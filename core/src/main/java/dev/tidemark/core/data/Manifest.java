package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * The files of a folder as they were when it was listed: regular files only (symbolic links, pipes and the like are
 * passed over), sorted by the bytes of their relative paths, with their sizes. Immutable; shared by all workers.
 */
public final class Manifest {

    /** The most files that a manifest takes; each costs about 100 bytes of memory. */
    public static final int MAX_FILES = 10_000_000;

    /** The largest file that can be a document. */
    public static final long MAX_FILE_BYTES = 1L << 30;

    private record Entry(byte[] path, long size) {}

    private final Path directory;
    private final byte[][] paths;
    private final int[] sizes;
    private final int maxEncodedPathBytes;

    private Manifest(Path directory, List<Entry> entries) {
        entries.sort((a, b) -> Arrays.compareUnsigned(a.path(), b.path()));
        this.directory = directory;
        this.paths = entries.stream().map(Entry::path).toArray(byte[][]::new);
        this.sizes = entries.stream().mapToInt(entry -> (int) entry.size()).toArray();
        this.maxEncodedPathBytes = entries.stream().mapToInt(entry -> PercentEncoder.encodedBytes(entry.path())).max()
                .orElseThrow();
    }

    /**
     * Lists a folder.
     *
     * @param recursive whether files in sub-folders count too
     * @throws InvalidInputException when it is no folder, has no files or too many, can't be read, or holds a file that
     *                 is too large
     */
    public static Manifest of(Path directory, boolean recursive) {
        if (!Files.isDirectory(directory)) {
            throw new InvalidInputException("source directory " + directory
                    + (Files.exists(directory) ? " is not a directory" : " does not exist"));
        }
        Lister lister = new Lister(directory);
        try {
            Files.walkFileTree(directory, EnumSet.noneOf(FileVisitOption.class),
                    recursive ? Integer.MAX_VALUE : 1, lister);
        } catch (IOException e) {
            throw new InvalidInputException("source directory " + directory + " cannot be read: " + e);
        }
        if (lister.entries.isEmpty()) {
            throw new InvalidInputException("source directory " + directory + " has no files"
                    + (lister.subFolders ? " but sub-folders; set recursive to take their files" : ""));
        }
        return new Manifest(directory, lister.entries);
    }

    private static final class Lister extends SimpleFileVisitor<Path> {
        private final Path directory;
        private final int prefix;
        private final List<Entry> entries = new ArrayList<>();
        private boolean subFolders;

        Lister(Path directory) {
            this.directory = directory;
            String root = directory.toUri().toASCIIString();
            this.prefix = root.endsWith("/") ? root.length() : root.length() + 1;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            subFolders |= attributes.isDirectory();
            if (attributes.isRegularFile()) {
                add(file, attributes.size());
            }
            return FileVisitResult.CONTINUE;
        }

        /**
         * The path's URI is the only place where Java shows the bytes of a name whatever the locale; its string may
         * have lost them.
         */
        private void add(Path file, long size) {
            if (size > MAX_FILE_BYTES) {
                throw new InvalidInputException("source directory " + directory + ": " + file + " has " + size
                        + " bytes; a document has at most " + (MAX_FILE_BYTES >> 30) + "GiB");
            }
            if (entries.size() == MAX_FILES) {
                throw new InvalidInputException("source directory " + directory + " has more than " + MAX_FILES
                        + " files");
            }
            String encoded = file.toUri().toASCIIString().substring(prefix);
            entries.add(new Entry(PercentEncoder.decode(encoded.getBytes(StandardCharsets.US_ASCII)), size));
        }
    }

    /** How many files there are; at least 1. */
    public int files() {
        return paths.length;
    }

    /** The relative path of a file, with slashes between folders; not to be changed. */
    byte[] path(int file) {
        return paths[file];
    }

    /** The relative path of a file, percent-encoded. */
    public String encodedPath(int file) {
        return PercentEncoder.encoded(paths[file]);
    }

    /** The size of a file, in bytes, when it was listed. */
    public int size(int file) {
        return sizes[file];
    }

    /** The size of all files together. */
    public long totalBytes() {
        return Arrays.stream(sizes).asLongStream().sum();
    }

    /** The length of the longest {@link #encodedPath}. */
    public int maxEncodedPathBytes() {
        return maxEncodedPathBytes;
    }

    /** Where a file is. */
    public Path file(int file) {
        String root = directory.toUri().toASCIIString();
        return Path.of(URI.create(root + (root.endsWith("/") ? "" : "/") + encodedPath(file)));
    }
}
