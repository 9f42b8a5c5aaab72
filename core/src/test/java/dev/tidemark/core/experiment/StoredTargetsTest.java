package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import org.junit.jupiter.api.Test;

/** Against the drivers of the tests, among which is one named memory. */
class StoredTargetsTest {

    private static final Map<String, TargetSpec> STORED = new LinkedHashMap<>();

    static {
        STORED.put("prod", new TargetSpec("prod", "memory", Map.of("shards", "4")));
        STORED.put("lab", new TargetSpec("lab", "memory", Map.of()));
    }

    private static Experiment read(String yaml) {
        return ExperimentReader.read(ExperimentReader.document("workload: ingest\n" + yaml, "test.yaml"), STORED);
    }

    @Test
    void aStoredTargetIsTakenOverWithItsSettings() {
        Experiment experiment = read("target: prod");
        assertThat(experiment.targets()).containsExactly(Map.entry("prod",
                new TargetSpec("prod", "memory", Map.of("shards", "4"))));
    }

    @Test
    void theRecordStandsByItself() {
        Experiment experiment = read("target: prod\nset: {documents: 7}");
        assertThat(ExperimentReader.read(experiment.yaml(), "again").targets()).isEqualTo(experiment.targets());
        assertThat(read("target: memory").yaml()).as("nothing is taken over").doesNotContain("targets");
    }

    @Test
    void aListOfNamesComparesStoredTargetsAndDrivers() {
        assertThat(read("targets: [prod, memory, lab]\nplan: compare").targets().values()).containsExactly(
                STORED.get("prod"), new TargetSpec("memory", "memory", Map.of()), STORED.get("lab"));
        assertThat(read("targets: {mine: {driver: memory}}\ntarget: mine\nvary: {target: [mine, lab]}").targetNames())
                .containsExactly("mine", "lab");
    }

    @Test
    void whatTheExperimentDeclaresComesFirst() {
        assertThat(read("target: prod\ntargets: {prod: {driver: memory, shards: 2}}").targets().get("prod").settings())
                .containsEntry("shards", "2");
    }

    @Test
    void anUnknownNameIsComparedWithTheStoredOnes() {
        assertThatThrownBy(() -> read("target: prdo")).isInstanceOf(InvalidInputException.class)
                .hasMessage("test.yaml:2: unknown target 'prdo' (did you mean 'prod'?)");
        assertThatThrownBy(() -> read("targets: [lab, lob]")).isInstanceOf(InvalidInputException.class)
                .hasMessage("test.yaml:2: unknown target 'lob' (did you mean 'lab'?)");
        assertThatThrownBy(() -> read("targets: [{driver: memory}]")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("targets: a list holds names");
    }
}
