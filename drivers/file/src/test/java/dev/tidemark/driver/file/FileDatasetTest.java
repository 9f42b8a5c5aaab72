package dev.tidemark.driver.file;

import static dev.tidemark.driver.file.Datasets.ended;
import static dev.tidemark.driver.file.Datasets.results;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.DatasetRequest.Action;
import dev.tidemark.core.run.RunEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets made, grown, looked at and dropped on real files. */
class FileDatasetTest {

    @TempDir
    private Path folder;

    private Datasets datasets() {
        return new Datasets(folder.resolve("set"));
    }

    private void done(List<RunEvent> events, String answer) {
        assertThat(Datasets.answer(events)).isEqualTo(answer);
    }

    @Test
    void everyValueIsThereAndCertified() {
        done(datasets().carryOut(Action.CREATE, 2, 300), "600 keys in 2 keyspaces");
        List<RunEvent> counted = datasets().carryOut(Action.COUNT, 1, 1);
        done(counted, "600 keys");
        assertThat(results(counted)).containsExactly("keyspace 0\t300", "keyspace 1\t300", "total\t600");
        done(datasets().carryOut(Action.VERIFY, 1, 1), "600 values are as they were stored");
    }

    @Test
    void growingKeepsWhatIsThere() throws IOException {
        datasets().carryOut(Action.CREATE, 1, 100);
        byte[] before = Files.readAllBytes(datasets().keyspace(0));
        done(datasets().carryOut(Action.GROW, 3, 200), "600 keys in 3 keyspaces");
        assertThat(Files.readAllBytes(datasets().keyspace(0))).hasSize(200 * Datasets.BLOCK).startsWith(before);
        done(datasets().carryOut(Action.VERIFY, 1, 1), "600 values are as they were stored");
    }

    @Test
    void aStoppedCreationGoesOnWhereItStopped() throws IOException {
        assertThat(ended(datasets().carryOut(Action.CREATE, 2, 3000, true)).state()).isEqualTo(IterationState.STOPPED);
        long filled = DatasetManifest.read(new ManifestFolder(datasets().dataDirectory())).filled();
        assertThat(filled).isBetween(1L, 5999L);
        overwrite(0); // what was filled is not filled again
        done(datasets().carryOut(Action.CREATE, 2, 3000), "6000 keys in 2 keyspaces");
        assertThat(ended(datasets().carryOut(Action.VERIFY, 1, 1)).verdict())
                .isEqualTo("1 of 6000 values are not what was stored");
    }

    private void overwrite(long key) throws IOException {
        try (FileChannel file = FileChannel.open(datasets().keyspace(0), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}), key * Datasets.BLOCK + 100);
        }
    }

    @Test
    void aCorruptedValueIsFoundAndNamed() throws IOException {
        datasets().carryOut(Action.CREATE, 1, 50);
        overwrite(7);
        List<RunEvent> verified = datasets().carryOut(Action.VERIFY, 1, 1);
        assertThat(ended(verified)).isEqualTo(new RunEvent.Ended(0, IterationState.FAILED,
                "1 of 50 values are not what was stored"));
        assertThat(results(verified)).containsExactly("keyspace 0, key 7: the value is damaged");
        done(datasets().carryOut(Action.REFILL, 1, 1), "50 keys in 1 keyspace");
        done(datasets().carryOut(Action.VERIFY, 1, 1), "50 values are as they were stored");
    }

    @Test
    void anotherShapeIsRefused() {
        datasets().carryOut(Action.CREATE, 1, 50);
        assertThat(ended(datasets().carryOut(Action.CREATE, 1, 60)).verdict()).contains("in another shape");
        done(datasets().carryOut(Action.CREATE, 1, 50), "50 keys in 1 keyspace");
    }

    @Test
    void withoutRoomNothingIsMade() {
        assertThat(ended(datasets().carryOut(Action.CREATE, 1, 1L << 43)).verdict())
                .startsWith("not enough free space");
        assertThat(datasets().dataDirectory()).doesNotExist();
    }

    /**
     * Values fill their blocks, so that those of another size are refused: after that nothing stands in the way of the
     * right one.
     */
    @Test
    void whatIsRefusedLeavesNoDataset() {
        Datasets wrong = new Datasets(datasets().folder(), Map.of("block-size", "64KiB"));
        assertThat(ended(wrong.carryOut(Action.CREATE, 1, 10)).verdict()).contains("need a block-size of 512B");
        assertThat(datasets().dataDirectory()).doesNotExist();
        done(datasets().carryOut(Action.CREATE, 1, 10), "10 keys in 1 keyspace");
    }

    @Test
    void droppingLeavesWhatTidemarkDidNotMake() throws IOException {
        datasets().carryOut(Action.CREATE, 2, 50);
        Path mine = Files.writeString(datasets().dataDirectory().resolve("notes.txt"), "mine");
        done(datasets().carryOut(Action.DROP, 1, 1), "dropped");
        assertThat(datasets().dataDirectory()).isDirectoryContaining(p -> p.equals(mine));
        assertThat(datasets().dataDirectory().toFile().list()).containsExactly("notes.txt");
        assertThat(ended(datasets().carryOut(Action.DROP, 1, 1)).verdict()).contains("holds no dataset");
    }
}
