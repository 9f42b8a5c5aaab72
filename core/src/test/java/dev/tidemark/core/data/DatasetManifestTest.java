package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.DatasetManifest.Keyspace;
import dev.tidemark.core.param.InvalidInputException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetManifestTest {

    private static final DatasetManifest SMALL = new DatasetManifest(DatasetManifest.FORMAT, "small", "file", 7, 100,
            List.of(new Keyspace(10, 10), new Keyspace(20, 5)), List.of("one"));

    @Test
    void whatIsWrittenIsReadBack(@TempDir Path home) throws IOException {
        SMALL.write(new ManifestFolder(home));
        assertThat(DatasetManifest.read(new ManifestFolder(home))).isEqualTo(SMALL);
        SMALL.withFilled(1, 20).write(new ManifestFolder(home));
        assertThat(DatasetManifest.read(new ManifestFolder(home)).complete()).isTrue();
        assertThat(home).isDirectoryContaining(p -> p.endsWith("dataset.json"));
        assertThat(home.toFile().list()).hasSize(1);
    }

    @Test
    void sumsAreThoseOfAllKeyspaces() {
        assertThat(SMALL.keys()).isEqualTo(30);
        assertThat(SMALL.filled()).isEqualTo(15);
        assertThat(SMALL.bytes()).isEqualTo(3_000);
        assertThat(SMALL.complete()).isFalse();
        assertThat(SMALL.emptied().filled()).isZero();
        assertThat(SMALL.emptied().changedBy()).isEmpty();
    }

    @Property(tries = 200)
    void growingTakesNothingAway(@ForAll @IntRange(min = 1, max = 9) int count, @ForAll @IntRange(min = 1) int keys) {
        DatasetManifest grown = SMALL.grown(count, keys);
        assertThat(grown.keyspaces()).hasSize(Math.max(2, count));
        assertThat(grown.filled()).isEqualTo(15);
        for (int i = 0; i < grown.keyspaces().size(); i++) {
            long before = i < 2 ? SMALL.keyspaces().get(i).keys() : 0;
            assertThat(grown.keyspaces().get(i).keys()).isEqualTo(Math.max(before, keys));
        }
    }

    @Test
    void onlyTheLatestRunsAreRemembered() {
        DatasetManifest changed = SMALL;
        for (int i = 0; i < 2 * DatasetManifest.MOST_CHANGES; i++) {
            changed = changed.changedBy("run " + i);
        }
        assertThat(changed.changedBy()).hasSize(DatasetManifest.MOST_CHANGES).contains("run 100", "run 199")
                .doesNotContain("run 99");
    }

    @Test
    void itIsFoundByNameWhereDriversKeepTheirData(@TempDir Path base) throws IOException {
        assertThat(DatasetManifest.find(base.resolve("nowhere"), "small")).isEmpty();
        SMALL.write(new ManifestFolder(Files.createDirectories(base.resolve("tidemark-b"))));
        new DatasetManifest(DatasetManifest.FORMAT, "other", "lmdb", 1, 100, List.of(), List.of())
                .write(new ManifestFolder(Files.createDirectories(base.resolve("tidemark-a"))));
        assertThat(DatasetManifest.find(base, "small")).contains(SMALL);
        assertThat(DatasetManifest.find(base, "third")).isEmpty();
    }

    @Test
    void aManifestThatIsMissingDamagedOrTooNewIsRefused(@TempDir Path home) throws IOException {
        assertThatThrownBy(() -> DatasetManifest.read(new ManifestFolder(home))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("holds no dataset");
        new DatasetManifest(DatasetManifest.FORMAT + 1, "n", "file", 1, 100, List.of(), List.of()).write(new ManifestFolder(home));
        assertThatThrownBy(() -> DatasetManifest.read(new ManifestFolder(home))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("newer Tidemark");
        Files.writeString(home.resolve("dataset.json"), "{\"format\": ");
        assertThatThrownBy(() -> DatasetManifest.read(new ManifestFolder(home))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is damaged");
    }
}
