package dev.tidemark.core.os;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With folders that look like those of control groups; the real one is tried with a real server. */
class GroupPageCacheTest {

    @TempDir
    private Path folder;

    private Path group(String name, String stat) throws IOException {
        Path group = Files.createDirectories(folder.resolve(name));
        Files.writeString(group.resolve("memory.stat"), stat);
        return group;
    }

    @Test
    void theOlderVersionIsToldToForceAndTheNewerToReclaimAllThatIsCached() throws IOException {
        Path older = group("tidemark-1", "cache 1000\nrss 900000000\n");
        Files.writeString(older.resolve("memory.force_empty"), "");
        assertThat(GroupPageCache.drop(older)).isTrue();
        assertThat(older.resolve("memory.force_empty")).hasContent("0");
        Path newer = group("tidemark-2", "anon 900000000\nfile 2000\n");
        Files.writeString(newer.resolve("memory.reclaim"), "");
        assertThat(GroupPageCache.drop(newer)).isTrue();
        assertThat(newer.resolve("memory.reclaim")).hasContent("2000");
    }

    @Test
    void whatIsStillCachedIsNotEmptied() throws IOException {
        Path group = group("tidemark-1", "cache 900000000\n");
        Files.writeString(group.resolve("memory.force_empty"), "");
        assertThat(GroupPageCache.drop(group)).isFalse();
        assertThat(GroupPageCache.drop(group("tidemark-2", "nothing known\n"))).isFalse();
        assertThat(GroupPageCache.drop(folder.resolve("tidemark-3"))).isFalse();
    }

    @Test
    void whereTheKernelCannotBeToldNothingWasDone() throws IOException {
        assertThat(GroupPageCache.drop(group("tidemark-1", "anon 5\nfile 2000\n"))).isFalse();
    }

    @Test
    void groupsOfOthersAreLeftAlone() throws IOException {
        Path others = group("user.slice", "cache 1000\n");
        Files.writeString(others.resolve("memory.force_empty"), "");
        assertThat(GroupPageCache.drop(others)).isFalse();
        assertThat(others.resolve("memory.force_empty")).isEmptyFile();
    }
}
