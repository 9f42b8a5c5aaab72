package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.os.Posix;

/** Finds out what direct IO on a file or device must be aligned to, and whether there is such a thing. */
final class DirectIoAlignment {

    static final int PAGE = 4096;

    private DirectIoAlignment() {}

    /**
     * The alignment that direct IO on a file needs, by trying it.
     *
     * @throws DriverException when its file system has none, or blocks of that size are not aligned
     */
    static int ofFile(Path file, int blockSize) throws DriverException {
        String type = fileSystem(file);
        Posix posix = new Posix();
        OptionalInt reported = posix.directAlignment(file);
        // A file system in memory may accept the wish for direct IO, but there is nothing that it could reach.
        if (Environment.isMemory(type) || reported.isPresent() && reported.getAsInt() == 0) {
            throw refused(type, file);
        }
        int fd = posix.open(file, Posix.RDONLY | Posix.DIRECT);
        if (fd == -Posix.EINVAL) {
            throw refused(type, file);
        }
        if (fd < 0) {
            throw FileFailures.of(file, "read", -fd);
        }
        posix.close(fd);
        return checked(reported.orElse(guess(blockSize)), blockSize, type + " at " + file);
    }

    /** The alignment that direct IO on a device needs. */
    static int ofDevice(int sector, Path device, int blockSize) throws DriverException {
        return checked(sector, blockSize, device.toString());
    }

    /** What buffers of such blocks are best aligned to: whole pages, where blocks are. */
    static int guess(int blockSize) {
        return Math.min(PAGE, Integer.lowestOneBit(blockSize));
    }

    private static int checked(int sector, int blockSize, String where) throws DriverException {
        if (blockSize % sector != 0) {
            throw new DriverException("block-size: " + blockSize
                    + "B is not a multiple of the sector of " + sector + "B that direct IO on " + where + " needs");
        }
        return sector;
    }

    private static DriverException refused(String type, Path file) {
        return new DriverException("io: the file system " + type + " of " + file.toAbsolutePath().getParent()
                + " refuses direct IO" + (Environment.isMemory(type) ? ", since it lies in memory" : "")
                + "; set io to buffered or choose another place");
    }

    private static String fileSystem(Path file) throws DriverException {
        try {
            return Files.getFileStore(file).type();
        } catch (IOException e) {
            throw new DriverException("the file system of " + file + " is unknown: " + e.getMessage(), e);
        }
    }
}
