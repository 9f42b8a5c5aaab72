package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Ramp;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchReaderTest {

    private static final String HEAD = "workload: ingest\ntarget: memory\n";

    private static Experiment read(String yaml) {
        return ExperimentReader.read(HEAD + yaml, "test.yaml");
    }

    private static RampSpec ramp(String yaml) {
        return (RampSpec) read(yaml).search().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan: ramp", "plan: {space: ramp}", "search: ramp", "search: {ramp: }",
        "search: {ramp: {param: thread-count}}", "search: {ramp: {steps: [1, x2]}}",
        "search: {ramp: {steps: 1, until: {response.mean: none, gain: \"< 10%\"}}}",
        "plan: ramp\nset: {workers: 1}", "plan: ramp\nvary: {thread-count: [1, x2]}"})
    void aRampOverWorkersDoublesThemUntilTheyGainNothing(String yaml) {
        RampSpec ramp = ramp(yaml);
        assertThat(ramp.param()).isEqualTo("workers");
        assertThat(ramp.steps()).containsExactly("1", "x2");
        assertThat(ramp.limit()).as("which nobody asked for").isEmpty();
        assertThat(ramp.gain()).isEqualTo(OptionalDouble.of(0.1));
        assertThat(read(yaml).set()).doesNotContainKey("workers");
        assertThat(read(yaml).vary()).doesNotContainKey("workers");
        assertThat(read(yaml).plan().space()).isEqualTo(Space.MATRIX);
    }

    @Test
    void everythingCanBeSaid() {
        Experiment e = read("""
                vary: {batch-size: [1, 10]}
                plan: {space: study, repeat: 2}
                search: {ramp: {param: rate, steps: [100/s, x2], until: {response.p99: "> 1s", gain: none}, for: 5s}}
                """);
        RampSpec ramp = (RampSpec) e.search().orElseThrow();
        assertThat(ramp.param()).isEqualTo("rate");
        assertThat(ramp.steps()).containsExactly("100/s", "x2");
        assertThat(ramp.limit().orElseThrow().measure().name()).isEqualTo("response.p99");
        assertThat(ramp.limit().orElseThrow().bound()).isEqualTo(1000);
        assertThat(ramp.gain()).isEmpty();
        assertThat(e.set()).containsEntry("duration", "5s");
        assertThat(e.plan().space()).isEqualTo(Space.STUDY);
        assertThat(ramp("search: {ramp: {until: {response.mean: none}}}").limit()).isEmpty();
        assertThat(ramp("search: {ramp: {steps: x2}}").steps()).containsExactly("1", "x2");
        assertThat(ramp("plan: ramp\nset: {workers: 3}").steps()).containsExactly("3", "x2");
        assertThat(ramp("plan: ramp\nvary: {workers: [10, +10, +20, +40]}").steps()).as("what was written stays")
                .containsExactly("10", "+10", "+20", "+40");
        assertThat(ramp("search: {ramp: {param: think-time}}\nvary: {hang-time: [1, +2]}").steps())
                .containsExactly("1ms", "+2ms");
    }

    @Test
    void theRecordSaysTheRampInFull() {
        for (String yaml : List.of("plan: ramp", "plan: {space: ramp, repeat: 2}\nvary: {workers: [1, x2]}",
                "search: {ramp: {param: rate, steps: [100/s, x2], until: {response.p99: \"> 1s\", gain: none}, for: 5s}}",
                "search: {ramp: {until: {response.mean: none, gain: \"< 2.5%\"}}}")) {
            Experiment once = read(yaml);
            Experiment again = ExperimentReader.read(once.yaml(), "again");
            assertThat(again).isEqualTo(once);
            assertThat(Planner.plan(again, Map.of())).isEqualTo(Planner.plan(once, Map.of()));
            assertThat(SearchReader.recorded(once.yaml(), Workloads.named("ingest").measures())).isEqualTo(once.search());
        }
        assertThat(SearchReader.recorded(read("").yaml(), Workloads.named("ingest").measures())).isEmpty();
        assertThat(SearchReader.recorded("", Workloads.named("ingest").measures())).isEmpty();
    }

    @Test
    void everyPointHasARampAndStandsAtItsBeginning() {
        Plan plan = Planner.plan(read("vary: {batch-size: [1, 10]}\nplan: {space: ramp, repeat: 3}"), Map.of());
        assertThat(plan.size()).isEqualTo(6);
        assertThat(plan.searches()).hasSize(2);
        assertThat(plan.points()).allSatisfy(p -> {
            assertThat(p.values().texts()).containsEntry("workers", "1");
            assertThat(p.values().origin(p.values().params().find("workers").param())).isEqualTo(SettingOrigin.VARY);
        });
        Plan.Planned second = new Plan.Planned(1, 2, plan.points().get(1));
        Plan.Planned step = Plan.step(second, ((Ramp) plan.searches().get(1)).step(2), Workloads.named("ingest"));
        assertThat(step.position()).isEqualTo(102);
        assertThat(step.round()).isEqualTo(2);
        assertThat(step.point().values().texts()).containsEntry("workers", "4").containsEntry("batch-size", "10");
    }

    @Test
    void aRampGoesAsFarAsTheOtherSettingsAllow() {
        Plan plan = Planner.plan(read("set: {payload: 10MB, batch-size: 10}\nplan: ramp"), Map.of());
        assertThat(plan.searches().getFirst().describe()).endsWith("or after 16 workers");
        assertThatThrownBy(() -> Planner.plan(read("set: {payload: 10MB, batch-size: 1000}\nplan: ramp"), Map.of()))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("batch-size × payload × workers");
    }

    @Test
    void whatIsRampedCannotBeAmongThePointsOfAList() {
        Experiment list = read("plan: list\npoints: [{workers: 2}]\nsearch: ramp");
        assertThatThrownBy(() -> Planner.plan(list, Map.of())).isInstanceOf(InvalidInputException.class)
                .hasMessage("workers is varied and ramped; leave one of them out");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "search: rmp | search: write ramp or find-rate, or {ramp: {param: workers, steps: [1, x2]}}",
        "search: {rmp: } | unknown key of search 'rmp' (did you mean 'ramp'?)",
        "search: {ramp: 3} | ramp: a mapping is expected here, not a single value",
        "search: {ramp: {step: 3}} | unknown key of ramp 'step' (did you mean 'steps'?)",
        "search: {ramp: {param: worker}} | unknown param 'worker' (did you mean 'workers'?)",
        "search: {ramp: {param: source, steps: [1]}} | param: source is no number, so it cannot be ramped",
        "search: {ramp: {param: batch-size}} | steps: say where the ramp over batch-size begins and how it goes on, as in [1, x2]",
        "search: {ramp: {steps: []}} | steps: the list is empty; write them as [1, x2] or [10, +10, +20, +40]",
        "search: {ramp: {steps: [9, 4]}} | steps: 4 after 9 does not ascend; a ramp goes up",
        "search: {ramp: {steps: [ten]}} | workers: 'ten' is not a count; write it as 10000 or 10k",
        "search: {ramp: {until: 10ms}} | until: a mapping is expected here, as in {response.mean: \"> 10ms\", gain: "
        + "\"< 10%\"}",
        "search: {ramp: {until: {response.men: \"> 10ms\"}}} | until: unknown measure 'response.men' (did you mean 'response.mean'?)",
        "search: {ramp: {until: {response.mean: \"> 10MB\"}}} | until: response.mean: '> 10MB' has a unit that does not fit; Response mean is in ms",
        "search: {ramp: {until: {response.mean: 10ms}}} | until: response.mean: '10ms' is no limit that growing load runs into; write it as in response.mean: \"> 10ms\"",
        "search: {ramp: {until: {documents-per-second: \"> 10\"}}} | until: documents-per-second: '> 10' is no limit that growing load runs into; write it as in response.mean: \"> 10ms\"",
        "search: {ramp: {until: {gain: 10}}} | until: gain: '10' is not a condition; write it as < 10%, or none",
        "search: {ramp: {until: {response.mean: \"> 1ms\", response.p99: \"> 1ms\"}}} | until: one limit is enough; response.mean has one already",
        "{search: {ramp: {steps: x2}}, set: {workers: 3}} | workers: it is ramped, and its values stand under steps; leave it out of set",
        "{search: {ramp: {for: 3s}}, set: {duration: 3s}} | for: duration is set already; leave one of them out"})
    void whatIsWrongIsSaidInOneLineWithItsPlace(String yaml, String complaint) {
        String inner = yaml.startsWith("{search") ? yaml.substring(1, yaml.length() - 1).replace("}}, set", "}}\nset")
                .replace("}}, set", "}}\nset") : yaml;
        assertThatThrownBy(() -> read(inner)).isInstanceOf(InvalidInputException.class)
                .satisfies(e -> assertThat(e.getMessage()).isEqualTo("test.yaml:" + place(e.getMessage()) + ": "
                        + complaint));
    }

    private static String place(String message) {
        return message.replaceAll("^test.yaml:([0-9]+):.*", "$1");
    }
}
