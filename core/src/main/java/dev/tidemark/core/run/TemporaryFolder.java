package dev.tidemark.core.run;

import module java.base;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.os.TidemarkFolders;

/**
 * A folder for the temporary files of a process, its own or one that it starts. Native libraries are unpacked into it,
 * many megabytes each, and a process that is killed cannot remove them. So the folder goes with whoever made it; and
 * should that one be killed, with the next that is made on this machine, since the operating system then releases the
 * lock on it.
 */
public final class TemporaryFolder implements AutoCloseable {

    private static final String PREFIX = "tidemark-temporary-";
    private static final String LOCK = "lock";
    /** A folder without a lock is just being made, unless it is older: then its maker was killed before it had one. */
    private static final Duration MAKING = Duration.ofMinutes(1);

    private final Path folder;
    private final FileChannel lock;

    private TemporaryFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Makes one in this process's folder for temporary files, and removes those there whose processes are gone. */
    public static TemporaryFolder make() throws IOException {
        return make(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** The same where no library could be loaded from the usual one: in another folder, or the user's or program's. */
    public static TemporaryFolder makeForLibraries(Path instead) throws IOException {
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        return make(forLibraries(Stream.of(Stream.of(usual, instead), TidemarkFolders.userData().stream(),
                TidemarkFolders.program().stream()).flatMap(s -> s).toList(), Environment::refusesLibraries));
    }

    /** The first of these that is there, can be written and is not refused; the first of all where none is. */
    static Path forLibraries(List<Path> folders, Predicate<Path> refused) {
        return folders.stream().filter(f -> Files.isWritable(f) && !refused.test(f)).findFirst()
                .orElse(folders.getFirst());
    }

    static TemporaryFolder make(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, prefix());
        FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE);
        lock.lock();
        sweep(parent, folder);
        return new TemporaryFolder(folder, lock);
    }

    /** A process must not touch a lock of its own again: closing any channel on its file releases it. */
    private static String prefix() {
        return PREFIX + ProcessHandle.current().pid() + "-";
    }

    /**
     * One thread at a time: a process must not try a lock that it has itself.
     *
     * @param own the one that was made now
     */
    private static synchronized void sweep(Path parent, Path own) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                if (!folder.getFileName().toString().startsWith(prefix())
                        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))) {
                    removeUnlessHeld(folder, Files.getLastModifiedTime(own).toInstant());
                }
            }
        } catch (IOException e) {
            // What lies there does no harm; the next one tries again.
        }
    }

    private static void removeUnlessHeld(Path folder, Instant now) throws IOException {
        try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS); FileLock lock = channel.tryLock()) {
            if (lock != null) {
                Directories.delete(folder);
            }
        } catch (NoSuchFileException e) {
            if (Files.getLastModifiedTime(folder).toInstant().isBefore(now.minus(MAKING))) {
                Directories.delete(folder);
            }
        }
    }

    public Path path() {
        return folder;
    }

    /** Removes it with all that is in it; to be called when nobody uses that any more. */
    @Override
    public void close() {
        try (lock) {
            Directories.delete(folder);
        } catch (IOException e) {
            // Somebody still uses a file of it; it is removed when this process is gone.
        }
    }
}
