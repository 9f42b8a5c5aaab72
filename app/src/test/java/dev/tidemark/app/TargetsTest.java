package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.app.run.Lab;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Point;
import dev.tidemark.store.results.StoredTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetsTest {

    @TempDir
    private Path folder;

    private Lab lab;
    private Targets targets;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
        targets = lab.workbench().targets();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private Submission plan(String yaml) {
        return lab.workbench().plan(lab.workbench().read(ExperimentReader.document("workload: ingest\n" + yaml, "t")));
    }

    @Test
    void aStoredTargetRunsWithItsSettings() {
        targets.put("slow", "null", Map.of("service-time", "5ms"));
        Submission submission = plan("target: slow");
        Point point = submission.plan().points().getFirst();
        assertThat(point.target()).isEqualTo("slow");
        assertThat(point.driver()).isEqualTo("null");
        assertThat(point.values().texts()).containsEntry("service-time", "5ms");
        assertThat(plan("targets: [slow, \"null\"]\nplan: compare").plan().points()).extracting(Point::target)
                .containsExactly("slow", "null");
    }

    @Test
    void whatAnExperimentTookOverStaysAsItWas() {
        targets.put("slow", "null", Map.of("service-time", "5ms"));
        String yaml = plan("target: slow").experiment().yaml();
        targets.put("slow", "null", Map.of("service-time", "9ms"));
        targets.remove("slow");
        assertThat(ExperimentReader.read(yaml, "t").targets().get("slow").settings())
                .containsEntry("service-time", "5ms");
    }

    @Test
    void settingsAreCheckedAndStoredInTheirPresentForm() {
        assertThat(targets.put("a", "null", Map.of("service-time", "0.005s")))
                .isEqualTo(new StoredTarget("a", "null", Map.of("service-time", "5ms"), true));
        assertThat(targets.put("a", "null", Map.of()).settings()).as("replaced").isEmpty();
        assertThat(targets.all()).hasSize(1);
        complains("unknown driver 'nul' (did you mean 'null'?)", "b", "nul", Map.of());
        complains("unknown param 'servce-time' (did you mean 'service-time'?)", "b", "null",
                Map.of("servce-time", "1"));
        complains("service-time: 'soon' is not a duration; write it as 500us, 20ms, 30s, 10m or 6h", "b", "null",
                Map.of("service-time", "soon"));
        complains("target 'null': this is the name of a driver; choose another", "null", "null", Map.of());
        complains("target 'a b': a name is 1 to 100 letters, digits, dots, underscores and hyphens", "a b", "null",
                Map.of());
        assertThatThrownBy(() -> targets.remove("ab")).isInstanceOf(InvalidInputException.class)
                .hasMessage("no target 'ab' (did you mean 'a'?)");
        assertThat(targets.all()).hasSize(1);
    }

    private void complains(String message, String name, String driver, Map<String, String> settings) {
        assertThatThrownBy(() -> targets.put(name, driver, settings)).isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @Test
    void aRigsTargetMayHaveTheNameOfItsDriver() {
        targets.putRig("gated", "gated", Map.of("password", "file:/a", "gate", "/b", "cluster", "no such param"), Set.of());
        assertThat(targets.named("gated").settings()).isEqualTo(Map.of("password", "file:/a", "gate", "/b"));
        Point point = plan("target: gated").plan().points().getFirst();
        assertThat(point.driver()).isEqualTo("gated");
        assertThat(point.values().texts()).containsEntry("gate", "/b");
        assertThat(plan("targets: [gated, \"null\"]\nplan: compare").plan().points().getFirst().values().texts())
                .containsEntry("gate", "/b");
    }

    @Test
    void whatARigsTargetWasGivenByHandStays() {
        targets.putRig("gated", "gated", Map.of("password", "file:/a", "gate", "/b"), Set.of());
        targets.put("gated", "gated", Map.of("password", "file:/a", "gate", "/b", "service-time", "5ms"));
        targets.putRig("gated", "gated", Map.of("password", "file:/a", "gate", "/c"), Set.of("password", "gate"));
        assertThat(targets.named("gated").settings())
                .isEqualTo(Map.of("password", "file:/a", "gate", "/c", "service-time", "5ms"));
    }

    @Test
    void aServerStartedAgainWithoutTlsIsReachedWithout() {
        targets.putRig("gated", "gated", Map.of("password", "file:/a", "tls", "true", "tls-authority", "/b"),
                Set.of());
        targets.putRig("gated", "gated", Map.of("password", "file:/a"), Set.of("password", "tls", "tls-authority"));
        assertThat(targets.named("gated").settings()).isEqualTo(Map.of("password", "file:/a"));
    }

    @Test
    void aTargetThatIsNotTheRigsIsNotReplaced() {
        targets.put("mine", "gated", Map.of("password", "file:/own"));
        assertThatThrownBy(() -> targets.putRig("mine", "gated", Map.of("password", "file:/a"), Set.of()))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith(
                        "there is a target 'mine' already, which is not this rig's");
        assertThat(targets.named("mine").settings()).containsEntry("password", "file:/own");
    }
}
