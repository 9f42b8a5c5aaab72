package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testing.ByTurns;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The old manual's sections 6 and 7: two file systems and two disks are told apart by tags, under one label. */
@ByTurns(days = 10, heldBy = {"FileSystemCompareTest", "ReportPagesTest"})
class FileSystemsComparedTest extends InTheBrowser {

    private static final String LABEL = "file-system-compare";

    private Pages ada;

    @BeforeEach
    void logIn() {
        ada = loggedIn("ada");
        ada.go("Defaults");
        ada.fill("tags", "disk-type=EBS\nfile-system-format=ext4").press("Save");
    }

    /** Asks for a run in so many rounds, as if the disk had been formatted so. @return the job's number */
    private long ask(String fileSystem, String disk, int rounds, String serviceTime) {
        return submit("""
                label: file-system-compare
                workload: ingest
                target: 'null'
                tags: {file-system-format: %s, disk-type: %s}
                set: {documents: 100, payload: 1kB, warm-up: none, service-time: %s}
                plan: {repeat: %s, fork: none}
                """.formatted(fileSystem, disk, serviceTime, rounds));
    }

    @Test
    void theReportNamesTheBetterFileSystemAndTheBetterDisk() {
        ada.newJob("null").fill("label", LABEL).fill("plan.repeat", "2").fill("plan.fork", "none")
                .fill("tags", "file-system-format=ext4\ndisk-type=EBS");
        ada.set("documents", "100").set("payload", "1kB").set("warm-up", "none").set("service-time", "1ms");
        ada.queue(LABEL);
        ada.watchToTheEnd(ask("xfs", "EBS", 2, "1ms"), LABEL);
        ada.report(LABEL);
        String best = ada.column(ada.allSettings(), "file-system-format").getFirst();
        assertThat(ada.column(ada.allSettings(), "file-system-format")).containsExactlyInAnyOrder("ext4", "xfs");
        assertThat(ada.at(".answer")).containsText("ile-system-format " + best);
        assertThat(ada.at("#effects")).containsText("file-system-format");
        assertThat(ada.pair("disk-type")).hasText("EBS");

        ask("ext4", "PIOPS-4000", 2, "1ms");
        ada.watchToTheEnd(ask("xfs", "PIOPS-4000", 2, "1ms"), LABEL);
        ada.go("Reports");
        assertThat(ada.rows(ada.at("#listing table")).getFirst().get("of")).contains("8 iterations");
        ada.report(LABEL);
        assertThat(ada.rows(ada.allSettings())).hasSize(4);
        for (String others : new String[] {"others at their best values", "others at their defaults"}) {
            assertThat(ada.column(ada.table("Varying file-system-format, " + others), "file-system-format"))
                    .containsExactlyInAnyOrder("ext4", "xfs");
            assertThat(ada.column(ada.table("Varying disk-type, " + others), "disk-type"))
                    .containsExactlyInAnyOrder("EBS", "PIOPS-4000");
        }
        // The defaults are those that were saved, not the settings of the job that ran last.
        assertThat(ada.at("#method details").last()).containsText("4 experiments");
    }

    /**
     * In place of a slower disk stands a target that takes longer. The jobs ran one after the other, so the report says
     * how large the difference was, and that nothing is known of how sessions differ.
     */
    @Test
    void theAnswerSaysHowLargeTheDifferenceIsAndThatTheRunsWereNotInterleaved() {
        ask("xfs", "EBS", 5, "20ms");
        ada.watchToTheEnd(ask("ext4", "EBS", 5, "1ms"), LABEL);
        ada.report(LABEL);
        assertThat(ada.column(ada.allSettings(), "file-system-format")).containsExactly("ext4", "xfs");
        assertThat(ada.at(".answer"))
                .hasText(Pattern.compile(".*ile-system-format ext4 \\(service-time 1ms\\),? came first of 2 settings in 2 sessions, .*"));
        assertThat(ada.at("#effects li").first())
                .hasText(Pattern.compile("file-system-format ext4 \\(service-time 1ms\\) "
                + "was [0-9.]+ times as fast as xfs \\(service-time 20ms\\) \\(not interleaved: differences between sessions are "
                + "not in the error\\)\\."));
    }
}
