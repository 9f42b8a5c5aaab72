package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
class StatusPagesTest {

    @TempDir
    private Path folder;

    private static JsonNode data(Browser browser, String query) throws Exception {
        return JsonMapper.shared().readTree(browser.get("/status/data" + query).body());
    }

    /** Asks again and again until something is so; the test's own time limit ends it. */
    private static JsonNode await(Browser browser, Predicate<JsonNode> condition) throws Exception {
        Clock clock = Clock.system();
        while (true) {
            JsonNode data = data(browser, "");
            if (condition.test(data)) {
                return data;
            }
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(100).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }

    @Test
    void beforeAnythingWasRunThePageSaysSo() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser rob = served.loggedIn("rob");
            assertThat(rob.get("/status").body()).contains("Nothing was ever run on this store");
            assertThat(data(rob, "").get("stamp").asString()).isEmpty();
            assertThat(rob.get("/status/events").body()).startsWith("data: {").endsWith("\n\n");
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void aRunIsFollowedByAnyNumberOfReaders() throws Exception {
        try (Served served = Served.with(folder)) {
            served.workbench().jobs().submit("""
                    label: followed
                    workload: ingest
                    target: 'null'
                    tags: {disk-type: EBS}
                    set: {documents: 1M, payload: 100, workers: 2, warm-up: none, service-time: 1ms}
                    vary: {batch-size: [1, 2]}
                    plan: {order: given, fork: none}
                    """, "ada", new JobOptions(false, true, Optional.empty()));
            served.processor().start();
            Browser rob = served.loggedIn("rob");
            JsonNode data = await(rob, d -> d.path("points").size() > 2 && d.path("values").has("rate"));

            assertThat(data.get("cells").get(0).asString()).isEqualTo("running");
            assertThat(data.get("cells").get(1).asString()).isEmpty();
            assertThat(data.get("values").get("standing").asString()).isEqualTo("0 of 2 iterations done.");
            assertThat(data.get("values").get("stored").asString()).contains(" of 1.00M documents");
            assertThat(data.get("values").get("p99").asString()).endsWith(" ms");

            String page = rob.get("/status").body();
            assertThat(page).contains("followed", "disk-type", "EBS", "batch-size 1", "service-time");
            int points = data.get("points").size();
            JsonNode later = data(rob, "?iteration=" + data.get("iteration").asLong() + "&points=" + points);
            assertThat(later.get("from").asInt()).as("windows that may get late parts come again")
                    .isEqualTo(Math.max(0, points - 60));

            Browser ada = served.loggedIn("ada");
            Answer events = ada.get("/status/events");
            assertThat(events.header("Content-Type")).startsWith("text/event-stream");
            assertThat(events.body()).contains("\"stamp\":\"" + data.get("stamp").asString() + "\"");
            assertThat(ada.get("/").body()).contains("followed").contains("is running");
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void theFewMillisecondsWithWhichALoadEndsAreNotDrawnAsACollapse() throws Exception {
        try (Served served = Served.with(folder)) {
            Stored.cutShort(served.workbench().store(), "short", 4);
            Browser rob = served.loggedIn("rob");
            JsonNode points = data(rob, "").get("points");
            assertThat(points).hasSize(4).allSatisfy(p -> assertThat(p.get(2).asDouble()).isEqualTo(1000));
            rob.get("/reports/short");
            assertThat(rob.get("/reports").body()).contains("Throughput over 4 intervals: from 1k to 1k");
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void aRunThatOnlyTimeEndsSaysHowFarItIs() throws Exception {
        try (Served served = Served.with(folder)) {
            served.workbench().jobs().submit("""
                    label: timed
                    workload: ingest
                    target: 'null'
                    set: {documents: auto, duration: 100s, payload: 100, workers: 1, warm-up: none, service-time: 1ms}
                    plan: {fork: none}
                    """, "ada", new JobOptions(false, true, Optional.empty()));
            served.processor().start();
            Browser rob = served.loggedIn("rob");
            JsonNode values = await(rob, d -> d.path("values").path("done").asString("").endsWith(" %")
                    && !d.path("values").path("done").asString("").equals("0 %")).get("values");
            assertThat(values.get("phase").asString()).matches("measure, \\d:\\d\\d of 1:40");
            assertThat(values.get("left").asString()).matches("1:\\d\\d");
            assertThat(values.get("elapsed").asString()).matches("\\d:\\d\\d");
            assertThat(values.get("stored").asString()).endsWith(" documents").doesNotContain(" of ");
            assertThat(rob.get("/status").body()).contains("done of this iteration", "left of the whole run");
            assertThat(served.failures()).isEmpty();
        }
    }
}
