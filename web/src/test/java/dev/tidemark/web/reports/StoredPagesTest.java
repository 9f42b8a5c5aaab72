package dev.tidemark.web.reports;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.web.reports.ReportCache.Shown;
import dev.tidemark.web.reports.ReportPages.Offer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredPagesTest {

    private static final String LABEL = "demo";
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final NextStep STEP = new NextStep(NextStep.Kind.BEYOND, "16 may be better.", "Try 16",
            Map.of("batch-size", List.of("8", "16")), Map.of("documents", "100"), 3, true, "-more");

    @TempDir
    private Path folder;

    private final HandClock clock = new HandClock();
    private Workbench workbench;
    private ResultStore store;
    private int made;

    @BeforeEach
    void open() {
        workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "test", Clock.system());
        store = workbench.store();
        Workload ingest = Workloads.named("ingest");
        store.release(store.beginBatch(new NewBatch(LABEL, ingest.name(), ingest.objective(), "single",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of(), 1)));
    }

    @AfterEach
    void close() {
        workbench.close();
    }

    private StoredPages build(String name) {
        return new StoredPages(store, clock, PATIENCE, Optional.of(name));
    }

    private Supplier<Shown> taking(long millis) {
        return () -> {
            clock.pass(Duration.ofMillis(millis));
            return new Shown("page " + ++made + " of <ümlaut>", true, List.of(new Offer("HTML", "/as/html")), List.of(STEP));
        };
    }

    @Test
    void whatTookLongIsKeptWhole() {
        Shown first = build("1").of(LABEL, "results", taking(1001));
        assertThat(build("1").of(LABEL, "results", taking(1001))).isEqualTo(first);
        assertThat(made).isEqualTo(1);
    }

    @Test
    void whatIsQuicklyMadeIsNotKept() {
        build("1").of(LABEL, "results", taking(1000));
        build("1").of(LABEL, "results", taking(1000));
        assertThat(made).isEqualTo(2);
    }

    @Test
    void otherResultsOrProgramsAskForAnotherPage() {
        build("1").of(LABEL, "results", taking(5000));
        build("1").of(LABEL, "more results", taking(5000));
        assertThat(made).isEqualTo(2);
        build("2").of(LABEL, "more results", taking(5000));
        assertThat(made).isEqualTo(3);
        build("2").of(LABEL, "more results", taking(5000));
        assertThat(made).isEqualTo(3);
    }

    @Test
    void anUnknownProgramKeepsNothing() {
        StoredPages unknown = new StoredPages(store, clock, PATIENCE, Optional.empty());
        unknown.of(LABEL, "results", taking(5000));
        unknown.of(LABEL, "results", taking(5000));
        assertThat(made).isEqualTo(2);
    }

    @Test
    void whatCannotBeReadIsMadeAnew() {
        build("1").of(LABEL, "results", taking(5000));
        store.savePage(LABEL, "results\n1", new byte[] {31, 7});
        build("1").of(LABEL, "results", taking(5000));
        assertThat(made).isEqualTo(2);
    }
}
