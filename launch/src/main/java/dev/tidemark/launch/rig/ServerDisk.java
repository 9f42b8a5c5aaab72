package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigDisk;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;

/**
 * The file system of its own on which a rig's server keeps its data, where its settings ask for one: ext4 in a file
 * beside the folder on which it is mounted. It is mounted while the server runs, so its place is written down for
 * whoever stops that.
 */
final class ServerDisk {

    private static final String IMAGE = ".ext4";

    private final RigFolder folder;

    ServerDisk(RigFolder folder) {
        this.folder = folder;
    }

    /** @throws InvalidInputException when the settings ask for one that cannot be had here */
    static void check(Values values) {
        if (values.find(RigParams.DISK).isPresent() && !ProcessIdentity.isRoot()) {
            throw new InvalidInputException(RigParams.DISK.name()
                    + ": a file system is mounted by root on Linux only; leave it out, or start the rig as root");
        }
    }

    /** Mounts it on a folder, and makes it before where there is none. */
    void mount(Values values, Path data, LocalCommands commands)
            throws IOException, RigException, InterruptedException {
        Optional<Long> size = values.find(RigParams.DISK);
        if (size.isEmpty()) {
            return;
        }
        Path image = image(data);
        if (!Files.exists(image)) {
            make(image, size.get(), commands);
        } else if (Files.size(image) != size.get()) {
            throw new InvalidInputException(RigParams.DISK.name() + ": that of the rig has "
                    + Types.SIZE.format(Files.size(image)) + "; remove " + image
                    + " for another, and with it what is stored there");
        }
        PrivateFile.write(folder.processes().mounted(), data + "\n");
        commands.run(List.of("mount", "-o", "loop", image.toString(), data.toString()));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    }

    /** The file that is mounted on a folder. */
    static Path image(Path data) {
        return data.resolveSibling(data.getFileName() + IMAGE);
    }

    private static void make(Path image, long size, LocalCommands commands)
            throws IOException, RigException, InterruptedException {
        Path unfinished = image.resolveSibling(image.getFileName() + ".new");
        PrivateFile.write(unfinished, "");
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), size - 1);
        }
        commands.run(List.of("mkfs.ext4", "-q", "-F", "-m", "0", unfinished.toString()));
        Files.move(unfinished, image);
    }

    /** Undoes what a fault has done to it of which nobody is left to do that: what waits for it could not even end. */
    void restore() throws IOException {
        Optional<RigDisk> disk = RigDisk.of(folder.processes());
        if (disk.isPresent()) {
            disk.get().thaw();
            disk.get().empty();
        }
    }

    /** Unmounts it, {@linkplain #restore restored}, from under a server whose processes have ended. */
    void unmount(LocalCommands commands) throws IOException, RigException, InterruptedException {
        Path record = folder.processes().mounted();
        if (Files.exists(record)) {
            String data = Files.readString(record).strip();
            if (RigDisk.isMounted(Path.of(data))) {
                commands.run(List.of("umount", data));
            }
            Files.delete(record);
        }
    }
}
