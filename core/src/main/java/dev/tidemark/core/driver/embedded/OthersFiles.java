package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.OwnedDataDirectory;

/**
 * Files of the user's that an engine finds its data in: they are copied, or read where they are, and nothing else.
 *
 * @param setting that names them
 * @param named   what it names
 * @param files   those that are there now
 */
public record OthersFiles(String setting, Path named, Listing files) {

    /** Finds the files, in an order that stays. */
    @FunctionalInterface
    public interface Listing {
        List<Path> now() throws IOException;
    }

    /** Something that reads them. */
    @FunctionalInterface
    public interface Reading {
        void run() throws IOException, DriverException;
    }

    /**
     * Copies them.
     *
     * @param name of a file's copy
     * @throws DriverException when one cannot be read, there is no room, or somebody writes to them meanwhile
     */
    public void copy(Path folder, Function<Path, String> name) throws DriverException {
        readUnchanged(() -> {
            List<Path> all = files.now();
            long bytes = 0;
            for (Path file : all) {
                bytes += Files.size(file);
            }
            requireRoom(folder, bytes);
            for (Path file : all) {
                Path copy = Files.copy(file, folder.resolve(name.apply(file)));
                copy.toFile().setWritable(true); // a copy has its file's permissions, and is written to all the same
            }
        });
    }

    /** @throws DriverException when a folder's disk has less room than so many bytes */
    private void requireRoom(Path folder, long bytes) throws IOException, DriverException {
        if (Files.getFileStore(folder).getUsableSpace() < bytes) {
            throw new DriverException(setting + ": there is no room in " + folder + " for a copy of " + named
                    + ", which has " + bytes + " bytes");
        }
    }

    /** @throws DriverException when they are others afterwards than they were before, or cannot be read */
    public void readUnchanged(Reading reading) throws DriverException {
        try {
            List<List<Object>> before = state();
            reading.run();
            if (!state().equals(before)) {
                throw new DriverException(setting + ": " + named + " was written to while it was copied; end what "
                        + "writes to it, or name a backup of it");
            }
        } catch (AccessDeniedException e) {
            throw new DriverException(setting + ": " + e.getFile() + " cannot be read: permission denied", e);
        } catch (NoSuchFileException e) {
            throw new DriverException(setting + ": " + e.getFile() + " is gone", e);
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(named, e);
        }
    }

    private List<List<Object>> state() throws IOException {
        List<List<Object>> state = new ArrayList<>();
        for (Path file : files.now()) {
            state.add(List.of(file, Files.size(file), Files.getLastModifiedTime(file)));
        }
        return state;
    }

    /**
     * Sees, by the lock that the engine takes, whether a process has them open; nothing is written for that.
     *
     * @param lock the file that the engine locks; it need not be there
     * @throws DriverException when one has
     */
    public void refuseInUse(Path lock) throws DriverException {
        if (!Files.exists(lock)) {
            return;
        }
        boolean writable = Files.isWritable(lock);
        try (FileChannel channel = writable ? FileChannel.open(lock, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(lock, StandardOpenOption.READ);
                FileLock free = channel.tryLock(0, Long.MAX_VALUE, !writable)) {
            if (free == null) {
                throw inUse();
            }
        } catch (OverlappingFileLockException e) {
            throw inUse();
        } catch (AccessDeniedException e) {
            throw new DriverException(setting + ": " + lock + " cannot be read: permission denied", e);
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(lock, e);
        }
    }

    private DriverException inUse() {
        return new DriverException(setting + ": " + named + " is in use by another process; end it, or name a backup "
                + "or a copy of it");
    }
}
