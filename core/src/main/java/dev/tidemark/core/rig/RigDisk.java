package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.os.Posix;

/** The file system of its own on which the servers of a rig keep their data, as a fault finds it. */
public final class RigDisk {

    private static final String FILLER = "tidemark-filler";

    private final Path mount;

    private RigDisk(Path mount) {
        this.mount = mount;
    }

    /** That of a rig; empty where its data lie with those of others, as a file system that is mounted says. */
    public static Optional<RigDisk> of(RigRecord rig) throws IOException {
        if (!Files.exists(rig.mounted())) {
            return Optional.empty();
        }
        Path mount = Path.of(Files.readString(rig.mounted()).strip());
        return isMounted(mount) ? Optional.of(new RigDisk(mount)) : Optional.empty();
    }

    /** Whether a folder is the root of a file system; nobody else's is ever filled or frozen. */
    public static boolean isMounted(Path folder) throws IOException {
        return Files.isDirectory(folder) && !device(folder).equals(device(folder.getParent()));
    }

    private static Object device(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:dev");
    }

    /** Takes what is free of it, so that nothing is left for others. @return bytes that are taken now */
    public long fill() throws IOException {
        Path filler = mount.resolve(FILLER);
        Posix posix = new Posix();
        int fd = check(posix.open(filler, Posix.RDWR | Posix.CREATE), "be filled");
        try {
            long free = Files.getFileStore(mount).getUnallocatedSpace();
            if (free > 0) {
                posix.allocate(fd, Files.size(filler) + free); // takes what it gets, and says that it was not all
            }
            return Files.size(filler);
        } finally {
            posix.close(fd);
        }
    }

    /** Gives back what was taken. */
    public void empty() throws IOException {
        Files.deleteIfExists(mount.resolve(FILLER));
    }

    /** Lets writing wait, once what was written is on the device. What is read is read. */
    public void freeze() throws IOException {
        check(onMount(Posix::freeze), "be frozen");
    }

    /** Lets it go on; no matter whether it was frozen. */
    public void thaw() throws IOException {
        int failed = onMount(Posix::thaw);
        if (failed != -Posix.EINVAL) {
            check(failed, "be thawed");
        }
    }

    private int onMount(ToIntBiFunction<Posix, Integer> call) throws IOException {
        Posix posix = new Posix();
        int fd = check(posix.open(mount, Posix.RDONLY), "be opened");
        try {
            return call.applyAsInt(posix, fd);
        } finally {
            posix.close(fd);
        }
    }

    private int check(int result, String what) throws IOException {
        if (result < 0) {
            throw new IOException("the file system " + mount + " cannot " + what + ": " + Posix.message(-result));
        }
        return result;
    }
}
