package dev.tidemark.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed leaves no native library in the folder for temporary files. */
@EnabledOnOs(OS.LINUX)
class NativeLibraryTest {

    @Test
    void isRemovedOnceItIsLoadedAndServesOn(@TempDir Path folder) throws IOException {
        for (String name : List.of("one.db", "two.db")) {
            try (ResultStore store = ResultStore.open(folder.resolve(name))) {
                assertThat(store.labels()).isEmpty();
            }
            try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
                assertThat(maps.filter(line -> line.contains("libsqlitejdbc"))).isNotEmpty()
                        .allMatch(line -> line.endsWith(" (deleted)"));
            }
        }
    }
}
