package dev.tidemark.launch;

import dev.tidemark.core.run.Folders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;

/**
 * A runner's own folder for temporary files. Engines unpack their native libraries into it, many megabytes each, and a
 * process that is killed cannot remove its own. So whoever started the runner does; and should that one be killed too,
 * whoever starts the next runner on this machine, since the operating system then releases the lock on the folder.
 */
final class TemporaryFolder implements AutoCloseable {

    private static final String PREFIX = "tidemark-runner-";
    private static final String LOCK = "lock";

    private final Path folder;
    private final FileChannel lock;

    private TemporaryFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Makes one in this process's folder for temporary files, and removes those there whose processes are gone. */
    static TemporaryFolder make() throws IOException {
        return make(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static TemporaryFolder make(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, prefix());
        FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE);
        lock.lock();
        sweep(parent, Files.getOwner(folder));
        return new TemporaryFolder(folder, lock);
    }

    /** A process must not touch a lock of its own again: closing any channel on its file releases it. */
    private static String prefix() {
        return PREFIX + ProcessHandle.current().pid() + "-";
    }

    private static void sweep(Path parent, UserPrincipal own) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                if (!folder.getFileName().toString().startsWith(prefix())
                        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(own)) {
                    removeUnlessHeld(folder);
                }
            }
        } catch (IOException e) {
            // What lies there does no harm; the next one tries again.
        }
    }

    private static void removeUnlessHeld(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS); FileLock lock = channel.tryLock()) {
            if (lock != null) {
                Folders.delete(folder);
            }
        } catch (NoSuchFileException e) {
            // It is being made, or removed, this very moment.
        }
    }

    Path path() {
        return folder;
    }

    /** To be called when the runner has ended. */
    @Override
    public void close() {
        try (lock) {
            Folders.delete(folder);
        } catch (IOException e) {
            // Somebody still uses a file of it; it is removed when this process is gone.
        }
    }
}
