package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Targets are looked at, defaults given up, two administrators do not undo each other, and a run is stopped. */
@Timeout(300)
class SettingsShelfTest {

    @TempDir
    private Path folder;

    @Test
    void aTargetTellsWhetherItCanBeReached() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            ada.get("/targets");
            served.workbench().targets().put("there", "null", Map.of("service-time", "1ms"));
            ada.send("/targets/named/there/reach");
            assertThat(ada.get("/targets").body()).containsPattern("role=\"status\">reached</span>");
            assertThat(ada.send("/targets/named/nowhere/reach").status()).isEqualTo(404);
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void defaultsAreGivenUpOneByOneOrAll() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            served.workbench().store().setDefault("ingest", new StoredDefault("workers", false, "8"));
            served.workbench().store().setDefault("ingest", new StoredDefault("disk-type", true, "ssd"));
            assertThat(ada.get("/defaults?workload=ingest").body()).contains("Yours").contains("Reset workers");
            assertThat(ada.get("/defaults/reset?workload=ingest&name=workers").body()).contains("Reset workers?");
            ada.send("/defaults/reset?workload=ingest&name=workers");
            assertThat(served.workbench().store().defaults("ingest")).extracting(StoredDefault::name)
                    .containsExactly("disk-type");
            ada.send("/defaults/reset?workload=ingest");
            assertThat(served.workbench().store().defaults("ingest")).isEmpty();
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void whoComesSecondIsToldOfWhatWasChangedMeanwhile() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            Matcher seen = Pattern.compile("name=\"seen\" value=\"([^\"]*)\"")
                    .matcher(ada.get("/defaults?workload=ingest").body());
            assertThat(seen.find()).isTrue();
            served.workbench().store().setDefault("ingest", new StoredDefault("workers", false, "8"));
            Answer late = ada.send("/defaults", "workload", "ingest", "seen", seen.group(1), "set.documents", "7k");
            assertThat(late.status()).isEqualTo(409);
            assertThat(late.body()).contains("Somebody else has changed these defaults")
                    .containsPattern("id=\"set.documents\"[^>]*value=\"7k\"");
            assertThat(served.workbench().store().defaults("ingest")).extracting(StoredDefault::name)
                    .containsExactly("workers");
        }
    }

    @Test
    void anAdministratorStopsARunAndAReaderCannot() throws Exception {
        try (Served served = Served.with(folder)) {
            served.workbench().jobs().submit("label: long\nworkload: ingest\ntarget: 'null'\n"
                    + "set: {documents: 10M, workers: 2, warm-up: none, service-time: 1ms}\nplan: {fork: none}\n",
                    "ada",
                    new JobOptions(false, true, Optional.empty()));
            served.processor().start();
            Browser ada = served.loggedIn("ada");
            String stop = until(ada, "/status", Pattern.compile("/status/[0-9]+/stop"));
            assertThat(served.loggedIn("rob").get("/status").body()).doesNotContain(stop);
            assertThat(ada.get(stop).body()).contains("Stop long?").contains("Job 1 ends as cancelled");
            ada.send(stop);
            until(ada, "/jobs", Pattern.compile("stopped; what was measured is kept"));
            assertThat(served.failures()).isEmpty();
        }
    }

    private static String until(Browser browser, String path, Pattern pattern) throws Exception {
        Clock clock = Clock.system();
        while (true) {
            Matcher found = pattern.matcher(browser.get(path).body());
            if (found.find()) {
                return found.group();
            }
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(100).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }
}
