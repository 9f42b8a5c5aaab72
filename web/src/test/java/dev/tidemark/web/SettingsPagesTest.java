package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.Test;

class SettingsPagesTest extends AtTheServer {

    private static final Pattern SEEN = Pattern.compile("name=\"seen\" value=\"([^\"]*)\"");

    private List<StoredDefault> defaults() {
        return served.workbench().store().defaults("ingest");
    }

    @Test
    void defaultsAreStoredShownUsedAndForgotten() throws Exception {
        ada.send("/defaults", "workload", "ingest", "set.workers", "8", "set.service-time", "2000us", "tags",
                "disk-type=ssd");
        assertThat(defaults()).containsExactlyInAnyOrder(new StoredDefault("workers", false, "8"),
                new StoredDefault("service-time", false, "2ms"), new StoredDefault("disk-type", true, "ssd"));
        assertThat(ada.get("/defaults?workload=ingest").body()).containsPattern("id=\"set.workers\"[^>]*value=\"8\"")
                .contains("disk-type=ssd");
        assertThat(ada.get("/new?target=null").body()).containsPattern("id=\"set.workers\"[^>]*placeholder=\"8\"")
                .contains("disk-type=ssd");
        ada.send("/defaults", "workload", "ingest", "set.workers", "4");
        assertThat(defaults()).containsExactly(new StoredDefault("workers", false, "4"));
    }

    @Test
    void ofDefaultsAllAreRightOrNoneIsStored() throws Exception {
        Answer answer = ada.send("/defaults", "workload", "ingest", "set.workers", "8", "set.documents", "some", "tags",
                "nonsense");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"wrong-set.documents\">[^<]*some")
                .containsPattern("id=\"wrong-tags\">[^<]*nonsense").containsPattern("id=\"set.workers\"[^>]*value=\"8\"");
        assertThat(ada.send("/defaults", "workload", "ingest", "tags", "workers=big").body())
                .containsPattern("id=\"wrong-tags\">[^<]*has the name of a setting");
        assertThat(defaults()).isEmpty();
        assertThat(ada.send("/defaults/check", "workload", "ingest", "set.prepare", "apply.sh {mine}").body())
                .contains("{mine} is no setting");
        assertThat(ada.send("/defaults/check", "workload", "ingest", "set.documents", "some").body())
                .containsPattern("id=\"wrong-set.documents\" hx-swap-oob=\"true\">[^<]*some");
    }

    @Test
    void aTargetIsKeptChangedAndRemoved() throws Exception {
        ada.send("/targets", "driver", "null", "name", "slow", "set.service-time", "2ms");
        assertThat(served.workbench().targets().all()).containsExactly(new StoredTarget("slow", "null",
                Map.of("service-time", "2ms")));
        assertThat(ada.get("/targets").body()).contains("service-time 2ms");
        assertThat(ada.get("/targets/named/slow").body()).containsPattern("id=\"set.service-time\"[^>]*value=\"2ms\"");
        ada.send("/targets", "driver", "null", "known", "slow", "set.service-time", "4ms");
        assertThat(served.workbench().targets().named("slow").settings()).containsEntry("service-time", "4ms");
        assertThat(ada.send("/targets", "driver", "null", "name", "slow").body()).contains("already");
        assertThat(ada.send("/targets", "driver", "null", "name", "x", "set.service-time", "long").body())
                .containsPattern("id=\"wrong-set.service-time\">[^<]*long");
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
    }

    @Test
    void everyWrongFieldOfADatasetIsToldAtOnceAndOnce() throws Exception {
        String[] form = {"name", "../x", "driver", "null", "keyspaces", "some", "keys", "-5", "value-size", "1 pony",
            "seed", "x", "settings", "foo\nnosuch=1\nservice-time=long"};
        Answer answer = ada.send("/datasets", form);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"wrong-name\">A dataset")
                .containsPattern("id=\"wrong-keyspaces\">[^<]*some").containsPattern("id=\"wrong-keys\">[^<]*-5")
                .containsPattern("id=\"wrong-value-size\">[^<]*1 pony").containsPattern("id=\"wrong-seed\">[^<]*x")
                .containsPattern("id=\"wrong-settings\">'foo' is not NAME=VALUE; [^<]*unknown setting 'nosuch'[^<]*long")
                .containsPattern("id=\"value-size\"[^>]*value=\"1 pony\"").containsOnlyOnce("is not NAME=VALUE")
                .doesNotContain("unknown param");
        assertThat(ada.send("/datasets/check", form).body()).containsPattern("id=\"wrong-keys\"[^>]*>[^<]*-5")
                .containsPattern("id=\"wrong-settings\"[^>]*>[^<]*foo").contains("<p id=\"size\" class=\"help\" "
                        + "aria-live=\"polite\"></p>");
        assertThat(ada.send("/datasets/check", "driver", "null").body()).contains("5.00M keys")
                .doesNotContainPattern("id=\"wrong-[^>]*>[^<]");
        assertThat(served.workbench().datasets().all()).isEmpty();
    }

    @Test
    void everyWrongFieldOfATargetIsToldAtOnce() throws Exception {
        Answer answer = ada.send("/targets", "driver", "null", "name", "a b", "set.service-time", "long");
        assertThat(answer.body()).containsPattern("id=\"wrong-name\">A name is 1 to 100")
                .containsPattern("id=\"name\"[^>]*value=\"a b\"")
                .containsPattern("id=\"wrong-set.service-time\">[^<]*long")
                .doesNotContain("role=\"alert\">").doesNotContain("within the same job");
        assertThat(ada.send("/targets", "driver", "null", "name", "rocksdb").body())
                .containsPattern("id=\"wrong-name\">[^<]*name of a driver");
        assertThat(ada.send("/targets/check", "driver", "rocksdb", "set.memtable", "64Mb").body())
                .containsPattern("id=\"wrong-set.memtable\"[^>]*><span class=\"taken\">Taken as 64MB\\.");
    }

    @Test
    void aUrlThatReachesNothingIsToldWithoutWhatIsInIt() throws Exception {
        Answer answer = ada.send("/targets/url", "url", "mongodb://me:Pl4nted@db1/x");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("role=\"alert\">No driver is reached by this URL of mongodb")
                .doesNotContain("Pl4nted");
        assertThat(ada.send("/targets/url", "url", "Pl4nted").body()).contains("This is no URL").doesNotContain("Pl4nted");
        assertThat(ada.get("/targets").body()).contains("Connection URL")
                .doesNotContain("class=\"complaint\"");
    }

    @Test
    void whoComesSecondToATargetKeepsItByPressingOnceMore() throws Exception {
        served.workbench().targets().put("slow", "null", Map.of("service-time", "1ms"));
        Matcher seen = SEEN.matcher(ada.get("/targets/named/slow").body());
        assertThat(seen.find()).isTrue();
        served.workbench().targets().put("slow", "null", Map.of("service-time", "2ms"));
        Answer late = ada.send("/targets", "driver", "null", "known", "slow", "seen", seen.group(1), "set.service-time",
                "3ms");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.body()).containsPattern("id=\"set.service-time\"[^>]*value=\"3ms\"");
        Matcher now = SEEN.matcher(late.body());
        assertThat(now.find()).isTrue();
        ada.send("/targets", "driver", "null", "known", "slow", "seen", now.group(1), "set.service-time", "3ms");
        assertThat(served.workbench().targets().named("slow").settings()).containsEntry("service-time", "3ms");
    }

    @Test
    void aDefaultIsFoundUnderItsDriverAndWhatItIsTakenAsIsSaid() throws Exception {
        String page = ada.get("/defaults?workload=random-io").body();
        assertThat(page).containsOnlyOnce("id=\"set.memtable\"").doesNotContain("within the same job")
                .containsPattern("Driver rocksdb: [^<]*<small class=\"names\">[^<]*memtable");
        assertThat(ada.send("/defaults/check", "workload", "random-io", "set.memtable", "64Mb").body())
                .containsPattern("id=\"wrong-set.memtable\"[^>]*><span class=\"taken\">Taken as 64MB\\.");
        ada.send("/defaults", "workload", "random-io", "set.memtable", "8mb");
        assertThat(served.workbench().store().defaults("random-io"))
                .containsExactly(new StoredDefault("memtable", false, "8MB"));
    }

    @Test
    void aUserWhoIsThereAlreadyIsToldAtTheFieldWhichKeepsTheName() throws Exception {
        Answer answer = ada.send("/users", "name", "rob", "role", "administrator", "password", "short");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"wrong-name\">There is a user rob already\\.")
                .containsPattern("id=\"name\"[^>]*value=\"rob\"")
                .containsPattern("id=\"wrong-password\">A password has")
                .contains("value=\"administrator\" checked").doesNotContain("value=\"short\"");
        Answer reset = ada.send("/users/rob/password", "password", "short");
        assertThat(reset.status()).isEqualTo(400);
        assertThat(reset.body()).contains("<details open>").contains("role=\"alert\">A password has");
        assertThat(served.workbench().accounts().all()).hasSize(2);
    }

    /** Waits until what was begun is over; the test's own time limit ends it. */
    private void awaited(String what) throws Exception {
        Clock clock = Clock.system();
        String page = ada.get("/datasets").body();
        while (page.contains("every 1s")) {
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(50).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
            page = ada.get("/datasets").body();
        }
        assertThat(page).contains(what + ": ").doesNotContain("class=\"complaint\"");
    }
}
