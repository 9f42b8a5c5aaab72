package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.Posix;

/**
 * A file or block device of somebody else, which is only read: keyspace 0 is all of it, and every block in it counts
 * as a key, whatever it holds. Of a device whose size is not a multiple of the block the rest is left out.
 */
final class ExistingFile extends SingleFile {

    private final Path scratch;

    private ExistingFile(Path path, Path scratch, long blocks, int sector) {
        super(path, blocks, sector);
        this.scratch = scratch;
    }

    /**
     * Looks at it and reads its size.
     *
     * @throws DriverException when it is not there, may not be read, is no file or device, or has no whole blocks
     */
    static ExistingFile open(Path given, FileSettings settings, Path scratch) throws DriverException {
        Path path = real(given);
        boolean device = isDevice(path);
        if (Files.isDirectory(path)) {
            throw new DriverException("file: " + path + " is a folder; name a file or a block device");
        }
        if (!device && !Files.isRegularFile(path)) {
            throw new DriverException("file: " + path + " is neither a file nor a block device");
        }
        Posix posix = new Posix();
        int fd = posix.open(path, Posix.RDONLY);
        if (fd < 0) {
            throw FileFailures.of(path, "read", -fd);
        }
        try {
            long size = device ? posix.deviceSize(fd).orElse(0) : Files.size(path);
            refuseSize(path, size, settings, device);
            return new ExistingFile(path, scratch, size / settings.blockSize(),
                    sector(posix, fd, path, settings, device));
        } catch (IOException e) {
            throw new DriverException(path + " cannot be read: " + e.getMessage(), e);
        } finally {
            posix.close(fd);
        }
    }

    private static void refuseSize(Path path, long size, FileSettings settings, boolean device)
            throws DriverException {
        String block = settings.blockSize() + "B";
        if (size < settings.blockSize()) {
            throw new DriverException(path + " has " + size + " bytes, less than one block of " + block);
        }
        if (!device && size % settings.blockSize() != 0) {
            throw new DriverException(path + " has " + size + " bytes, which is not a multiple of the block of " + block
                    + "; set block-size to what it is made of");
        }
    }

    @Override
    public void create() {
        // It is there, and stays as it is.
    }

    @Override
    public void use() {
        // It was opened when the target was.
    }

    @Override
    public boolean inUse() {
        return true;
    }

    @Override
    public List<Path> drop() {
        return List.of();
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    /** {@inheritDoc} Nothing is written beside somebody else's file. */
    @Override
    public Path dataDirectory() {
        return scratch;
    }

    @Override
    public boolean writable() {
        return false;
    }

    @Override
    public void check(int keyspace, long blocks) throws DriverException {
        if (keyspace != 0 || blocks > file().blocks()) {
            throw new DriverException(place() + " is only read: it is keyspace 0 with " + file().blocks()
                    + " blocks, and no other can be made");
        }
    }

    @Override
    public void make(int keyspace, long blocks, BooleanSupplier cancelled) {
        // It is there.
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.empty();
    }
}
