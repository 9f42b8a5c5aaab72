package dev.tidemark.core.os;

import module java.base;

/**
 * What the operating system's page cache holds of a target's files. On Linux only: posix_fadvise(2) drops it, and
 * mincore(2) tells what is left, since a file system in memory says yes to the first and does nothing.
 */
public final class PageCache {

    /** A file is cold when less than one page in so many is left; a page in use this very moment does no harm. */
    private static final long NEGLIGIBLE = 1000;

    private PageCache() {}

    /**
     * Writes what is changed of these files to the disk, and drops them from the cache. Nobody may have them mapped or
     * be using them.
     *
     * @return whether they are not cached any more; false where that cannot be done or told
     * @throws IOException when a file cannot be read
     */
    public static boolean drop(List<Path> files) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        try {
            boolean cold = true;
            for (Path file : files) {
                cold &= drop(file);
            }
            return cold;
        } catch (IllegalCallerException | LinkageError e) {
            return false; // native calls are not allowed here
        }
    }

    private static boolean drop(Path file) throws IOException {
        Posix posix = new Posix();
        int descriptor = open(posix, file);
        try {
            posix.fsync(descriptor); // a page that is not on the disk yet stays
            long size = Files.size(file);
            return posix.dropCache(descriptor) == 0
                    && cachedPages(posix, descriptor, file) * NEGLIGIBLE <= size / Posix.pageSize();
        } finally {
            posix.close(descriptor);
        }
    }

    private static int open(Posix posix, Path file) throws IOException {
        int descriptor = posix.open(file, Posix.RDONLY);
        if (descriptor < 0) {
            throw new IOException(file + " cannot be opened");
        }
        return descriptor;
    }

    /** How many pages of a file the cache holds. */
    static long cachedPages(Path file) throws IOException {
        Posix posix = new Posix();
        int descriptor = open(posix, file);
        try {
            return cachedPages(posix, descriptor, file);
        } finally {
            posix.close(descriptor);
        }
    }

    private static long cachedPages(Posix posix, int descriptor, Path file) throws IOException {
        long pages = posix.cachedPages(descriptor, Files.size(file));
        if (pages < 0) {
            throw new IOException("the page cache cannot be asked about " + file);
        }
        return pages;
    }
}
