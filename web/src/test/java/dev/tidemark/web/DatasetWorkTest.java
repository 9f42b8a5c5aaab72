package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is done to datasets is stopped, gone on with, and not begun unasked beside a measured run. */
@Timeout(300)
class DatasetWorkTest {

    private static final Pattern STOP = Pattern.compile("/datasets/tasks/[0-9]+/stop");

    @TempDir
    private Path folder;

    private Served served;
    private Browser ada;

    @BeforeEach
    void serve() throws Exception {
        served = Served.with(folder);
        ada = served.loggedIn("ada");
        ada.get("/datasets");
    }

    @AfterEach
    void end() {
        assertThat(served.failures()).isEmpty();
        served.close();
    }

    /** Looks until the page says it; the test's own time limit ends it. */
    private String until(Pattern pattern) throws Exception {
        Clock clock = Clock.system();
        while (true) {
            String page = ada.get("/datasets").body();
            if (pattern.matcher(page).find()) {
                return page;
            }
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(50).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }

    @Test
    void whatIsBeingFilledIsStoppedAndGoneOnWith() throws Exception {
        ada.send("/datasets", "name", "d", "driver", "null", "keyspaces", "1", "keys", "5M", "value-size", "100B",
                "settings", "service-time=5ms");
        String running = until(Pattern.compile("of 5.00M keys"));
        Matcher stop = STOP.matcher(running);
        assertThat(stop.find()).isTrue();
        assertThat(running).contains("created by ada").contains("Creating d: ")
                .doesNotContain("not there any more");
        assertThat(ada.get(stop.group()).body()).contains("Stop creating d?");
        ada.send(stop.group());
        String stopped = until(Pattern.compile("every 5s"));
        assertThat(stopped).contains("stopped").contains("filled to ").contains("Go on filling d")
                .doesNotContain("class=\"complaint\"");
        assertThat(ada.send(stop.group()).status()).isEqualTo(409);
        ada.send("/datasets/d/continue");
        Matcher again = STOP.matcher(until(STOP));
        assertThat(again.find()).isTrue();
        ada.send(again.group());
        until(Pattern.compile("every 5s"));
    }

    @Test
    void besideAMeasuredRunItAsksFirst() throws Exception {
        try (MachineLock lock = MachineLock.take("label shards, process 1", false)) {
            Answer asked = ada.send("/datasets", "name", "d", "driver", "null", "keys", "10", "value-size", "1kB");
            assertThat(lock.alongside()).isFalse();
            assertThat(asked.status()).isEqualTo(409);
            assertThat(asked.body()).contains("label shards, process 1").contains("Do it beside that run")
                    .contains("name=\"keys\" value=\"10\"");
            assertThat(served.workbench().datasets().all()).isEmpty();
            ada.send("/datasets", "name", "d", "driver", "null", "keys", "10", "value-size", "1kB", "alongside",
                    "true");
            assertThat(until(Pattern.compile("as filled"))).doesNotContain("not there any more");
            until(Pattern.compile("Created d: 50 keys in 5 keyspaces"));
        }
    }

    @Test
    void howLargeItWillBeIsToldWhileTyping() throws Exception {
        assertThat(ada.send("/datasets/check", "driver", "null", "keyspaces", "2", "keys", "1k", "value-size", "1kB")
                .body()).contains("2.0k keys, 2 MB of values.");
        assertThat(ada.send("/datasets/check", "driver", "null", "keys", "many").body())
                .contains("'many' is not a count");
    }

    @Test
    void whatIsShownAlreadyIsNotSentAgain() throws Exception {
        Answer first = ada.exchange(ada.request("/datasets").header("HX-Request", "true").GET().build());
        Matcher seen = Pattern.compile("seen=([0-9a-f]+)").matcher(first.body());
        assertThat(seen.find()).isTrue();
        assertThat(ada.exchange(ada.request("/datasets?seen=" + seen.group(1)).header("HX-Request", "true").GET()
                .build()).status()).isEqualTo(204);
    }
}
