package dev.tidemark.core.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackgroundReaderTest {

    private static Experiment read(String yaml) {
        return ExperimentReader.read("workload: ingest\ntarget: memory\n" + yaml, "b.yaml");
    }

    @Test
    void aListOfTasksIsASetting() {
        assertThat(read("background: [{do: compact, every: 10m}, {do: command, at: 1h, run: backup.sh}]").set())
                .containsEntry("background", "compact every=10m; command at=1h run='backup.sh'");
        assertThat(read("set: {workers: 2}\nbackground: none").set()).containsEntry("background", "none")
                .containsEntry("workers", "2");
    }

    @Test
    void aNamedTimetableIsAValueLikeAnyOther() {
        String yaml = """
                timetables:
                  merges: [{do: compact, every: 10m}]
                  backups: command every=1h run=backup.sh
                vary: {background: [none, merges, backups]}
                """;
        assertThat(read(yaml).vary()).containsEntry("background", java.util.List.of("none",
                "merges: compact every=10m", "backups: command every=1h run='backup.sh'"));
        assertThat(read(yaml.replace("vary: {background: [none, merges, backups]}", "background: merges")).set())
                .containsEntry("background", "merges: compact every=10m");
    }

    @Test
    void whatIsRecordedSaysTheSame() {
        Experiment first = read(
                "timetables: {merges: [{do: compact, every: 10m}]}\nvary: {background: [none, merges]}");
        Experiment again = ExperimentReader.read(first.yaml(), "recorded");
        assertThat(again.vary()).isEqualTo(first.vary());
        assertThat(again.yaml()).isEqualTo(first.yaml());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "background: merge | b.yaml:3: background: 'merge' is neither a timetable nor a task (did you mean 'merges'?)",
        "background: [{do: compat}] | b.yaml:3: background: unknown task 'compat' (did you mean 'compact'?); there are "
                + "fold-heads, fold-objects, fold-heads-with-presence-check, list-keys, compact, snapshot, checkpoint, reindex, save, repair, command, fault, kill, stop, pause, restart, fill, freeze, slow, promote, cut, delay, throttle",
        "background: [compact] | b.yaml:3: background: a task is a mapping, as in "
                + "{do: fold-heads, every: 10m, throttle: 20k/s}",
        "background: [{do: compact, evry: 1h}] | b.yaml:3: background: compact: unknown option 'evry' "
                + "(did you mean 'every'?)",
        "vary: {background: [none, mergs]} | b.yaml:3: background: 'mergs' is neither a timetable nor a task "
                + "(did you mean 'merges'?)",
    })
    void whatIsWrongIsSaidWithItsPlace(String yaml, String complaint) {
        assertThatThrownBy(() -> ExperimentReader.read("workload: ingest\ntarget: memory\n" + yaml
                + "\ntimetables: {merges: [{do: compact}]}", "b.yaml")).isInstanceOf(InvalidInputException.class)
                .hasMessage(complaint);
    }

    @Test
    void aTimetableCannotBeCalledLikeATask() {
        assertThatThrownBy(() -> read("timetables: {compact: [{do: compact}]}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("b.yaml:3: timetables: 'compact' is no name for a timetable, since it means something already");
    }

    @Test
    void itStandsInOnePlace() {
        assertThatThrownBy(() -> read("set: {background: none}\nbackground: none"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("b.yaml:4: background is given here and under set; leave one of them out");
    }
}
