package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.os.Posix;

/**
 * A block device that may be written: keyspace 0 begins where the device does. What is known of it is kept in a folder
 * of Tidemark's own, since nothing but blocks fits on the device. While this has it open the kernel lets nobody mount
 * it.
 */
final class Device extends SingleFile {

    static final String FOLDER = "tidemark-device";

    private static final Pattern OWN = Pattern.compile(Pattern.quote(ManifestFolder.FILES) + "[^/]*");
    private static final String DEVICE = "device";
    private static final String BLOCK_SIZE = "block-size";
    private static final String BLOCKS = "blocks";
    /** Zeros are written so many at a time, so that cancelling need not wait for all. */
    private static final long ZEROED_AT_ONCE = 1L << 28;

    private final FileSettings settings;
    private final OwnedDataDirectory folder;
    private final Posix posix;
    private final int guard;
    private final long capacity;
    private boolean inUse;
    private boolean closed;

    private Device(Path path, FileSettings settings, Path directory, Posix posix, int guard) throws DriverException {
        super(path, 0, sector(posix, guard, path, settings, true));
        this.settings = settings;
        this.posix = posix;
        this.guard = guard;
        folder = new OwnedDataDirectory(directory, FOLDER, OWN);
        capacity = posix.deviceSize(guard).orElse(0) / settings.blockSize();
    }

    /** @throws DriverException when it is no device, in use, or may not be written */
    static Device open(Path given, FileSettings settings, Path directory) throws DriverException {
        Path path = real(given);
        if (!isDevice(path)) {
            throw new DriverException("destroy-data: " + path
                    + " is no block device; leave destroy-data out to read it");
        }
        DeviceUse.ofThisMachine().refuse(path, DeviceUse.number(path));
        Posix posix = new Posix();
        int guard = posix.open(path, Posix.RDWR | Posix.EXCLUSIVE);
        if (guard < 0) {
            throw FileFailures.of(path, "written", -guard);
        }
        try {
            DeviceUse.ofThisMachine().refuseOpen(path, DeviceUse.number(path));
            return new Device(path, settings, directory, posix, guard);
        } catch (DriverException e) {
            posix.close(guard);
            throw e;
        }
    }

    @Override
    public void create() throws DriverException {
        inUse = false;
        file().grow(0);
        folder.make(facts());
        inUse = true;
    }

    private Map<String, String> facts() {
        return Map.of(DEVICE, place().toString(), BLOCK_SIZE, Integer.toString(settings.blockSize()),
                BLOCKS, Long.toString(file().blocks()));
    }

    @Override
    public void use() throws DriverException {
        Map<String, String> there = folder.use();
        if (!place().toString().equals(there.get(DEVICE))
                || !Integer.toString(settings.blockSize()).equals(there.get(BLOCK_SIZE))) {
            folder.release();
            throw new DriverException(folder.path() + " tells of blocks of " + there.get(BLOCK_SIZE) + "B on "
                    + there.get(DEVICE) + "; set block-size and file to these or make the data anew");
        }
        file().grow(Long.parseLong(there.get(BLOCKS)));
        inUse = true;
    }

    @Override
    public boolean inUse() {
        return inUse;
    }

    @Override
    public List<Path> drop() throws DriverException {
        inUse = false;
        file().grow(0);
        return folder.remove();
    }

    @Override
    public void close() {
        inUse = false;
        folder.release();
        if (!closed) {
            closed = true;
            posix.close(guard);
        }
    }

    @Override
    public Path dataDirectory() {
        return folder.path();
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public void check(int keyspace, long blocks) throws DriverException {
        if (keyspace != 0) {
            throw new DriverException("a device holds one keyspace, number 0; there is no place for keyspace "
                    + keyspace);
        }
        if (blocks > capacity) {
            throw new DriverException(place() + " has room for " + capacity + " blocks of "
                    + settings.blockSize() + "B, not for " + blocks);
        }
    }

    /** {@inheritDoc} They are filled with zeros, so that what was there before is not taken for values. */
    @Override
    public void make(int keyspace, long blocks, BooleanSupplier cancelled) throws DriverException {
        long end = blocks * settings.blockSize();
        for (long at = file().blocks() * settings.blockSize(); at < end; at += ZEROED_AT_ONCE) {
            if (cancelled.getAsBoolean()) {
                throw FileFailures.cancelled("filling " + place() + " with zeros");
            }
            int failed = posix.zero(guard, at, Math.min(ZEROED_AT_ONCE, end - at));
            if (failed < 0) {
                throw FileFailures.of(place(), "written", -failed);
            }
        }
        if (blocks > file().blocks()) {
            file().grow(blocks);
            folder.record(facts());
        }
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.of((capacity - file().blocks()) * settings.blockSize());
    }
}
