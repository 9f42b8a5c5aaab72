package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.os.Posix;

/** One file per keyspace, in a folder of Tidemark's own. */
final class KeyspaceFiles implements BlockStore {

    static final String FOLDER = "tidemark-file";

    private static final Pattern FILE = Pattern.compile("keyspace-(\\d{3,9})\\.blocks");
    private static final String PROBE = "probe";
    private static final Pattern OWN = Pattern.compile(
            FILE + "|" + PROBE + "|" + Pattern.quote(ManifestFolder.FILES) + "[^/]*");
    private static final String BLOCK_SIZE = "block-size";

    private final OwnedDataDirectory folder;
    private final FileSettings settings;
    private final Consumer<String> note;
    private final ConcurrentSkipListMap<Integer, BlockFile> files = new ConcurrentSkipListMap<>();
    private boolean inUse;
    private int sector;

    KeyspaceFiles(Path directory, FileSettings settings, Consumer<String> note) {
        this.folder = new OwnedDataDirectory(directory, FOLDER, OWN);
        this.settings = settings;
        this.note = note;
        sector = settings.direct() ? DirectIoAlignment.guess(settings.blockSize()) : 1;
    }

    @Override
    public void create() throws DriverException {
        files.clear();
        inUse = false;
        folder.make(Map.of(BLOCK_SIZE, Integer.toString(settings.blockSize())));
        try {
            probe();
        } catch (DriverException e) {
            folder.remove();
            throw e;
        }
        inUse = true;
    }

    @Override
    public void use() throws DriverException {
        try {
            String there = folder.use().getOrDefault(BLOCK_SIZE, "");
            if (!there.equals(Integer.toString(settings.blockSize()))) {
                throw new DriverException(folder.path() + " holds blocks of " + there + "B, not of "
                        + settings.blockSize() + "B; set block-size to " + there + "B or make the data anew");
            }
            probe();
            find();
            inUse = true;
        } catch (DriverException e) {
            folder.release();
            throw e;
        }
    }

    /** An empty file tells what direct IO needs here, before any data is written. */
    private void probe() throws DriverException {
        if (!settings.direct()) {
            return;
        }
        Path probe = folder.path().resolve(PROBE);
        try {
            Files.write(probe, new byte[0]);
            try {
                sector = Math.max(sector, DirectIoAlignment.ofFile(probe, settings.blockSize()));
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder.path(), e);
        }
    }

    private void find() throws DriverException {
        files.clear();
        try (Stream<Path> entries = Files.list(folder.path())) {
            for (Path path : entries.toList()) {
                Matcher name = FILE.matcher(path.getFileName().toString());
                if (name.matches()) {
                    int keyspace = Integer.parseInt(name.group(1));
                    files.put(keyspace, new BlockFile(keyspace, path, Files.size(path) / settings.blockSize()));
                }
            }
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder.path(), e);
        }
    }

    @Override
    public boolean inUse() {
        return inUse;
    }

    @Override
    public List<Path> drop() throws DriverException {
        files.clear();
        inUse = false;
        return folder.remove();
    }

    @Override
    public void close() {
        inUse = false;
        folder.release();
    }

    @Override
    public Path dataDirectory() {
        return folder.path();
    }

    @Override
    public Path place() {
        return folder.directory();
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public BlockFile file(int keyspace) {
        return files.get(keyspace);
    }

    @Override
    public List<BlockFile> files() {
        Collection<BlockFile> all = files.values();
        return List.copyOf(all);
    }

    @Override
    public void make(int keyspace, long blocks, BooleanSupplier cancelled) throws DriverException {
        BlockFile there = files.get(keyspace);
        long has = there == null ? 0 : there.blocks();
        if (there != null && has >= blocks) {
            return;
        }
        long size = Math.multiplyExact(blocks, (long) settings.blockSize());
        refuseWithoutRoom(keyspace, size - has * settings.blockSize());
        Path path = folder.path().resolve(String.format(Locale.ROOT, "keyspace-%03d.blocks", keyspace));
        allocate(path, size, has * settings.blockSize());
        if (there == null) {
            files.put(keyspace, new BlockFile(keyspace, path, blocks));
        } else {
            there.grow(blocks);
        }
    }

    private void refuseWithoutRoom(int keyspace, long needed) throws DriverException {
        OptionalLong free = freeBytes();
        if (free.isPresent() && free.getAsLong() < needed) {
            throw new DriverException(String.format(Locale.ROOT, "keyspace %d needs %.1f MB more, and %.1f MB are free "
                    + "in %s", keyspace, needed / 1e6, free.getAsLong() / 1e6, folder.directory()));
        }
    }

    private void allocate(Path path, long size, long before) throws DriverException {
        Posix posix = new Posix();
        int fd = posix.open(path, Posix.RDWR | Posix.CREATE);
        if (fd < 0) {
            throw FileFailures.of(path, "written", -fd);
        }
        try {
            int failed = posix.allocate(fd, size);
            if (failed == -Posix.EOPNOTSUPP) {
                note.accept("The file system of " + folder.directory()
                        + " cannot set space aside; it is taken as blocks are first written.");
                failed = posix.truncate(fd, size);
            }
            if (failed == 0) {
                failed = posix.fsync(fd);
            }
            if (failed < 0) {
                posix.truncate(fd, before);
                throw FileFailures.of(path, "written", -failed);
            }
        } finally {
            posix.close(fd);
        }
    }

    @Override
    public OptionalLong freeBytes() {
        try {
            FileStore there = Files.getFileStore(existing(folder.path()));
            boolean known = there.getTotalSpace() > 0; // ramfs has no bounds
            return known ? OptionalLong.of(there.getUsableSpace()) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static Path existing(Path path) {
        Path at = path;
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    @Override
    public int sector() {
        return sector;
    }
}
