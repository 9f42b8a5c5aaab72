package dev.tidemark.store.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.StoreCheck;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.NewJob;
import dev.tidemark.store.transfer.ImportSummary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelMarksTest {

    private static final StoredHeadline.Body BODY = new StoredHeadline.Body("clear winner", "Use shards 2.", "rocksdb",
            2, new StoredHeadline.Trend("s over 2 iterations", "s", List.of(1.5, 2.0)),
            List.of(new StoredHeadline.Section("demo-shards", "exploratory", "Best of 2.")),
            new StoredHeadline.Expected(3, 1, List.of("Missed: it is slow.")));

    @TempDir
    private Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private ResultStore store;
    private long batch;

    @BeforeEach
    void open() {
        store = ResultStore.open(folder.resolve("store.db"), clock);
        batch = store.beginBatch(Samples.batch("demo", 2));
        Samples.write(store, batch, 0, 0);
        store.release(batch);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private LabelMark mark(ResultStore of, String label) {
        return of.labels().stream().filter(l -> l.label().equals(label)).map(LabelSummary::mark).findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsSaidOfALabelIsListedWithIt() {
        assertThat(mark(store, "demo")).isEqualTo(LabelMark.NONE);
        store.mark("demo", m -> m.withNote(" first\r\nsecond ").pinned(true));
        assertThat(mark(store, "demo")).isEqualTo(new LabelMark("first\nsecond", true, false));
        assertThat(store.mark("demo", m -> m.archived(true)).pinned()).isTrue();
        assertThatThrownBy(() -> store.mark("dem", m -> m)).hasMessageContaining("did you mean 'demo'");
        for (String wrong : List.of("x".repeat(LabelMark.LONGEST_NOTE + 1), "bell \u0007", "turned \u202E")) {
            assertThatThrownBy(() -> store.mark("demo", m -> m.withNote(wrong)))
                    .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("note: ");
        }
        assertThat(mark(store, "demo").note()).isEqualTo("first\nsecond");
    }

    @Test
    void aPageIsFoundByWhatItWasMadeFrom() {
        store.savePage("demo", "one", new byte[] {1});
        assertThat(store.page("demo", "one")).hasValue(new byte[] {1});
        assertThat(store.page("demo", "two")).isEmpty();
        store.savePage("demo", "two", new byte[] {2});
        assertThat(store.page("demo", "one")).as("of before").isEmpty();
        assertThat(store.page("demo", "two")).hasValue(new byte[] {2});
        store.rename("demo", "other");
        assertThat(store.page("demo", "two")).isEmpty();
        assertThat(store.page("other", "two")).as("which names the label as it was").isEmpty();
        store.savePage("nothing", "one", new byte[] {1});
        assertThat(store.page("nothing", "one")).as("of a label that is not there").isEmpty();
    }

    @Test
    void whatIsKnownOfDisksChangesTheirStamp() {
        String before = store.probesStamp();
        Samples.write(store, batch, 1, 0);
        assertThat(store.probesStamp()).isEqualTo(before);
        store.addProbe(new DiskProbe(Samples.START, DiskProbe.Origin.PROBE, List.of(), Map.of()));
        assertThat(store.probesStamp()).isNotEqualTo(before);
    }

    @Test
    void theStampOfDisksChangesThoughTheNumberOfADeletedRunComesAgain() {
        long first = randomIo(7000);
        String before = store.probesStamp();
        store.delete("io");
        assertThat(randomIo(9000)).isEqualTo(first);
        assertThat(store.probesStamp()).isNotEqualTo(before);
    }

    private long randomIo(double reads) {
        long io = store.beginBatch(new NewBatch("io", "random-io", "reads-per-second", "single", "", "hash", 1, "1",
                MeasureSet.of(), Map.of(), 1));
        long id = store.beginIteration(Samples.iteration(io, 0, 0, 1));
        store.endIteration(id, IterationState.DONE, "", List.of(MeasuredValue.of("reads-per-second", reads)));
        store.release(io);
        return id;
    }

    @Test
    void aHeadlineIsKeptWithTheResultsThatItIsOf() {
        assertThat(store.headline("demo")).isEmpty();
        StoredHeadline headline = new StoredHeadline(store.stamp("demo"), Samples.START, BODY);
        store.keep("demo", headline);
        assertThat(store.headline("demo")).contains(headline);
        Samples.write(store, batch, 1, 0);
        assertThat(store.headline("demo").orElseThrow().stamp()).isNotEqualTo(store.stamp("demo"));
        store.keep("nothing", headline);
        assertThat(store.headline("nothing")).as("of a label that is not there").isEmpty();
    }

    @Test
    void whatIsDeletedLeavesNothing() {
        store.mark("demo", m -> m.pinned(true));
        store.keep("demo", new StoredHeadline("", Samples.START, BODY));
        store.delete("demo");
        store.release(store.beginBatch(Samples.batch("demo", 1)));
        assertThat(mark(store, "demo")).isEqualTo(LabelMark.NONE);
        assertThat(store.headline("demo")).isEmpty();
    }

    @Test
    void allThatRefersToALabelIsRenamedWithIt() {
        Job job = store.jobs().add(job("demo", "label: demo\nworkload: ingest\n"));
        store.mark("demo", m -> m.withNote("kept"));
        var before = store.label("demo").orElseThrow().iterations();

        store.rename("demo", "nightly: 'a'");

        assertThat(store.label("demo")).isEmpty();
        assertThat(store.label("nightly: 'a'").orElseThrow().iterations()).isEqualTo(before);
        assertThat(mark(store, "nightly: 'a'").note()).isEqualTo("kept");
        Job renamed = store.jobs().find(job.id()).orElseThrow();
        assertThat(renamed.label()).isEqualTo("nightly: 'a'");
        assertThat(renamed.what().yaml()).contains("nightly: 'a'").contains("workload: ingest");
        assertThat(store.damage()).isEmpty();
        assertThat(StoreCheck.of(store.file(), (done, all) -> { }).damage()).isEmpty();
    }

    @Test
    void aNameThatIsTakenOrNoneIsRefusedAndNothingChanges() {
        store.release(store.beginBatch(Samples.batch("other", 1)));
        store.jobs().add(job("queued", "label: queued\nworkload: ingest\n"));
        assertThatThrownBy(() -> store.rename("demo", "other")).isInstanceOf(ConflictException.class)
                .hasMessage("there is a label other already; choose another name");
        assertThatThrownBy(() -> store.rename("demo", "queued")).isInstanceOf(ConflictException.class)
                .hasMessageContaining("makes a label queued");
        for (String none : List.of("", " ", " x", "a\nb", "x".repeat(201), "turned \u202E")) {
            assertThatThrownBy(() -> store.rename("demo", none)).as(none).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("label: ");
        }
        assertThatThrownBy(() -> store.rename("dmo", "x")).hasMessageContaining("did you mean 'demo'");
        long running = store.beginBatch(Samples.batch("runs", 1));
        assertThatThrownBy(() -> store.rename("runs", "x")).isInstanceOf(ConflictException.class)
                .hasMessageContaining("is being run");
        store.release(running);
        assertThat(store.labels()).extracting(LabelSummary::label).contains("demo", "other", "runs");
    }

    @Test
    void whatIsSaidTravelsWithTheResultsAndReplacesNothing() {
        store.mark("demo", m -> new LabelMark("from here", true, true));
        Path zip = folder.resolve("results.zip");
        store.export(List.of("demo"), zip);
        try (ResultStore other = ResultStore.open(folder.resolve("other.db"), clock)) {
            other.importZip(zip);
            assertThat(mark(other, "demo")).isEqualTo(new LabelMark("from here", true, true));
            other.mark("demo", m -> m.withNote("own"));
            other.rename("demo", "renamed");
            assertThat(other.importZip(zip)).as("known under the label that it has by now")
                    .isEqualTo(new ImportSummary(List.of("renamed"), 0, 1));
            assertThat(mark(other, "renamed").note()).isEqualTo("own");
            assertThat(other.labels()).hasSize(1);
        }
    }

    private static NewJob job(String label, String yaml) {
        return new NewJob(label, "ingest", yaml, Map.of(), "hash", "ann", 1, 0, 0, Optional.empty(), false, true,
                Optional.empty());
    }
}
