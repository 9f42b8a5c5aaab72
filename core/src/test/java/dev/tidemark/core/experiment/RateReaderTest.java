package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.FindRate;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.workload.registry.Workloads;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateReaderTest {

    private static final String HEAD = "workload: ingest\ntarget: memory\n";

    private static Experiment read(String yaml) {
        return ExperimentReader.read(HEAD + yaml, "test.yaml");
    }

    private static RateSpec spec(Experiment e) {
        return (RateSpec) e.search().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan: find-rate", "plan: {space: find-rate}", "search: find-rate",
        "search: {find-rate: }", "search: {find-rate: {start: 1/s}}", "plan: find-rate\nset: {rate: 1/s}",
        "search: {find-rate: {response.p99: \"< 1s\"}}", "search: {find-rate: {limits: {response.p99: < 1000ms}}}",
        "search: {find-rate: {step: 60s}}", "plan: find-rate\nset: {duration: 60s}",
        "plan: find-rate\nset: {inserts-per-second: 1}"})
    void withoutMoreWordsItBeginsAtOneASecondWithALimitOfOneSecond(String yaml) {
        Experiment e = read(yaml);
        RateSpec spec = spec(e);
        assertThat(spec.start()).isEqualTo(1);
        assertThat(spec.limits()).singleElement().satisfies(l -> {
            assertThat(l.measure().name()).isEqualTo("response.p99");
            assertThat(l.bound()).isEqualTo(1000);
        });
        assertThat(e.set()).containsEntry("duration", "1m").containsEntry("documents", "auto")
                .doesNotContainKeys("rate", "interval");
        assertThat(e.plan().space()).isEqualTo(Space.MATRIX);
    }

    @Test
    void everythingCanBeSaidAndIsWrittenInFull() {
        Experiment e = read("""
                vary: {batch-size: [1, 10]}
                plan: {space: study, repeat: 2}
                search:
                  find-rate: {start: 100/s, response.p99: "< 50ms", failures: "<= 0", step: 4s, precision: 10%,
                    repeats: 4, chance: 1%, backlog-growth: 2%, backlog-chance: 0.1%}
                """);
        RateSpec spec = spec(e);
        assertThat(spec.limits()).extracting(l -> l.measure().name()).containsExactly("response.p99", "failures");
        assertThat(spec).extracting(RateSpec::precision, RateSpec::repeats, RateSpec::chance, RateSpec::backlogGrowth,
                RateSpec::backlogChance).containsExactly(0.1, 4, 0.01, 0.02, 0.001);
        assertThat(e.set()).containsEntry("duration", "4s").containsEntry("interval", "200ms");
        Experiment again = ExperimentReader.read(e.yaml(), "again.yaml");
        assertThat(again).isEqualTo(e);
        assertThat(SearchReader.recorded(e.yaml(), Workloads.named("ingest").measures())).contains(spec);
        Plan plan = Planner.plan(e, Map.of());
        assertThat(plan.searches()).hasSize(2).allSatisfy(s -> assertThat(s).isInstanceOf(FindRate.class));
        assertThat(plan.points()).allSatisfy(p -> assertThat(p.values().texts()).containsEntry("rate", "100/s"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {
        "search: {find-rate: {strt: 1/s}} ! unknown key of find-rate, or measure, 'strt' (did you mean 'start'?)",
        "search: {find-rate: {response.p98: < 1s}} ! unknown key of find-rate, or measure, 'response.p98' "
                + "(did you mean 'response.p95'?)",
        "search: {find-rate: {response.p99: \"> 1s\"}} ! limits: response.p99: '> 1s' is no limit that must hold; write it "
                + "as in response.p99: \"< 1s\"",
        "search: {find-rate: {outside-target: \"< 0.5\"}} ! limits: outside-target is in %: write 0.95 as 95%",
        "search: {find-rate: {start: 0/s}} ! start: a search that begins at 0/s stays there; begin above 0/s",
        "search: {find-rate: {repeats: 1}} ! repeats: 1 is too small; the smallest is 4",
        "search: {find-rate: {step: 10ms}} ! step: 10ms is too short to tell whether the backlog grows; the shortest is "
                + "1s",
        "search: {find-rate: , ramp: } ! search: one is enough; leave out find-rate or ramp",
        "search: {ramp: }, plan: find-rate ! search: ramp, but plan: find-rate",
        "set: {rate: 5/s}, search: {find-rate: {start: 1/s}} ! rate: it is searched for, and begins at start; leave it "
                + "out of set",
        "vary: {rate: [5/s, 6/s]}, search: find-rate ! rate: it is searched for, so it cannot be varied; set where it "
                + "begins",
        "set: {duration: 5s}, search: {find-rate: {step: 6s}} ! step: duration is set already; leave one of them out"})
    void whatIsWrongIsSaidInOneLineWithItsPlace(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml.replaceAll(", (search|plan):", "\n$1:")))
                .isInstanceOf(InvalidInputException.class).hasMessageMatching("test\\.yaml:[34]: \\Q" + message + "\\E");
    }
}
