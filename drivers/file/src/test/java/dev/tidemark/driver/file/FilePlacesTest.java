package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.KeyspaceTarget.Existing;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.run.DatasetRequest.Action;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Existing files, devices, and file systems that don't do what is asked of them. */
class FilePlacesTest {

    @TempDir
    Path directory;

    private final Deque<String[]> cleaning = new ArrayDeque<>();

    @AfterEach
    void clean() throws Exception {
        for (String[] command : cleaning) {
            assertThat(new ProcessBuilder(command).start().waitFor()).as(Arrays.toString(command)).isZero();
        }
    }

    private Path mount(String type, String options) throws Exception {
        Path point = Files.createDirectory(directory.resolve("mounted"));
        Fixture.command("mount", "-t", type, "-o", options, type, point.toString());
        cleaning.push(new String[] {"umount", point.toString()});
        return point;
    }

    /** A block device of so many MiB that belongs to this test. */
    private Path loopDevice(int mebibytes) throws Exception {
        Path image = directory.resolve("image");
        Files.write(image, new byte[mebibytes << 20]);
        String device = Fixture.command("losetup", "--find", "--show", image.toString());
        cleaning.push(new String[] {"losetup", "--detach", device});
        return Path.of(device);
    }

    private Path existing(int bytes) throws Exception {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) (i / Fixture.BLOCK);
        }
        return Files.write(directory.resolve("database.dat"), content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "buffered"})
    void anExistingFileIsReadBlockByBlockAndNeverWritten(String io) throws Exception {
        Path file = existing(20 * Fixture.BLOCK);
        byte[] before = Files.readAllBytes(file);
        try (Fixture f = new Fixture(directory, "file", file.toString(), "io", io);
                FileSession session = f.session()) {
            f.target.create();
            f.target.makeKeyspace(0, 20, Fixture.BLOCK);
            assertThat(f.count(0)).isEqualTo(20);
            assertThat(f.target.existing()).contains(new Existing(List.of(20L), Fixture.BLOCK));
            ByteBuffer buffer = f.buffer();
            for (int block = 0; block < 20; block++) {
                assertThat(session.get(0, NumberedKeys.of(block), buffer)).isEqualTo(Fixture.BLOCK);
                for (int i = 0; i < Fixture.BLOCK; i++) {
                    assertThat(buffer.get(i)).isEqualTo((byte) block);
                }
            }
            Fixture.assertOneLine(() -> session.put(0, NumberedKeys.of(3), buffer), file + " is only read");
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 21, Fixture.BLOCK), "only read", "20 blocks");
            Fixture.assertOneLine(() -> f.target.makeKeyspace(1, 1, Fixture.BLOCK), "only read");
            assertThat(f.target.dropCaches()).isTrue();
            f.target.drop();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aFileOfTheWrongShapeIsToldInOneLine() throws Exception {
        Path file = existing(3 * Fixture.BLOCK + 5);
        Fixture.assertOneLine(() -> new Fixture(directory, "file", file.toString()),
                file.toRealPath() + " has 24581 bytes", "not a multiple of the block of 8192B");
        Files.write(file, new byte[100]);
        Fixture.assertOneLine(() -> new Fixture(directory, "file", file.toString()), "less than one block");
        Fixture.assertOneLine(() -> new Fixture(directory, "file", directory.toString()), "is a folder");
        Fixture.assertOneLine(() -> new Fixture(directory, "file", directory + "/nothing"), "does not exist");
        Fixture.assertOneLine(() -> new Fixture(directory, "file", "/dev/null"), "neither a file nor a block device");
        Fixture.assertOneLine(() -> new Fixture(directory, "file", file.toString(), "destroy-data", "true"),
                "is no block device");
    }

    @Test
    void aFileThatBecomesShorterIsToldInOneLine() throws Exception {
        Path file = existing(20 * Fixture.BLOCK);
        try (Fixture f = new Fixture(directory, "file", file.toString()); FileSession session = f.session()) {
            Files.write(file, new byte[Fixture.BLOCK]);
            Fixture.assertOneLine(() -> session.get(0, NumberedKeys.of(7), f.buffer()), "ends before block 7");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tmpfs", "ramfs"})
    void aFileSystemInMemoryHasNoDirectIoAndIsNeverCold(String type) throws Exception {
        Path place = mount(type, "mode=700");
        try (Fixture f = new Fixture(place)) {
            Fixture.assertOneLine(f.target::create, "io: the file system " + type + " of " + place,
                    "refuses direct IO", "set io to buffered");
            assertThat(place).isEmptyDirectory();
        }
        try (Fixture f = Fixture.created(place, 10, "io", "buffered")) {
            f.fill(0, 0, 10);
            assertThat(f.count(0)).isEqualTo(10);
            assertThat(f.target.dropCaches()).isFalse();
            f.target.drop();
        }
    }

    @Test
    void aFullDiskAndAReadOnlyOneAreToldInOneLine() throws Exception {
        Path small = mount("tmpfs", "size=1m");
        try (Fixture f = new Fixture(small, "io", "buffered")) {
            f.target.create();
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 200, Fixture.BLOCK), "keyspace 0 needs 1.6 MB more");
            f.target.makeKeyspace(0, 100, Fixture.BLOCK);
            f.target.drop();
        }
        Fixture.command("mount", "-o", "remount,ro", small.toString());
        try (Fixture f = new Fixture(small, "io", "buffered")) {
            Fixture.assertOneLine(f.target::create, "cannot be written");
        }
    }

    @Test
    void aBlockSmallerThanTheSectorOfTheDiskIsToldWithBoth() throws Exception {
        Path image = directory.resolve("image");
        Files.write(image, new byte[4 << 20]);
        String device = Fixture.command("losetup", "--find", "--show", "--sector-size", "4096", image.toString());
        cleaning.push(new String[] {"losetup", "--detach", device});
        Fixture.assertOneLine(() -> new Fixture(directory, "file", device, "block-size", "512B"),
                "block-size: 512B is not a multiple of the sector of 4096B", device);
        new Fixture(directory, "file", device, "block-size", "4KiB").close();
    }

    @Test
    void aDeviceIsReadUnlessItsDataMayBeDestroyed() throws Exception {
        Path device = loopDevice(4);
        try (Fixture f = new Fixture(directory, "file", device.toString()); FileSession session = f.session()) {
            assertThat(f.count(0)).isEqualTo((4 << 20) / Fixture.BLOCK);
            assertThat(f.target.existing()).contains(new Existing(List.of(512L), Fixture.BLOCK));
            Fixture.assertOneLine(() -> session.put(0, NumberedKeys.of(0), f.buffer()), "is only read", "destroy-data");
        }
        try (Fixture f = new Fixture(directory, "file", device.toString(), "destroy-data", "true")) {
            f.target.create();
            assertThat(f.target.existing()).isEmpty();
            f.target.makeKeyspace(0, 300, Fixture.BLOCK);
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 513, Fixture.BLOCK), "room for 512 blocks");
            Fixture.assertOneLine(() -> f.target.makeKeyspace(1, 5, Fixture.BLOCK), "holds one keyspace");
            f.fill(0, 0, 300);
            assertThat(f.count(0)).isEqualTo(300);
            assertThat(f.target.freeBytes()).hasValue(212L * Fixture.BLOCK);
            Fixture.assertOneLine(() -> new Fixture(directory, "file", device.toString(), "destroy-data", "true"),
                    "it is in use");
        }
        try (Fixture f = new Fixture(directory, "file", device.toString(), "destroy-data", "true")) {
            assertThat(f.count(0)).as("opened again").isEqualTo(300);
            f.target.create();
            f.target.makeKeyspace(0, 300, Fixture.BLOCK);
            assertThat(f.count(0)).as("made anew").isZero();
            f.target.drop();
        }
    }

    @Test
    void aRefusedDatasetLeavesADeviceAsItWas() throws Exception {
        Path device = loopDevice(4);
        Files.writeString(directory.resolve("image"), "PRECIOUS", StandardOpenOption.WRITE);
        Datasets datasets = new Datasets(directory.resolve("set"), Map.of("file", device.toString(), "destroy-data",
                "true"));
        for (List<Integer> shape : List.of(List.of(5, 10), List.of(1, 1 << 20))) {
            assertThat(Datasets.ended(datasets.carryOut(Action.CREATE, shape.getFirst(), shape.getLast())).verdict())
                    .containsAnyOf("a device holds one keyspace", "has room for");
            assertThat(Files.readString(device, StandardCharsets.ISO_8859_1)).startsWith("PRECIOUS");
        }
        assertThat(Datasets.answer(datasets.carryOut(Action.CREATE, 1, 10))).isEqualTo("10 keys in 1 keyspace");
        assertThat(Datasets.ended(datasets.carryOut(Action.GROW, 2, 10)).verdict())
                .contains("a device holds one keyspace");
        assertThat(Datasets.answer(datasets.carryOut(Action.VERIFY, 1, 1)))
                .isEqualTo("10 values are as they were stored");
    }

    /**
     * Room that was set aside and never written, a hole, and what was written; by each the file system answers for
     * itself.
     */
    @Test
    void whatWasNeverWrittenIsTold() throws Exception {
        Fixture.assumeDisk(directory);
        Path file = directory.resolve("expanded");
        Fixture.command("fallocate", "--length", String.valueOf(100 * Fixture.BLOCK), file.toString());
        assertThat(unwritten(file)).isEqualTo(1);
        assertThat(unwritten(Files.write(directory.resolve("whole"), new byte[100 * Fixture.BLOCK]))).isZero();
        try (FileChannel part = FileChannel.open(file, StandardOpenOption.WRITE)) {
            part.write(ByteBuffer.allocate(25 * Fixture.BLOCK), 50L * Fixture.BLOCK);
            part.force(true);
        }
        Files.readAllBytes(file); // what is in the page cache was not written for that
        assertThat(unwritten(file)).isEqualTo(0.75);
        Path sparse = directory.resolve("sparse");
        Fixture.command("truncate", "--size", String.valueOf(100 * Fixture.BLOCK), sparse.toString());
        assertThat(unwritten(sparse)).isEqualTo(1);
    }

    private double unwritten(Path file) throws Exception {
        try (Fixture f = new Fixture(directory, "file", file.toString(), "io", "buffered")) {
            return f.target.unwrittenShare();
        }
    }

    @Test
    void aDeviceThatAnotherProcessHasOpenIsNotWritten() throws Exception {
        Path device = loopDevice(4);
        Process holder = new ProcessBuilder("sh", "-c", "exec 9<" + device + "; echo open; read end")
                .start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("open");
            Fixture.assertOneLine(() -> new Fixture(directory, "file", device.toString(), "destroy-data", "true"),
                    "destroy-data: " + device + " is held open by process " + holder.pid() + " (sh); end it first");
        } finally {
            holder.destroyForcibly().waitFor();
        }
        new Fixture(directory, "file", device.toString(), "destroy-data", "true").close();
    }

    @Test
    void aMountedDeviceIsNotWritten() throws Exception {
        Path device = loopDevice(8);
        Fixture.command("mkfs.ext4", "-q", device.toString());
        Path point = Files.createDirectory(directory.resolve("a place"));
        Fixture.command("mount", device.toString(), point.toString());
        cleaning.push(new String[] {"umount", point.toString()});
        Fixture.assertOneLine(() -> new Fixture(directory, "file", device.toString(), "destroy-data", "true"),
                "destroy-data: " + device + " is mounted at " + point + "; unmount it first");
    }

    @Test
    void aFileOnAMountedDeviceWorksDirectly() throws Exception {
        Path device = loopDevice(8);
        Fixture.command("mkfs.ext4", "-q", device.toString());
        Path point = Files.createDirectory(directory.resolve("place"));
        Fixture.command("mount", device.toString(), point.toString());
        cleaning.push(new String[] {"umount", point.toString()});
        try (Fixture f = Fixture.created(point, 50)) {
            f.fill(0, 0, 50);
            assertThat(f.count(0)).isEqualTo(50);
            f.target.drop();
        }
    }
}
