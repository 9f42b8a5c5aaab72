package dev.tidemark.launch.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.os.Posix;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.RigParams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is cached of a server's data before it is held to an amount of memory. */
@EnabledOnOs(OS.LINUX)
class ServerMemoryTest {

    private static final Values ANY = ParamSet.of(RigParams.MEMORY).defaults();
    private static final Values LIMITED = ANY.with(RigParams.MEMORY, 1L << 30, SettingOrigin.SET);

    @TempDir
    private Path folder;

    private final List<String> notices = new ArrayList<>();

    private void drop(Values values, Path... places) {
        ServerMemory.dropFiles(values, List.of(places), RigListener.noticing(notices::add));
    }

    private static long cachedPages(Path file) throws IOException {
        Posix posix = new Posix();
        int descriptor = posix.open(file, Posix.RDONLY);
        try {
            return posix.cachedPages(descriptor, Files.size(file));
        } finally {
            posix.close(descriptor);
        }
    }

    @Test
    void whatOthersHaveReadIsNotCachedWhenAServerIsHeldToItsMemory() throws Exception {
        assumeTrue(!List.of("tmpfs", "ramfs").contains(Files.getFileStore(folder).type()), "the folder is in memory");
        Path data = Files.createDirectories(folder.resolve("data"));
        Path below = Files.write(Files.createDirectories(data.resolve("segments")).resolve("1"), new byte[1 << 20]);
        Path image = Files.write(ServerDisk.image(data), new byte[1 << 20]);
        drop(ANY, data, image);
        assertThat(cachedPages(below)).as("nothing limits it").isPositive();
        drop(LIMITED, data, image, folder.resolve("none"));
        assertThat(cachedPages(below)).isZero();
        assertThat(cachedPages(image)).isZero();
        assertThat(notices).isEmpty();
    }

    @Test
    void whatStaysCachedIsTold() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory) && Files.getFileStore(memory).type().equals("tmpfs"), "no tmpfs here");
        Path data = Files.createTempDirectory(memory, "tidemark");
        Path file = Files.write(data.resolve("file"), new byte[1 << 20]);
        try {
            drop(ANY, data);
            assertThat(notices).isEmpty();
            drop(LIMITED, data);
            assertThat(notices).containsExactly("What is stored in " + data
                    + " may still be cached outside of the server's server-memory.");
        } finally {
            Files.delete(file);
            Files.delete(data);
        }
    }
}
