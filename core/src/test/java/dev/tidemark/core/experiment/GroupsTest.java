package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.randomio.RandomIo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker groups in an experiment. */
class GroupsTest {

    private static final String HEAD = "workload: random-io\ntarget: memory\n";

    private static Experiment read(String yaml) {
        return ExperimentReader.read(HEAD + yaml, "test.yaml");
    }

    private static String complaint(String yaml) {
        Throwable thrown = catchThrowable(() -> read(yaml));
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n");
        return thrown.getMessage();
    }

    @Test
    void aGroupsSettingsAreSettingsUnderItsName() {
        Experiment e = read("""
                set: {dataset: ran}
                groups:
                  - {name: readers, processes: 8, read-percent: 100}
                  - {name: writers, workers: 2, read-percent: 0, hang-time: 2, dataset: other}
                """);
        assertThat(e.set()).isEqualTo(Map.of("dataset", "ran", "groups", "readers writers", "readers.workers", "8",
                "readers.read-percent", "100", "writers.workers", "2", "writers.read-percent", "0",
                "writers.think-time", "2ms", "writers.dataset", "other"));
        assertThat(Planner.groups(e)).containsExactly("readers", "writers");
    }

    @ParameterizedTest
    @CsvSource({"100, 100, false", "100, 0, true", "0, 100, true", "50, 0, true"})
    void itWritesWhereOneOfThemDoes(int some, int others, boolean writes) {
        Experiment e = read("set: {dataset: ran}\ngroups: [{name: some, read-percent: " + some
                + "}, {name: others, read-percent: " + others + "}]\n");
        RandomIo workload = new RandomIo();
        Values values = workload.params().plus(WorkerGroups.params(workload.groupParams(), Planner.groups(e))).defaults();
        for (Map.Entry<String, String> setting : e.set().entrySet()) {
            values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
        }
        assertThat(workload.writes(values)).isEqualTo(writes);
    }

    @Test
    void theyCanBeWrittenAsSettingsFromTheStart() {
        Experiment e = read("set: {groups: 'readers, writers', readers.workers: 8}\nvary: {writers.workers: [1, 2]}\n");
        assertThat(Planner.groups(e)).containsExactly("readers", "writers");
        assertThat(e.vary()).isEqualTo(Map.of("writers.workers", List.of("1", "2")));
    }

    @Test
    void whatStandsUnderSetOutweighsTheGroupsEntry() {
        assertThat(read("groups: [{name: readers, workers: 8}]\nset: {readers.workers: 3}\n").set())
                .containsEntry("readers.workers", "3");
    }

    @Test
    void aConditionMayBeOnAGroupsMeasure() {
        assertThat(read("groups: [{name: readers}]\nexpect: {readers.response.p99: '< 5ms'}\n").expect())
                .containsOnlyKeys("readers.response.p99");
        assertThat(complaint("groups: [{name: readers}]\nexpect: {reader.response.p99: '< 5ms'}\n"))
                .contains("did you mean 'readers.response.p99'?");
    }

    @Test
    void anUnknownSettingOfAGroupNamesTheNearest() {
        assertThat(complaint("groups:\n  - name: readers\n    workrs: 8\n"))
                .isEqualTo("test.yaml:5: group readers: unknown param 'workrs' (did you mean 'workers'?)");
    }

    @Test
    void aWrongValueSaysWhoseItIs() {
        assertThat(complaint("groups: [{name: readers, workers: 0}]\n"))
                .isEqualTo("test.yaml:3: readers.workers: 0 is too small; the smallest is 1");
    }

    @Test
    void aSettingOfTheWholeRunIsNoGroups() {
        assertThat(complaint("groups: [{name: readers, duration: 5s}]\n"))
                .isEqualTo("test.yaml:3: group readers: duration is the same for all groups; put it under set");
        assertThat(complaint("groups: [{name: readers, drain-limit: 5s}]\n")).contains("is the same for all groups");
    }

    @Test
    void anUnknownGroupNamesTheNearest() {
        assertThat(complaint("groups: [{name: readers}]\nvary: {reader.workers: [1, 2]}\n"))
                .isEqualTo("test.yaml:4: unknown param 'reader.workers' (did you mean 'readers.workers'?)");
    }

    @Test
    void namesAreNamesAndStandOnce() {
        assertThat(complaint("groups: [{name: readers}, {name: readers}]\n"))
                .isEqualTo("test.yaml:3: groups: 'readers' stands twice");
        assertThat(complaint("groups: [{name: My.readers}]\n")).contains("'My.readers' is no name for a group");
        assertThat(complaint("groups: [{workers: 3}]\n")).contains("a group is a mapping with a name");
        assertThat(complaint("groups: []\n")).contains("groups is a list of worker groups");
        assertThat(complaint("groups: readers\n")).contains("groups is a list of worker groups");
        assertThat(complaint("set: {groups: a b c d e f g h i j k l m n o p q}\n"))
                .isEqualTo("test.yaml:3: groups: 17 are too many; a run has 16 at most");
    }

    @Test
    void theyStandInOnePlace() {
        assertThat(complaint("groups: [{name: readers}]\nset: {groups: readers}\n"))
                .contains("groups are given here and under set");
    }

    @Test
    void whichThereAreDoesNotVary() {
        assertThat(complaint("vary: {groups: [readers, writers]}\n"))
                .startsWith("test.yaml:3: groups: which there are is "
                + "the same at every point");
        assertThat(complaint("plan: list\npoints: [{groups: readers}]\n")).contains("the same at every point");
    }

    @Test
    void aWorkloadWithoutGroupsSaysSo() {
        Throwable thrown = catchThrowable(() -> ExperimentReader.read(
                "workload: ingest\ntarget: memory\ngroups: [{name: readers}]\n", "test.yaml"));
        assertThat(thrown).isInstanceOf(InvalidInputException.class).hasMessage(
                "test.yaml:3: groups: all workers of ingest do the same; groups are for random-io, volume, script");
    }
}
