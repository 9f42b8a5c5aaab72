package dev.tidemark.core.run.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.BackgroundTarget;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compactions of engines that count more or less of what they do, snapshots, and programs. */
class TasksTest {

    private static Map<String, Double> bytes(double onDisk) {
        return Map.of("on-disk-size", onDisk);
    }

    private static Task.Done compacted(MetricSnapshot before, MetricSnapshot after) throws Exception {
        boolean[] compacted = {false};
        return done("compact", (_, method, _) -> {
            if (method.getName().equals("read")) {
                return List.of(compacted[0] ? after : before);
            }
            assertThat(method.getName()).isEqualTo("compact");
            compacted[0] = true;
            return null;
        });
    }

    /** @param called what the target answers */
    private static Task.Done done(String task, InvocationHandler called) throws Exception {
        OpenTarget target = (OpenTarget) Proxy.newProxyInstance(TasksTest.class.getClassLoader(),
                new Class<?>[] {OpenTarget.class}, called);
        return Tasks.of(BackgroundSchedule.parse(task).entries().getFirst(),
                new BackgroundTarget("", target, List.of()), 0, null,
                Clock.system()).run(new Throttle(Clock.system(), OptionalDouble.empty(), () -> false), Progress.none());
    }

    @Test
    void whatTheLoadWroteBesideItIsNotTakenOffWhereTheEngineCountsItsFlushes() throws Exception {
        Task.Done done = compacted(
                new MetricSnapshot("", Map.of("flush-write", 5e6, "compaction-write", 0.0), bytes(100e6)),
                new MetricSnapshot("", Map.of("flush-write", 45e6, "compaction-write", 60e6), bytes(60e6)));
        assertThat(done.reclaimed()).hasValue(80_000_000);
        assertThat(done.detail()).isEqualTo("on disk 100.0 MB before, 60.0 MB after; 40.0 MB were flushed meanwhile");
    }

    @Test
    void elseItIsWhatLayThereBeforeWithoutWhatLiesThereAfterwards() throws Exception {
        Task.Done done = compacted(new MetricSnapshot("", Map.of(), bytes(10e6)),
                new MetricSnapshot("", Map.of(), bytes(12e6)));
        assertThat(done.reclaimed()).hasValue(-2_000_000);
        assertThat(done.detail()).isEqualTo("on disk 10.0 MB before, 12.0 MB after");
    }

    @Test
    void pagesThatAreWrittenInPlaceBringNoNewSpace() throws Exception {
        Task.Done done = compacted(new MetricSnapshot("", Map.of("flush-write", 5e6), bytes(100e6)),
                new MetricSnapshot("", Map.of("flush-write", 2005e6), bytes(100e6)));
        assertThat(done.reclaimed()).hasValue(0);
        assertThat(done.detail()).isEqualTo("on disk 100.0 MB before, 100.0 MB after");
    }

    @Test
    void anEngineThatDoesNotTellItsSizeTellsNothing() throws Exception {
        MetricSnapshot none = new MetricSnapshot("", Map.of("flush-write", 5e6), Map.of());
        assertThat(compacted(none, none)).isEqualTo(Task.Done.said(""));
    }

    /** Files that are linked are in it, and were not written. */
    @Test
    void aSnapshotTellsHowLargeTheCopyIs() throws Exception {
        assertThat(done("snapshot", (_, _, _) -> 1_200_000_000L)).isEqualTo(Task.Done.said("a copy of 1200.0 MB"));
    }

    @Test
    void aProgramThatEndsWithTheLoadMayTidyUp(@TempDir Path folder) {
        Path begun = folder.resolve("begun");
        Path tidy = folder.resolve("tidy");
        Task program = Tasks.of(BackgroundSchedule.parse("command run='kill -INT $$; trap \"sleep 0.05; echo > " + tidy
                + "; exit\" TERM; echo > " + begun + "; while :; do sleep 0.01; done'").entries().getFirst(),
                new BackgroundTarget("", null, List.of()), 0, null, Clock.system());
        assertThatThrownBy(() -> program.run(new Throttle(Clock.system(), OptionalDouble.empty(),
                () -> Files.exists(begun)), Progress.none())).isInstanceOf(Throttle.Cancelled.class);
        assertThat(tidy).exists();
    }
}
