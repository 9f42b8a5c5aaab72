package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.Lab.Watcher;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ConfirmRunTest {

    @TempDir
    private Path folder;

    private Lab lab;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private Submission confirmed() throws IOException {
        return lab.matrix("none", ", confirm: 3}");
    }

    private static double seconds(Iteration iteration) {
        return iteration.value("elapsed").map(MeasuredValue::number).orElseThrow();
    }

    /** The best of the screening but for the defaults, which have batches of 1. */
    private String first() {
        return lab.iterations("L").stream().filter(i -> !i.confirms() && i.position() > 0
                && i.state() == IterationState.DONE).min(Comparator.comparingDouble(ConfirmRunTest::seconds))
                .map(i -> Lab.text(i, "batch-size")).orElseThrow();
    }

    private void holds() {
        List<Iteration> confirming = lab.iterations("L").stream().filter(Iteration::confirms)
                .filter(i -> i.state() == IterationState.DONE).toList();
        assertThat(confirming).hasSize(6).extracting(Iteration::round).containsExactly(1, 1, 2, 2, 3, 3);
        assertThat(confirming).filteredOn(i -> i.position() == Plan.DEFAULTS).hasSize(3)
                .allMatch(i -> Lab.text(i, "batch-size").equals("1"));
        assertThat(confirming).filteredOn(i -> i.position() == Plan.FIRST).hasSize(3)
                .allMatch(i -> Lab.text(i, "batch-size").equals(first()));
    }

    @Test
    void theDefaultsAndWhatCameFirstRunOnByTurns() throws Exception {
        Watcher watcher = new Watcher();
        RunSummary summary = lab.run(confirmed(), watcher);
        assertThat(summary.interrupted()).isFalse();
        assertThat(watcher.messages).contains("began 10 0");
        holds();
    }

    /** Documents of any size are not as many as their megabytes say: what the report puts first is confirmed. */
    @Test
    void ofTimedRunsDocumentsPerSecondDecideAsInTheReport() throws IOException {
        Submission timed = lab.plan("""
                label: T
                workload: ingest
                target: gated
                set: {duration: 1s, payload: 1kB, gate: %s}
                vary: {batch-size: [1, 10]}
                plan: {space: matrix, confirm: 3}
                """.formatted(lab.gate()));
        assertThat(timed.screenedBy(List.of()).name()).isEqualTo("documents-per-second");
    }

    @Test
    void resumedItGoesOnWithTheSamePoint() throws Exception {
        Watcher watcher = new Watcher();
        watcher.whenBegun = number -> {
            if (number == 7) {
                lab.interrupt();
            }
        };
        assertThat(lab.run(confirmed(), watcher).interrupted()).isTrue();
        assertThat(lab.resume(confirmed(), new Watcher()).interrupted()).isFalse();
        holds();
    }
}
