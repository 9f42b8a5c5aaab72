package dev.tidemark.core.driver.support;

import module java.base;

/**
 * An open folder. What is done by it is done in that folder, whatever its name stands for by then; no link is followed
 * on the way. Where the system has no such handles (other than Linux and macOS), names are used, and the folder's key
 * says whether one stands for the same folder still.
 */
final class FolderHandle implements AutoCloseable {

    private final Path folder;
    /** Null where the system has none. */
    private final SecureDirectoryStream<Path> stream;
    /** Device and inode; null where the system tells neither. */
    private final Object key;

    private FolderHandle(Path folder, SecureDirectoryStream<Path> stream, Object key) {
        this.folder = folder;
        this.stream = stream;
        this.key = key;
    }

    /** @param folder exists, and is no link */
    static FolderHandle open(Path folder) throws IOException {
        DirectoryStream<Path> opened = Files.newDirectoryStream(folder);
        try {
            if (!(opened instanceof SecureDirectoryStream<Path> secure)) {
                opened.close();
                return new FolderHandle(folder, null, keyOf(folder));
            }
            Object key = secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
            if (!key.equals(keyOf(folder))) { // a link was put in its place and taken away, which opening followed
                throw new NotDirectoryException(folder.toString());
            }
            return new FolderHandle(folder, secure, key);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private static Object keyOf(Path folder) throws IOException {
        BasicFileAttributes found = Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isDirectory()) {
            throw new NotDirectoryException(folder.toString());
        }
        return found.fileKey();
    }

    /** Whether the folder's name stands for this folder, and not for another one or a link. */
    boolean isInPlace() {
        try {
            return key == null || key.equals(keyOf(folder));
        } catch (IOException e) {
            return false;
        }
    }

    /** Opens a file that lies in it. */
    FileChannel file(String name, Set<OpenOption> options) throws IOException {
        if (stream == null) {
            return FileChannel.open(folder.resolve(name), options);
        }
        try {
            return (FileChannel) stream.newByteChannel(Path.of(name), options); // of the default file system always one
        } catch (FileSystemException e) {
            throw named(Path.of(name), e);
        }
    }

    /**
     * Deletes a file, or a folder that is empty.
     *
     * @param path relative to the folder
     */
    void delete(Path path, boolean directory) throws IOException {
        if (stream == null) {
            Files.delete(folder.resolve(path));
            return;
        }
        Deque<SecureDirectoryStream<Path>> opened = new ArrayDeque<>();
        try {
            SecureDirectoryStream<Path> at = stream;
            for (int i = 0; i < path.getNameCount() - 1; i++) {
                at = at.newDirectoryStream(path.getName(i), LinkOption.NOFOLLOW_LINKS);
                opened.push(at);
            }
            if (directory) {
                at.deleteDirectory(path.getFileName());
            } else {
                at.deleteFile(path.getFileName());
            }
        } catch (FileSystemException e) {
            throw named(path, e);
        } finally {
            for (SecureDirectoryStream<Path> each : opened) {
                each.close();
            }
        }
    }

    /** What goes wrong by a handle is told with a name that lacks the folder. */
    private FileSystemException named(Path path, FileSystemException e) {
        String whole = folder.resolve(path).toString();
        return switch (e) {
            case DirectoryNotEmptyException notEmpty -> notEmpty;
            case AccessDeniedException denied -> new AccessDeniedException(whole, null, denied.getReason());
            default -> new FileSystemException(whole, null, e.getReason());
        };
    }

    @Override
    public void close() {
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                // nothing was written through it
            }
        }
    }
}
