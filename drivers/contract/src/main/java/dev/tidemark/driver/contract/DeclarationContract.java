package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

/** Of what a driver declares of itself. */
public abstract class DeclarationContract {

    protected abstract Driver driver();

    @Test
    void isFoundByName() {
        assertThat(Drivers.named(driver().name())).isInstanceOf(driver().getClass());
    }

    @Test
    void everyParamHasHelpAndParsesWhatItPrints() {
        for (Param<?> param : driver().params().all()) {
            assertThat(param.help()).as(param.name()).endsWith(".");
            String text = driver().params().defaults().texts().get(param.name());
            assertThat(driver().params().defaults().with(param.name(), text, SettingOrigin.SET).texts())
                    .containsEntry(param.name(), text);
        }
        driver().params().check(driver().params().defaults());
    }

    @Test
    void everyMeasureHasHelp() {
        for (Measure measure : driver().measures().all()) {
            assertThat(measure.help()).as(measure.name()).endsWith(".");
        }
    }

    /** Only some have such files. */
    @Test
    void noMeasureIsExplainedInTheWordsOfAnotherEngine() {
        if (!Set.of("cassandra", "leveldb", "lucene", "rocksdb").contains(driver().name())) {
            assertThat(driver().measures().all()).extracting(Measure::help)
                    .noneMatch(help -> help.contains("SST") || help.contains("memtable"));
        }
    }

    /** Also where it has nothing to do: why that is so. */
    @Test
    void whatCompactingMeansIsSaid() {
        if (driver().capabilities().contains(Capability.KEY_VALUES)) {
            assertThat(driver().compaction()).endsWith(".").doesNotContain("\n");
        }
    }

    /** Whoever made it may have set anything. */
    @Test
    void nothingIsStatedOfTheDurabilityOfAnIndexOfOthers() {
        Values values = driver().params().defaults();
        values.params().lookUp(SearchParams.INDEX).map(index -> values.with(index.param().name(), "books",
                SettingOrigin.SET)).ifPresent(own -> assertThat(driver().durability(own).of(List.of())).isEmpty());
    }

    @Test
    void paramsGoWithThoseOfEveryWorkload() {
        for (Workload workload : Workloads.all()) {
            assertThat(Planner.params(workload, driver()).names())
                    .containsAll(driver().params().all().stream().map(Param::name).toList());
        }
    }
}
