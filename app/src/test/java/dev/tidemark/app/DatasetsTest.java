package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.Datasets.Shape;
import dev.tidemark.app.Lab.Watcher;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.plan.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Datasets as a person asks for them, on real files and in real runners. */
@Timeout(300)
class DatasetsTest {

    private static final Shape SMALL = new Shape(2, 100, 512);

    @TempDir
    private Path folder;

    private Lab lab;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private Datasets datasets() {
        return lab.workbench().datasets();
    }

    private String create(String name, String... settings) throws InterruptedException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("io", "buffered"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return datasets().create(name, "file", all, SMALL, 1, new Watcher());
    }

    private Submission plan(String settings) {
        return lab.plan("label: L\nworkload: random-io\ntarget: file\nset: {" + settings + "}\n");
    }

    @Test
    void aDatasetIsKnownUntilItIsDropped() throws Exception {
        assertThat(create("small")).isEqualTo("200 keys in 2 keyspaces");
        assertThat(datasets().named("small").manifest().map(DatasetManifest::complete)).contains(true);
        assertThat(datasets().grow("small", Optional.of(3), Optional.empty(), new Watcher()))
                .isEqualTo("300 keys in 3 keyspaces");
        assertThatThrownBy(() -> datasets().grow("small", Optional.of(2), Optional.empty(), new Watcher()))
                .isInstanceOf(BadInput.class).hasMessageContaining("nothing is taken away");
        assertThatThrownBy(() -> datasets().named("smal")).isInstanceOf(BadInput.class).hasMessageContaining("small");
        Path where = datasets().named("small").place();
        datasets().drop("small", new Watcher());
        assertThat(datasets().all()).isEmpty();
        assertThat(where).doesNotExist();
    }

    @Test
    void whatCouldNotBeBegunIsNotKnown() {
        assertThatThrownBy(() -> datasets().create("large", "file", Map.of("io", "buffered"),
                new Shape(1, 1L << 43, 512), 1, new Watcher())).isInstanceOf(BadInput.class)
                .hasMessageContaining("not enough free space");
        assertThat(datasets().all()).isEmpty();
    }

    @Test
    void twoDatasetsDoNotShareADirectory() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("disk"));
        create("one", "directory", directory.toString());
        assertThatThrownBy(() -> create("two", "directory", directory.toString())).isInstanceOf(BadInput.class)
                .hasMessageContaining("choose another directory");
        assertThat(datasets().all()).extracting(k -> k.where().name()).containsExactly("one");
    }

    @Test
    void aPointTakesOverWhatItsDatasetWasMadeWith() throws Exception {
        create("small");
        Point point = plan("dataset: small").plan().points().getFirst();
        assertThat(point.values().texts()).containsEntry("block-size", "512B").containsEntry("io", "buffered");
        assertThat(plan("dataset: small, io: direct").plan().points().getFirst().values().texts())
                .as("what can be changed").containsEntry("io", "direct");
        assertThatThrownBy(() -> plan("dataset: small, block-size: 8KiB")).isInstanceOf(BadInput.class)
                .hasMessage("block-size: dataset small was made with 512B; only a new dataset can have 8KiB");
        assertThatThrownBy(() -> plan("read-percent: 50")).isInstanceOf(BadInput.class)
                .hasMessageContaining("name one to work on");
    }

    @Test
    void aRunLeavesTheDatasetThere() throws Exception {
        create("small");
        lab.run(plan("dataset: small, read-percent: 50, operations: 200, warm-up: 1ms"), new Watcher());
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE");
        assertThat(datasets().verify("small", new Watcher())).isEqualTo("200 values are as they were stored");
        assertThat(datasets().named("small").manifest().orElseThrow().changedBy()).hasSize(1);
    }
}
