package dev.tidemark.web.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.web.reports.ReportCache.Made;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReportCacheTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final HandClock clock = new HandClock();
    private Workbench workbench;
    private ReportCache cache;
    private int made;

    @BeforeEach
    void open() {
        workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "test", Clock.system());
        cache = new ReportCache(workbench.store(), clock, PATIENCE, Optional.empty(), label -> {
            throw new IllegalStateException("not asked for here");
        });
    }

    @AfterEach
    void close() {
        cache.close();
        workbench.close();
    }

    /** Something more is stored of the label. */
    private void store(String label) {
        Workload ingest = Workloads.named("ingest");
        workbench.store().release(workbench.store().beginBatch(new NewBatch(label, ingest.name(), ingest.objective(),
                "single", "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of(), 1)));
    }

    private Made asked(Supplier<String> making) {
        return cache.comparison(List.of("a", "b"), Optional.empty(), false, List.of("a", "b"), making).orElseThrow();
    }

    private Supplier<String> taking(long seconds) {
        return () -> {
            clock.pass(Duration.ofSeconds(seconds));
            return "page " + ++made;
        };
    }

    private void pass(long seconds) {
        clock.pass(Duration.ofSeconds(seconds));
    }

    @Test
    void whatHasNotChangedIsNotMadeAgain() {
        store("a");
        assertThat(asked(taking(1)).shown().content()).isEqualTo("page 1");
        pass(3600);
        assertThat(asked(taking(1)).shown().content()).isEqualTo("page 1");
        assertThat(asked(taking(1)).asOf()).isEmpty();
    }

    @Test
    void whatIsQuicklyMadeIsAlwaysOfNow() {
        store("a");
        asked(taking(1));
        store("b");
        Made again = asked(taking(1));
        assertThat(again.shown().content()).isEqualTo("page 2");
        assertThat(again.asOf()).isEmpty();
    }

    @Test
    void whatIsNewlyKnownOfDisksAsksForAnotherPage() {
        store("a");
        asked(taking(1));
        workbench.store().addProbe(new DiskProbe(Instant.EPOCH, DiskProbe.Origin.PROBE, List.of(), Map.of()));
        assertThat(asked(taking(1)).shown().content()).isEqualTo("page 2");
    }

    @Test
    void whatTookLongIsShownAsItWasForAsLongAgainAndSaysSo() {
        store("a");
        asked(taking(100));
        store("b");
        pass(99);
        Made again = asked(taking(100));
        assertThat(again.shown().content()).isEqualTo("page 1");
        assertThat(again.asOf()).contains(HandClock.NOON);
        pass(1);
        Made anew = asked(taking(100));
        assertThat(anew.shown().content()).isEqualTo("page 2");
        assertThat(anew.asOf()).isEmpty();
    }

    @Test
    void whatFailedIsToldOnceAndThenTriedAgain() {
        store("a");
        assertThatThrownBy(() -> asked(() -> {
            throw new IllegalStateException("the disk is full");
        })).hasMessage("the disk is full");
        assertThat(asked(taking(1)).shown().content()).isEqualTo("page 1");
    }
}
