package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.TaskRun.State;
import org.junit.jupiter.api.Test;

class TaskRunTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void anEventTellsAllOfIt() {
        for (TaskRun run : List.of(
                new TaskRun("fold-heads", 3, "", 600 * SECOND + 1, 630 * SECOND, 512_345, State.DONE, ""),
                new TaskRun("command-2", 1, "small set", 0, 12, 0, State.FAILED, "exit status 3; and: more"),
                new TaskRun("compact", 1, "", 0, 12, 0, OptionalLong.of(123_456), State.DONE, "on disk; and: more"),
                new TaskRun("compact", 2, "", 0, 12, 0, OptionalLong.of(-7), State.DONE, ""))) {
            assertThat(TaskRun.of(run.event())).contains(run);
        }
    }

    @Test
    void itsTextCanBeRead() {
        assertThat(new TaskRun("fold-heads", 3, "north", 600 * SECOND, 630 * SECOND, 512_345, State.DONE, "").event())
                .isEqualTo(new Event(630 * SECOND, "background",
                        "fold-heads 3 of north: done, 512345 rows from 600.000000000 s to 630.000000000 s"));
    }

    @Test
    void ofEachRunTheLastWordCounts() {
        TaskRun begun = new TaskRun("compact", 1, "", 5, 5, 0, State.RUNNING, "");
        TaskRun done = new TaskRun("compact", 1, "", 5, 9, 0, State.DONE, "");
        TaskRun other = new TaskRun("compact", 2, "", 12, 12, 0, State.RUNNING, "");
        assertThat(TaskRun.of(List.of(begun.event(), new Event(6, "note", "x"), done.event(), other.event())))
                .containsExactly(done, other);
    }
}
