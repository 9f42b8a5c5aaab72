package dev.tidemark.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

    @TempDir
    private Path parent;

    private Path left(String name) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(name).resolve("deep")).getParent();
        Files.writeString(folder.resolve("libengine.so"), "unpacked");
        return folder;
    }

    @Test
    void isGoneWithAllThatIsInItWhenItIsClosed() throws IOException {
        Path path;
        try (TemporaryFolder folder = TemporaryFolder.make(parent)) {
            path = folder.path();
            Files.writeString(path.resolve("libengine.so"), "unpacked");
            try (TemporaryFolder other = TemporaryFolder.make(parent)) {
                assertThat(other.path()).isNotEqualTo(path);
                assertThat(path.resolve("libengine.so")).as("this process lives").exists();
            }
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void whereNoLibraryCanBeLoadedAnotherFolderIsTakenThatIsThere() throws IOException {
        Path usual = Files.createDirectory(parent.resolve("usual"));
        Path results = Files.createDirectory(parent.resolve("results"));
        Path users = Files.createDirectory(parent.resolve("users"));
        List<Path> all = List.of(usual, results, parent.resolve("not there"), users);
        assertThat(TemporaryFolder.forLibraries(all, f -> false)).isEqualTo(usual);
        assertThat(TemporaryFolder.forLibraries(all, usual::equals)).isEqualTo(results);
        assertThat(TemporaryFolder.forLibraries(all, List.of(usual, results)::contains)).isEqualTo(users);
        assertThat(TemporaryFolder.forLibraries(all, f -> true)).as("which says why").isEqualTo(usual);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void removesThoseThatNobodyHoldsAndNothingElse() throws IOException {
        Path dead = left("tidemark-temporary-999999999-1");
        Files.createFile(dead.resolve("lock"));
        Path begun = left("tidemark-temporary-999999998-1");
        Path abandoned = left("tidemark-temporary-999999996-1");
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.EPOCH));
        Path somebodys = left("somebody");
        Files.createFile(somebodys.resolve("lock"));
        Path link = Files.createSymbolicLink(parent.resolve("tidemark-temporary-999999997-1"), somebodys);
        try (TemporaryFolder folder = TemporaryFolder.make(parent)) {
            assertThat(dead).doesNotExist();
            assertThat(abandoned).as("its maker was killed before it had a lock").doesNotExist();
            assertThat(begun).as("one that is just being made").exists();
            assertThat(link).exists();
            assertThat(somebodys.resolve("libengine.so")).exists();
            assertThat(folder.path()).exists();
        }
    }

    /** As agents are started. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void severalThreadsMayMakeThemAtTheSameTime() throws Exception {
        for (int i = 0; i < 100; i++) {
            Files.createFile(left("tidemark-temporary-999999999-" + i).resolve("lock"));
        }
        int several = 4;
        CyclicBarrier begin = new CyclicBarrier(several);
        try (ExecutorService threads = Executors.newFixedThreadPool(several)) {
            List<Future<TemporaryFolder>> made = IntStream.range(0, several).mapToObj(i -> threads.submit(() -> {
                begin.await();
                return TemporaryFolder.make(parent);
            })).toList();
            for (Future<TemporaryFolder> each : made) {
                each.get().close();
            }
        }
        assertThat(parent).isEmptyDirectory();
    }
}
