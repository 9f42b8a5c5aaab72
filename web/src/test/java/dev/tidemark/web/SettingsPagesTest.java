package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.time.Clock;
import dev.tidemark.store.StoredDefault;
import dev.tidemark.store.StoredTarget;
import dev.tidemark.web.Browser.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsPagesTest extends AtTheServer {

    private List<StoredDefault> defaults() {
        return served.workbench().store().defaults("ingest");
    }

    @Test
    void defaultsAreStoredShownUsedAndForgotten() throws Exception {
        ada.send("/defaults", "workload", "ingest", "p.workers", "8", "p.service-time", "2000us", "tags",
                "disk-type=ssd");
        assertThat(defaults()).containsExactlyInAnyOrder(new StoredDefault("workers", false, "8"),
                new StoredDefault("service-time", false, "2ms"), new StoredDefault("disk-type", true, "ssd"));
        assertThat(ada.get("/defaults?workload=ingest").body()).containsPattern("id=\"p.workers\"[^>]*value=\"8\"")
                .contains("disk-type=ssd");
        assertThat(ada.get("/new?target=null").body()).containsPattern("id=\"p.workers\"[^>]*placeholder=\"8\"")
                .contains("disk-type=ssd");
        ada.send("/defaults", "workload", "ingest", "p.workers", "4");
        assertThat(defaults()).containsExactly(new StoredDefault("workers", false, "4"));
    }

    @Test
    void ofDefaultsAllAreRightOrNoneIsStored() throws Exception {
        Answer answer = ada.send("/defaults", "workload", "ingest", "p.workers", "8", "p.documents", "some", "tags",
                "nonsense");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"wrong-p.documents\">[^<]*some")
                .containsPattern("id=\"wrong-tags\">[^<]*nonsense").containsPattern("id=\"p.workers\"[^>]*value=\"8\"");
        assertThat(defaults()).isEmpty();
        assertThat(ada.send("/defaults/check", "workload", "ingest", "p.documents", "some").body())
                .containsPattern("id=\"wrong-p.documents\" hx-swap-oob=\"true\">[^<]*some");
    }

    @Test
    void aTargetIsKeptChangedAndRemoved() throws Exception {
        ada.send("/targets", "driver", "null", "name", "slow", "p.service-time", "2ms");
        assertThat(served.workbench().targets().all()).containsExactly(new StoredTarget("slow", "null",
                Map.of("service-time", "2ms")));
        assertThat(ada.get("/targets").body()).contains("service-time 2ms");
        assertThat(ada.get("/targets/named/slow").body()).containsPattern("id=\"p.service-time\"[^>]*value=\"2ms\"");
        ada.send("/targets", "driver", "null", "known", "slow", "p.service-time", "4ms");
        assertThat(served.workbench().targets().named("slow").settings()).containsEntry("service-time", "4ms");
        assertThat(ada.send("/targets", "driver", "null", "name", "slow").body()).contains("already");
        assertThat(ada.send("/targets", "driver", "null", "name", "x", "p.service-time", "long").body())
                .containsPattern("id=\"wrong-p.service-time\">[^<]*long");
        ada.send("/targets/named/slow/remove");
        assertThat(served.workbench().targets().all()).isEmpty();
    }

    @Test
    void aDatasetIsMadeCountedGrownAndDropped() throws Exception {
        ada.send("/datasets", "name", "d", "driver", "null", "keyspaces", "2", "keys", "10", "value-size", "1kB");
        awaited("Created d");
        assertThat(ada.get("/datasets").body()).contains("as filled");
        ada.send("/datasets/d/grow", "keys", "20");
        awaited("Grew d");
        ada.send("/datasets/d/count");
        awaited("Counted d");
        assertThat(ada.get("/datasets/d/drop").body()).contains("Drop d?");
        ada.send("/datasets/d/drop");
        awaited("Dropped d");
        assertThat(served.workbench().datasets().all()).isEmpty();
        assertThat(ada.send("/datasets", "name", "e", "driver", "null", "keys", "many").body())
                .contains("role=\"alert\">keys: ");
    }

    /** Waits until what was begun is over; the test's own time limit ends it. */
    private void awaited(String what) throws Exception {
        Clock clock = Clock.system();
        String page = ada.get("/datasets").body();
        while (page.contains("every 1s")) {
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(50).toNanos());
            page = ada.get("/datasets").body();
        }
        assertThat(page).contains(what + ": ").doesNotContain("class=\"complaint\"");
    }
}
