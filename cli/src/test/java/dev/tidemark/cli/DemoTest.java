package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.run.DemoCommand;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import org.junit.jupiter.api.Test;

class DemoTest {

    private static Experiment demo() throws Exception {
        try (InputStream in = DemoCommand.class.getResourceAsStream("demo.yaml")) {
            return ExperimentReader.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), "demo.yaml");
        }
    }

    /** What the demo calls the defaults is what {@code --help} names, of every setting. */
    @Test
    void itsDefaultsAreTheDeclaredOnes() throws Exception {
        Values values = Planner.plan(demo(), Map.of()).defaultPoint().values();
        for (Param<?> param : values.params().all()) {
            assertThat(values.text(param)).as(param.name()).isEqualTo(declared(param));
        }
    }

    private static <T> String declared(Param<T> param) {
        return param.format(param.defaultValue());
    }

    @Test
    void eighteenSettingsAreScreenedAndTwoConfirmed() throws Exception {
        Plan plan = Planner.plan(demo(), Map.of());
        assertThat(plan.points()).hasSize(18);
        assertThat(plan.confirm()).isEqualTo(5);
        assertThat(plan.points()).anyMatch(p -> p.hash().equals(plan.defaultPoint().hash()));
    }
}
