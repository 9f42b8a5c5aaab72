package dev.tidemark.driver.riak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There is no client library that could be missing. */
class RiakDeclarationTest {

    private final RiakDriver driver = new RiakDriver();

    private Values with(String... settings) {
        Values values = driver.params().defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        driver.params().check(values);
        return values;
    }

    @Test
    void isFoundByName() {
        assertThat(Drivers.named("riak")).isInstanceOf(RiakDriver.class);
    }

    @Test
    void everythingHasHelpAndParsesWhatItPrints() {
        Values defaults = driver.params().defaults();
        for (Param<?> param : driver.params().all()) {
            assertThat(param.help()).as(param.name()).endsWith(".");
            String text = defaults.texts().get(param.name());
            assertThat(defaults.with(param.name(), text, SettingOrigin.SET).texts()).containsEntry(param.name(), text);
        }
        for (Measure measure : driver.measures().all()) {
            assertThat(measure.help()).as(measure.name()).endsWith(".");
        }
        driver.params().check(defaults);
    }

    @Test
    void paramsGoWithThoseOfEveryWorkload() {
        for (Workload workload : Workloads.all()) {
            assertThat(Planner.params(workload, driver).names())
                    .containsAll(driver.params().all().stream().map(Param::name).toList());
        }
    }

    @Test
    void quorumsAreWordsOrNumbersOfReplicas() {
        with("r", "one", "w", "quorum", "dw", "all", "pr", "0", "pw", "2", "n-val", "3");
        for (String wrong : new String[] {"most", "-1", "1.5", ""}) {
            assertThatThrownBy(() -> with("w", wrong)).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("w: ");
        }
        assertThatThrownBy(() -> with("n-val", "2", "dw", "3")).isInstanceOf(InvalidInputException.class)
                .hasMessage("dw: there are no more than n-val replicas, 2");
        assertThatThrownBy(() -> with("n-val", "0")).isInstanceOf(InvalidInputException.class);
    }

    /** What is dropped under such a name would be another. */
    @ParameterizedTest
    @ValueSource(strings = {"a/b", "../bench", "a b", "bench?x", "a%2Fb", "."})
    void aNameIsThatOfOneBucket(String name) {
        Context context = new Context(Clock.system(), Path.of("."), Secrets.ofThisProcess(), _ -> { }, () -> false);
        assertThatThrownBy(() -> driver.open(with("namespace", name), context))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("namespace: '" + name + "' is no name");
        assertThatThrownBy(() -> with("bucket-type", name)).isInstanceOf(InvalidInputException.class);
    }
}
