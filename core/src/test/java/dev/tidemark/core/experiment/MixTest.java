package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often each operation comes, in an experiment. */
class MixTest {

    private static final String HEAD = "workload: volume\ntarget: memory\n";

    private static Experiment read(String yaml) {
        return ExperimentReader.read(HEAD + yaml, "test.yaml");
    }

    private static String complaint(String yaml) {
        Throwable thrown = catchThrowable(() -> ExperimentReader.read(yaml, "test.yaml"));
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n");
        return thrown.getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mix: {get: 5, update: 1}", "mix: get=5,update=1", "set: {mix: {update: 1, get: 5}}",
        "set: {mix: 'get=5, update=1'}", "mix:\n  get: 5\n  update: 1"})
    void isTheSameSettingHoweverItIsWritten(String written) {
        assertThat(read(written + "\n").set()).isEqualTo(Map.of("mix", "get=5,update=1"));
    }

    @Test
    void whatIsRecordedReadsTheSame() {
        Experiment e = read("mix: {get: 5, update: 1}\ngroups: [{name: readers, mix: {get: 1}}, {name: others}]\n");
        Experiment again = ExperimentReader.read(e.yaml(), "recorded");
        assertThat(again.set()).isEqualTo(e.set());
        assertThat(again.yaml()).isEqualTo(e.yaml());
    }

    @Test
    void aGroupHasItsOwnAndAListIsVaried() {
        Experiment e = read("""
                mix: {get: 5, update: 1}
                groups: [{name: readers, workers: 8, mix: {get: 1}}, {name: writers, mix: put=1}, {name: mixed}]
                vary: {readers.mix: [{get: 1}, {head: 9, get: 1}]}
                """);
        assertThat(e.set()).containsEntry("mix", "get=5,update=1").containsEntry("readers.mix", "get=1")
                .containsEntry("writers.mix", "put=1");
        assertThat(e.vary()).isEqualTo(Map.of("readers.mix", List.of("get=1", "get=1,head=9")));
    }

    @Test
    void itIsTheDefaultOfAMixThatIsVaried() {
        Experiment e = read("mix: {get: 1}\nvary: {mix: [{get: 1}, {put: 1}]}\n");
        assertThat(e.set()).containsEntry("mix", "get=1");
        assertThat(e.vary()).containsEntry("mix", List.of("get=1", "put=1"));
    }

    @Test
    void anUnknownOperationIsToldWhereItStands() {
        assertThat(complaint(HEAD + "mix:\n  get: 5\n  updte: 1\n"))
                .startsWith("test.yaml:5: mix: unknown operation 'updte' (did you mean 'update'?)");
        assertThat(complaint(HEAD + "groups:\n  - {name: readers, mix: {gett: 1}}\n"))
                .startsWith("test.yaml:4: ").contains("unknown operation 'gett' (did you mean 'get'?)");
        assertThat(complaint(HEAD + "mix: {get: [1]}\n")).isEqualTo("test.yaml:3: mix: a number is expected for get");
        assertThat(complaint(HEAD + "mix: {get: 0.8, put: 0.2}\n"))
                .isEqualTo("test.yaml:3: mix: the weight of get is '0.8'; write a whole number");
        assertThat(complaint(HEAD + "mix: [get, put]\n")).startsWith("test.yaml:3: mix: one value is expected here");
    }

    @Test
    void twoPlacesAreOneTooMany() {
        assertThat(complaint(HEAD + "mix: {get: 1}\nset: {mix: {put: 1}}\n"))
                .isEqualTo("test.yaml:3: mix is given here and under set; leave one of them out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mix: {get: 5, put: 1}", "set: {mix: {get: 5, put: 1}}",
        "groups: [{name: readers, mix: {get: 5, put: 1}}]"})
    void aWorkloadWithoutWeightsNamesWhatItHasInstead(String written) {
        assertThat(complaint("workload: random-io\ntarget: memory\n" + written + "\n")).isEqualTo("test.yaml:3: mix: "
                + "random-io has no weights; its share of reads is read-percent, as in read-percent: 80, and mix says "
                + "how they alternate: dealt or diced");
    }

    @Test
    void wordsOfItsOwnStandThereToo() {
        assertThat(ExperimentReader.read("workload: random-io\ntarget: memory\nmix: dealt\n", "test.yaml").set())
                .isEqualTo(Map.of("mix", "dealt"));
        assertThat(complaint("workload: ingest\ntarget: memory\nmix: {get: 1}\n"))
                .isEqualTo("test.yaml:3: mix: ingest does one thing only, and has no mix of operations");
        assertThat(complaint("workload: ingest\ntarget: memory\nmix: get=1\n"))
                .isEqualTo("test.yaml:3: mix: ingest does one thing only, and has no mix of operations");
    }
}
