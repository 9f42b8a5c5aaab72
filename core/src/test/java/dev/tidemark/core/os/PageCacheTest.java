package dev.tidemark.core.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PageCacheTest {

    private static final int SIZE = 1 << 20;

    @TempDir
    Path folder;

    @Test
    void whatWasJustWrittenIsOnTheDiskAndOutOfTheCacheAfterwards() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[SIZE]);
        Path empty = Files.createFile(folder.resolve("empty"));
        assumeTrue(!List.of("tmpfs", "ramfs").contains(Files.getFileStore(file).type()), "the folder is in memory");
        assertThat(PageCache.cachedPages(file)).isEqualTo(SIZE / 4096);
        assertThat(PageCache.drop(List.of(file, empty))).isTrue();
        assertThat(PageCache.cachedPages(file)).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(new byte[SIZE]);
        assertThat(PageCache.cachedPages(file)).isPositive();
    }

    @Test
    void aFileSystemInMemoryIsNeverCold() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory) && Files.getFileStore(memory).type().equals("tmpfs"), "no tmpfs here");
        Path file = Files.createTempFile(memory, "tidemark", "");
        try {
            Files.write(file, new byte[SIZE]);
            assertThat(PageCache.drop(List.of(file))).isFalse();
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aMissingFileIsAnError() {
        assertThatThrownBy(() -> PageCache.drop(List.of(folder.resolve("none")))).isInstanceOf(IOException.class);
    }
}
