package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.core.workload.registry.Summary;

/** A load on the real server of a rig, with faults on its timetable. */
public final class FaultRuns {

    private final SharedServer server;
    private final Path folder;

    /** @param folder for what the runs make on this machine */
    public FaultRuns(SharedServer server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /**
     * What was recorded, and how it ended.
     *
     * @param ended the last event
     */
    public record Run(IterationDetail detail, RunEvent.Ended ended) {

        /** Other tests may keep the machine too busy for the rate. */
        private static final String HELD = "Limited by the generator: ";

        /** What became of the load, all of whose timetable was done and made one fault, and which nothing else spoilt. */
        public Recovery recovery() {
            assertThat(ended.verdict()).as("%s", ended.state()).matches("|" + HELD + ".*");
            assertThat(tasks()).as("%s", detail.events()).extracting(TaskRun::state).isNotEmpty()
                    .containsOnly(TaskRun.State.DONE);
            assertThat(recoveries()).hasSize(1);
            return recoveries().getFirst();
        }

        /** Whether this machine had no time for the load, so that nothing can be said of when its rate was back. */
        public boolean held() {
            return ended.verdict().startsWith(HELD);
        }

        public List<Recovery> recoveries() {
            return Recovery.of(detail);
        }

        public List<TaskRun> tasks() {
            return TaskRun.of(detail.events());
        }

        public long operations(Outcome outcome) {
            return detail.outcomes().stream().filter(o -> o.outcome() == outcome).mapToLong(OutcomeCount::operations)
                    .sum();
        }
    }

    /** @param settings of the load, as YAML of one line, but for {@code background} */
    public Run run(String workload, String settings, String background) {
        String target = server.server().rig();
        List<Setting> point = RecordedRun.point(workload, target, "warm-up: none, " + server.written() + settings
                + ", background: \"" + background + "\"");
        RecordedRun run = RecordedRun.of(RecordedRun.request(1, workload, target, point, folder));
        return new Run(run.detail(workload, point), run.ended());
    }

    /** What a run's summary says. */
    public static double value(Run run, String driver, String measure) {
        return Summary.of(run.detail(), Drivers.named(driver).measures()).stream()
                .filter(v -> v.measure().equals(measure)).mapToDouble(MeasuredValue::number).findFirst().orElseThrow();
    }
}
