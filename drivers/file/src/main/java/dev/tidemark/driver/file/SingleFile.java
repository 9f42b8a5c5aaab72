package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.Posix;

/** A file or block device that was there before: keyspace 0, and no other, begins where it does. */
abstract sealed class SingleFile implements BlockStore permits ExistingFile, Device {

    private static final int FILE_TYPE = 0170000;
    private static final int BLOCK_DEVICE = 0060000;

    private final Path path;
    private final BlockFile file;
    private final int sector;

    /** @param sector as {@link #sector(Posix, int, Path, FileSettings, boolean)} tells it */
    SingleFile(Path path, long blocks, int sector) {
        this.path = path;
        this.file = new BlockFile(0, path, blocks);
        this.sector = sector;
    }

    /** The path without links. */
    static Path real(Path given) throws DriverException {
        try {
            return given.toRealPath();
        } catch (IOException e) {
            throw new DriverException(Files.exists(given) ? given + " cannot be reached: permission denied"
                    : "file: " + given.toAbsolutePath().normalize() + " does not exist", e);
        }
    }

    static boolean isDevice(Path path) {
        try {
            return ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == BLOCK_DEVICE;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** To which multiple of bytes what is open as {@code fd} must be read and written. */
    static int sector(Posix posix, int fd, Path path, FileSettings settings, boolean device) throws DriverException {
        if (!settings.direct()) {
            return 1;
        }
        int size = settings.blockSize();
        int needed = device
                ? DirectIoAlignment.ofDevice(posix.deviceSector(fd).orElse(FileParams.SMALLEST_SECTOR), path, size)
                : DirectIoAlignment.ofFile(path, size);
        return Math.max(needed, DirectIoAlignment.guess(size));
    }

    final BlockFile file() {
        return file;
    }

    @Override
    public final Path place() {
        return path;
    }

    @Override
    public final BlockFile file(int keyspace) {
        return keyspace == 0 ? file : null;
    }

    @Override
    public final List<BlockFile> files() {
        return List.of(file);
    }

    @Override
    public final int sector() {
        return sector;
    }
}
