package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The old manual's sections 4 and 5: default values, the first test, its status and its report. */
@ByTurns(days = 10, heldBy = {"SettingsPagesTest", "JobFormTest", "JobPagesTest"})
class DefaultsAndFirstTestTest extends InTheBrowser {

    private Pages ada;

    @BeforeEach
    void logIn() {
        ada = loggedIn("ada");
    }

    private void saveDefaults() {
        ada.go("Defaults");
        ada.fill("tags", "host-count=1\nhost-type=ml.medium\nfile-system-format=ext3\ndisk-type=EBS");
        ada.set("documents", "2400").set("think-time", "15ms").set("payload", "10kB").set("batch-size", "1")
                .set("source", "generate").set("workers", "4").set("warm-up", "none")
                .set("shards", "1").set("memtable", "16MB").set("compaction-ratio", "2").set("blind-insert", "true")
                .set("background-io-limit", "unlimited").set("directory", folder().resolve("space").toString());
        ada.press("Save");
    }

    @Test
    void defaultsAreSetOnceAndEveryJobStartsFromThem() {
        saveDefaults();
        assertThat(ada.said()).hasText("Saved: 17 defaults of ingest are yours.");
        ada.go("Defaults");
        assertThat(ada.field("tags"))
                .hasValue("disk-type=EBS\nfile-system-format=ext3\nhost-count=1\nhost-type=ml.medium");
        assertThat(ada.field("set.compaction-ratio")).hasValue("2");

        ada.newJob("rocksdb");
        assertThat(ada.forecast()).containsText("1 iteration, 2.4k documents, 24 MB");
        for (Map.Entry<String, String> shown : Map.of("documents", "2400", "payload", "10kB", "memtable", "16MB",
                "compaction-ratio", "2", "workers", "4").entrySet()) {
            assertThat(ada.field("set." + shown.getKey())).hasAttribute("placeholder", shown.getValue());
        }
        assertThat(ada.field("set.blind-insert").locator("option").first()).hasText("default (true)");
        assertThat(ada.field("tags")).hasAttribute("placeholder",
                "disk-type=EBS file-system-format=ext3 host-count=1 host-type=ml.medium");
    }

    @Test
    void aDefaultThatCannotBeIsToldBesideItsFieldAndNoneIsStored() {
        ada.go("Defaults");
        ada.set("batch-size", "10").set("shards", "banana");
        assertThat(ada.wrong("set.shards")).containsText("banana");
        ada.set("payload", "-1");
        assertThat(ada.wrong("set.payload")).not().isEmpty();
        ada.press("Save");
        assertThat(ada.wrong("set.shards")).containsText("banana");
        assertThat(ada.field("set.batch-size")).hasValue("10");
        assertThat(served().workbench().store().defaults("ingest")).isEmpty();
        forgive("400");
    }

    @Test
    void theFirstTestIsCreatedRunWatchedToItsEndAndItsReportRead() {
        saveDefaults();
        ada.go("Jobs");
        ada.press("Switch it off");

        ada.newJob("rocksdb").fill("label", "ml.medium");
        long job = ada.queue("ml.medium");
        ada.go("Jobs");
        assertThat(ada.at("#listing")).containsText("Scheduled processing is off");
        ada.at("#menu-" + job).click();
        ada.press("Run now: job " + job);
        assertThat(ada.said()).hasText("Job " + job + ", ml.medium, is next, as soon as the machine is free.");

        ada.go("Status");
        assertThat(ada.heading()).hasText("ml.medium");
        assertThat(ada.pairs()).containsEntry("host-type", "ml.medium").containsEntry("file-system-format", "ext3")
                .containsEntry("disk-type", "EBS").containsEntry("host-count", "1").containsEntry("payload", "10kB")
                .containsEntry("compaction-ratio", "2").hasEntrySatisfying("directory",
                directory -> assertThat(directory).contains("space"));
        assertThat(ada.at("[data-v=stored]")).containsText("of 2.4k documents");
        assertThat(ada.at("[data-v=volume]")).containsText("of 24 MB");
        assertThat(ada.at("[data-v=backlog]")).containsText("due operations");
        assertThat(ada.at("[data-v=in-flight]")).containsText("operation");
        assertThat(ada.at("[data-v=waiting]")).hasText("0");
        assertThat(ada.at("[data-chart=rate] svg")).isVisible();
        ada.watchToTheEnd(job, "ml.medium");

        ada.go("Reports");
        Map<String, String> line = ada.rows(ada.at("#listing table")).getFirst();
        assertThat(line).containsEntry("label", "ml.medium");
        assertThat(line.get("of")).contains("1 iteration");
        assertThat(line.get("says")).startsWith("measured");
        assertThat(line.get("started")).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");

        ada.report("ml.medium");
        List<Map<String, String>> rows = ada.rows(ada.allSettings());
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().keySet()).startsWith("Duration", "Compaction write", "Flush write",
                "WAL write", "Total write", "On disk size", "Memtable size", "Documents",
                "SST files written");
        assertThat(rows.getFirst()).containsEntry("Documents", "2400");
        assertThat(ada.main()).containsText("disk-type");
    }
}
