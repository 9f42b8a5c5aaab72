package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.store.ResultStore;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What an operation cost on a real server, as Tidemark tells it and as {@link ProcessObserver another process} saw it. */
@EnabledIfSystemProperty(named = "rigs", matches = "all")
@Isolated("what others write would be between the readings of the two")
class OperationCostsObservedTest {

    private static final Percentage AGREES = withinPercentage(3);

    @TempDir
    private Path folder;

    @Test
    void anOutsideObserverCountsTheSame() throws Exception {
        try (Program program = new Program(folder)) {
            Postgres postgres = Postgres.started(program);
            Path seen = program.file("seen");
            try {
                long server = ProcessObserver.parent(Long.parseLong(postgres.texts("SELECT pid FROM pg_stat_activity "
                        + "WHERE backend_type = 'checkpointer'").getFirst())); // which lives as long as the server
                Process run = program.start(program.command("volume", "--target", "postgres", "--label", "watched", "--mix",
                        "get=1,update=1", "--key-count", "10k", "--workers", "4", "--duration", "20s", "--settle", "false",
                        "--alongside"));
                List<String> observer = program.java(ProcessObserver.class);
                observer.addAll(List.of(String.valueOf(server), String.valueOf(run.pid()), seen.toString()));
                Process observing = new ProcessBuilder(observer).redirectErrorStream(true).redirectOutput(
                        program.file("observer").toFile()).start();
                program.finish(run).ok();
                observing.destroy();
                observing.waitFor();
            } finally {
                postgres.stop();
            }
            assertThat(Files.readString(program.file("observer"))).isEmpty();
            Iteration iteration = program.iterations("watched").getFirst();
            try (ResultStore store = ResultStore.open(program.store())) {
                Observed observed = new Observed(iteration, store.detail(iteration.id()), seen);
                observed.agrees(OperationCosts.SERVER_CPU.name(), 1e3, MetricSnapshot.SERVER, ProcessObserver.SERVER);
                observed.agrees(OperationCosts.GENERATOR_CPU.name(), 1e3, MetricSnapshot.GENERATOR, ProcessObserver.GENERATOR);
                observed.agrees(OperationCosts.NETWORK.name(), 1, MetricSnapshot.HOST, ProcessObserver.NETWORK);
                observed.agrees(OperationCosts.DEVICE_WRITE.name(), 1, MetricSnapshot.DEVICE, "");
            }
        }
    }

    private record Observed(Iteration iteration, IterationDetail detail, Path seen) {

        /** @param counter of the observer's; empty for the device that the readings name */
        void agrees(String measure, double unit, String node, String counter) throws Exception {
            TimedSnapshot start = reading(TimedSnapshot.START, node);
            TimedSnapshot end = reading(TimedSnapshot.END, node);
            double began = iteration.started().getEpochSecond() * 1e9 + iteration.started().getNano();
            double grown = ProcessObserver.grown(seen, counter.isEmpty() ? start.reading().node().substring(node.length())
                    : counter, began + start.at(), began + end.at());
            double operations = value("operations-per-second") * value("elapsed");
            System.out.printf(Locale.ROOT, "%s: Tidemark %.2f, observer %.2f (%.0f operations)%n", measure, value(measure),
                    grown / unit / operations, operations);
            assertThat(value(measure)).as(measure).isCloseTo(grown / unit / operations, AGREES);
        }

        private TimedSnapshot reading(String moment, String node) {
            return detail.readings(moment).stream().filter(r -> r.reading().node().startsWith(node)).findFirst().orElseThrow();
        }

        private double value(String measure) {
            return iteration.value(measure).orElseThrow().number();
        }
    }
}
