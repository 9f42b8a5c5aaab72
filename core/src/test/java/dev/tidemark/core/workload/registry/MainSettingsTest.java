package dev.tidemark.core.workload.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.Param;
import dev.tidemark.core.workload.RunParams;
import org.junit.jupiter.api.Test;

class MainSettingsTest {

    @Test
    void everyWorkloadHasAFewSettingsThatAreShownFirst() {
        assertThat(Workloads.all()).allSatisfy(workload -> assertThat(
                workload.params().all().stream().filter(Param::main)).as(workload.name()).hasSizeBetween(5, 8));
    }

    @Test
    void whatIsTheSameForEveryRunIsNotAmongThem() {
        assertThat(RunParams.ALL.all()).noneMatch(Param::main);
    }
}
