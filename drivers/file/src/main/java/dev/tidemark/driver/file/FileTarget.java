package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.data.BlockHeader;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.os.BufferAddress;
import dev.tidemark.core.os.Posix;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;

/**
 * Blocks in files or on a device. Opening a target of Tidemark's own files touches no disk; an existing file or device
 * is looked at when it is opened.
 */
final class FileTarget implements KeyspaceTarget, LocalStorage {

    /** Counting reads so much at a time. */
    private static final int COUNTED_AT_ONCE = 1 << 20;

    private final Values values;
    private final FileSettings settings;
    private final Context context;
    private final BlockStore store;
    private final FsyncCounter fsyncCounter;
    private final Object lock = new Object();
    private volatile boolean closed;
    private volatile boolean aborted;
    /** How the kernel has the file that was opened last; empty before the first. */
    private volatile Optional<IoMode> seen = Optional.empty();

    private FileTarget(Values values, FileSettings settings, Context context, BlockStore store) {
        this.values = values;
        this.settings = settings;
        this.context = context;
        this.store = store;
        this.fsyncCounter = new FsyncCounter(context.clock());
    }

    static FileTarget open(Values values, Context context) throws DriverException {
        FileSettings settings = FileSettings.of(values);
        if (settings.queueDepth() > 1) {
            FileFailures.openIoUring(settings.queueDepth()).close();
        }
        return new FileTarget(values, settings, context, store(settings, context));
    }

    private static BlockStore store(FileSettings settings, Context context) throws DriverException {
        Path directory = settings.directory().orElse(context.scratch());
        if (settings.file().isEmpty()) {
            return new KeyspaceFiles(directory, settings, context.note());
        }
        return settings.destroyData() ? Device.open(settings.file().get(), settings, directory)
                : ExistingFile.open(settings.file().get(), settings, context.scratch());
    }

    @Override
    public void create() throws DriverException {
        synchronized (lock) {
            refuseUse(closed);
            store.create();
        }
    }

    @Override
    public void drop() throws DriverException {
        synchronized (lock) {
            List<Path> left = store.drop();
            if (!left.isEmpty()) {
                context.note().accept("Kept " + left.getFirst() + (left.size() > 1 ? " and others" : "")
                        + ", which Tidemark did not make.");
            }
        }
    }

    /** {@inheritDoc} With a queue depth above 1 it is an {@code AsyncKeyspaceSession} too. */
    @Override
    public Session session(int worker) throws DriverException {
        use();
        return settings.queueDepth() > 1 ? new FileAsyncSession(this) : new FileSession(this);
    }

    private void use() throws DriverException {
        synchronized (lock) {
            refuseUse(closed);
            if (!store.inUse()) {
                store.use();
            }
        }
    }

    Path dataDirectory() {
        return store.dataDirectory();
    }

    @Override
    public ManifestStore manifests() {
        return new ManifestFolder(dataDirectory());
    }

    @Override
    public Optional<LocalStorage> localStorage() {
        return Optional.of(this);
    }

    @Override
    public Optional<Existing> existing() {
        return store.writable() ? Optional.empty()
                : Optional.of(new Existing(store.files().stream().map(BlockFile::blocks).toList(),
                        settings.blockSize()));
    }

    @Override
    public int alignment() {
        return store.sector();
    }

    @Override
    public boolean bypassesPageCache() {
        return effective().get(FileParams.IO) == IoMode.DIRECT;
    }

    @Override
    public boolean readsDevice() {
        return bypassesPageCache();
    }

    /** {@inheritDoc} Of a device nobody can tell. */
    @Override
    public double unwrittenShare() throws DriverException {
        use();
        Posix posix = new Posix();
        long size = 0;
        long written = 0;
        for (BlockFile file : store.files()) {
            long bytes = file.blocks() * settings.blockSize();
            int fd = open(file, posix);
            try {
                size += bytes;
                written += posix.writtenBytes(fd, bytes).orElse(bytes);
            } finally {
                posix.close(fd);
            }
        }
        return size == 0 ? 0 : (double) (size - written) / size;
    }

    @Override
    public int queueDepth() {
        return settings.queueDepth();
    }

    @Override
    public void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        if (valueSize != settings.blockSize()) {
            throw new DriverException("block-size: a value fills its block, so values of " + valueSize
                    + "B need a block-size of " + valueSize + "B, not " + settings.blockSize() + "B");
        }
        store.check(keyspace, keys);
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        checkKeyspace(keyspace, keys, valueSize);
        use();
        synchronized (lock) {
            store.make(keyspace, keys, this::stopped);
        }
    }

    /** {@inheritDoc} A block that was never written has no certificate. In somebody else's file every block counts. */
    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        use();
        BlockFile file = store.file(keyspace);
        if (file == null) {
            return 0;
        }
        if (!store.writable()) {
            return file.blocks();
        }
        Posix posix = new Posix();
        int fd = open(file, posix);
        try {
            return count(file, posix, fd, progress);
        } finally {
            posix.close(fd);
        }
    }

    private long count(BlockFile file, Posix posix, int fd, Progress progress) throws DriverException {
        int size = settings.blockSize();
        int atOnce = Math.max(1, COUNTED_AT_ONCE / size);
        int alignment = Math.max(DirectIoAlignment.PAGE, store.sector());
        ByteBuffer buffer = ByteBuffer.allocateDirect(atOnce * size + 2 * alignment).alignedSlice(alignment);
        long address = new BufferAddress().of(buffer);
        long total = file.blocks();
        long counted = 0;
        for (long block = 0; block < total; block += atOnce) {
            if (stopped()) {
                throw FileFailures.cancelled("counting keyspace " + file.keyspace());
            }
            int blocks = (int) Math.min(atOnce, total - block);
            readFully(posix, fd, address, blocks * size, file, block);
            for (int i = 0; i < blocks; i++) {
                buffer.clear().position(i * size).limit((i + 1) * size);
                counted += BlockHeader.check(buffer) instanceof BlockHeader.Valid ? 1 : 0;
            }
            progress.report(block + blocks, total);
        }
        return counted;
    }

    private void readFully(Posix posix, int fd, long address, int size, BlockFile file, long block)
            throws DriverException {
        for (int done = 0; done < size;) {
            long read = posix.read(fd, address + done, size - done, block * settings.blockSize() + done);
            if (read == 0) {
                throw FileSession.endsEarly(file, block);
            }
            if (read < 0 && read != -Posix.EINTR) {
                throw FileFailures.ofBlock(file.path(), "read", (int) -read, store.sector());
            }
            done += (int) Math.max(0, read);
        }
    }

    @Override
    public OptionalLong freeBytes() {
        return store.freeBytes();
    }

    /**
     * {@inheritDoc} Sessions go on; their files need not be closed. The answer is true when the kernel says that no
     * page of any keyspace is in its cache.
     */
    @Override
    public boolean dropCaches() throws DriverException {
        use();
        Posix posix = new Posix();
        boolean cold = true;
        for (BlockFile file : store.files()) {
            int fd = open(file, posix);
            try {
                force(file, posix, fd);
                cold &= posix.dropCache(fd) == 0
                        && posix.cachedPages(fd, file.blocks() * settings.blockSize()) == 0;
            } finally {
                posix.close(fd);
            }
        }
        return cold;
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        use();
        Posix posix = new Posix();
        List<BlockFile> files = store.writable() ? store.files() : List.of();
        for (int i = 0; i < files.size(); i++) {
            if (stopped()) {
                throw FileFailures.cancelled("writing back");
            }
            int fd = open(files.get(i), posix);
            try {
                force(files.get(i), posix, fd);
            } finally {
                posix.close(fd);
            }
            progress.report(i + 1, files.size());
        }
    }

    private void force(BlockFile file, Posix posix, int fd) throws DriverException {
        int failed = fsyncCounter.force(posix, fd);
        if (failed < 0) {
            throw FileFailures.of(file.path(), "forced to the disk", -failed);
        }
    }

    /** {@inheritDoc} The way of IO is what the kernel has for the file that was opened last. */
    @Override
    public Values effective() {
        return seen.map(io -> values.with(FileParams.IO, io, SettingOrigin.EFFECTIVE)).orElse(values);
    }

    @Override
    public List<MetricSnapshot> read() {
        return List.of(new MetricSnapshot("", Map.of(FileMeasures.FSYNCS.name(), (double) fsyncCounter.count(),
                FileMeasures.FSYNC_TIME.name(), fsyncCounter.seconds()), Map.of()));
    }

    @Override
    public void abort() {
        aborted = true;
    }

    private boolean stopped() {
        return aborted || context.cancelled().getAsBoolean();
    }

    @Override
    public List<Path> directories() {
        return List.of(store.place());
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            store.close();
        }
    }

    FileSettings settings() {
        return settings;
    }

    FsyncCounter fsyncs() {
        return fsyncCounter;
    }

    Clock clock() {
        return context.clock();
    }

    int sector() {
        return store.sector();
    }

    boolean writable() {
        return store.writable();
    }

    BlockFile file(int keyspace) {
        return store.file(keyspace);
    }

    DriverException readOnly() {
        return new DriverException(store.place() + " is only read; a device is written with destroy-data");
    }

    /** Opens a keyspace's file as the settings say. @return the descriptor */
    int open(BlockFile file, Posix posix) throws DriverException {
        int fd = posix.open(file.path(), (store.writable() ? Posix.RDWR : Posix.RDONLY)
                | (settings.direct() ? Posix.DIRECT : 0));
        if (fd < 0) {
            throw FileFailures.ofBlock(file.path(), store.writable() ? "written" : "read", -fd, store.sector());
        }
        seen = Optional.of(posix.isDirect(fd) ? IoMode.DIRECT : IoMode.BUFFERED);
        return fd;
    }

    /** @param over whether whatever asks was closed */
    void refuseUse(boolean over) throws DriverException {
        if (over || closed) {
            throw new DriverException(store.place() + ": the target was closed");
        }
        if (aborted) {
            throw new DriverException(store.place() + ": the run was stopped");
        }
    }
}
