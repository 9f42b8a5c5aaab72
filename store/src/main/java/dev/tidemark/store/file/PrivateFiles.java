package dev.tidemark.store.file;

import module java.base;

/**
 * Files and folders that nobody but their owner may look into, whatever the umask. Where the file system has no such
 * permissions, they are as it makes them.
 */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /** Makes a folder, with those above it that are missing; one that is there stays as it is. */
    public static Path folder(Path folder) throws IOException {
        return Files.createDirectories(folder, attribute(FOLDER));
    }

    /** Makes a folder that is ours alone; one that is there becomes so. */
    public static Path ownFolder(Path folder) throws IOException {
        folder(folder);
        restrict(folder, FOLDER);
        return folder;
    }

    /** Makes an empty file. @throws FileAlreadyExistsException when there is one, or a link */
    public static void newFile(Path file) throws IOException {
        Files.createFile(file, attribute(FILE));
    }

    /** Makes an empty file, unless there is one. */
    static void file(Path file) throws IOException {
        try {
            newFile(file);
        } catch (FileAlreadyExistsException e) {
            // It is as its owner has made it.
        }
    }

    /** Makes a file that is there private. */
    static void restrict(Path file) throws IOException {
        restrict(file, FILE);
    }

    private static void restrict(Path path, Set<PosixFilePermission> permissions) throws IOException {
        if (posix() && !Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS).equals(permissions)) {
            Files.setPosixFilePermissions(path, permissions);
        }
    }

    private static FileAttribute<?>[] attribute(Set<PosixFilePermission> permissions) {
        return posix() ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean posix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
