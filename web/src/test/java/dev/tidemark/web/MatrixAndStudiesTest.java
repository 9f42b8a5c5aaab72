package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The old manual's sections 9 to 11: a matrix, a study, a study of the number of workers; all iterations of each
 * in one runner.
 */
@ByTurns(days = 10, heldBy = {"JobFormTest", "ReportPagesTest"})
class MatrixAndStudiesTest extends InTheBrowser {

    private Pages ada;

    @BeforeEach
    void logIn() {
        ada = loggedIn("ada");
        ada.go("Defaults");
        ada.set("shards", "1").set("batch-size", "1").set("blind-insert", "true").set("compaction-ratio", "4")
                .set("workers", "4").set("documents", "200").set("payload", "100").set("warm-up", "none");
        ada.press("Save");
        assertThat(ada.said()).containsText("8 defaults");
    }

    @Test
    void aMatrixRunsEveryCombinationAndIsReportedAtItsOptimumAndAtTheDefaults() {
        ada.newJob("rocksdb").fill("label", "matrix-test").fill("plan.fork", "round").set("batch-size", "1, ten");
        assertThat(ada.wrong("set.batch-size")).containsText("'ten'");
        assertThat(ada.field("set.batch-size")).hasAttribute("aria-invalid", "true");
        ada.set("shards", "1,2,4").set("batch-size", "1,10,100").set("blind-insert", "true,false");
        assertThat(ada.forecast()).containsText("18 iterations, 3.6k documents");
        long job = ada.queue("matrix-test");

        ada.go("Status");
        assertThat(ada.at("#board tbody tr")).hasCount(18);
        assertThat(ada.at("#board tbody td").first()).containsText("batch-size");
        ada.watchToTheEnd(job, "matrix-test");
        assertThat(ada.at("#board .state.done")).hasCount(18);

        ada.report("matrix-test");
        List<Map<String, String>> rows = ada.rows(ada.allSettings());
        assertThat(rows).hasSize(18);
        assertThat(ada.misplaced(ada.allSettings())).isEmpty();
        assertThat(rows.getFirst().keySet().stream().limit(3)).containsExactlyInAnyOrder("shards", "batch-size",
                "blind-insert");
        for (Map.Entry<String, List<String>> varied : Map.of("shards", List.of("1", "2", "4"), "batch-size",
                List.of("1", "10", "100"), "blind-insert", List.of("true", "false")).entrySet()) {
            for (String others : List.of("others at their best values", "others at their defaults")) {
                String title = "Varying " + varied.getKey() + ", " + others;
                assertThat(ada.column(ada.table(title), varied.getKey())).as(title)
                        .containsExactlyInAnyOrderElementsOf(varied.getValue());
            }
        }
    }

    @Test
    void aStudyVariesOneSettingAtATimeAndHasAReportForEach() {
        ada.newJob("rocksdb").plan("study").fill("label", "ml.medium").fill("plan.fork", "round");
        assertThat(ada.field("set.shards")).hasAttribute("placeholder", "1");
        ada.set("shards", "1,2,4,8").set("batch-size", "1,10,100").set("compaction-ratio", "2,4,6");
        assertThat(ada.forecast()).containsText("8 iterations");
        long job = ada.queue("ml.medium");
        ada.watchToTheEnd(job, "ml.medium");

        ada.report("ml.medium");
        assertThat(ada.column(ada.table("Varying shards, others at their defaults"), "shards"))
                .containsExactlyInAnyOrder("1", "2", "4", "8");
        ada.open("/reports/ml.medium-batch-size");
        assertThat(ada.column(ada.allSettings(), "batch-size")).containsExactlyInAnyOrder("1", "10", "100");
    }

    @Thorough("a whole run; the study above lacks only the default beside what is varied")
    @Test
    void theNumberOfWorkersIsStudiedLikeAnythingElse() {
        ada.newJob("rocksdb").plan("study").fill("label", "ml.medium-threads").fill("plan.fork", "round");
        ada.setDefault("workers", "16").set("workers", "8,16,32");
        assertThat(ada.forecast()).containsText("3 iterations");
        long job = ada.queue("ml.medium-threads");
        ada.watchToTheEnd(job, "ml.medium-threads");

        ada.report("ml.medium-threads");
        assertThat(ada.column(ada.allSettings(), "workers")).containsExactlyInAnyOrder("8", "16", "32");
    }
}
