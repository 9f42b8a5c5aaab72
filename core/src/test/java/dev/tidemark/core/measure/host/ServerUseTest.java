package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerUseTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path root;

    private static TimedSnapshot at(long seconds, String moment, int port, double read, double faults) {
        return new TimedSnapshot(seconds * SECOND, moment, new MetricSnapshot(MetricSnapshot.SERVER + port,
                Map.of("read-bytes", read, "write-bytes", 0.0, "major-faults", faults), Map.of()));
    }

    private static Map<String, Double> measures(TimedSnapshot... readings) {
        return HostMeasures.of(new IterationDetail("query", List.of(), List.of(), List.of(), List.of(),
                List.of(readings), List.of(), List.of())).stream().filter(v -> v.measure().startsWith("server-"))
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    @Test
    void theKernelSaysWhatReachedTheDisks() throws IOException {
        Path process = Files.createDirectories(root.resolve("proc/20"));
        Files.writeString(process.resolve("io"), "rchar: 900\nwchar: 800\nsyscr: 70\nsyscw: 60\nread_bytes: 4096\n"
                + "write_bytes: 8192\ncancelled_write_bytes: 0\n");
        Files.writeString(process.resolve("stat"), "20 (a (b) c) S 1 20 20 0 -1 4194560 5000 0 17 0 99 12 0 0 20 0");
        List<ServerProcess> servers = List.of(new ServerProcess(20, "8983", List.of()),
                new ServerProcess(21, "8984", List.of()));

        assertThat(new ServerUse(new ProcFs(root), servers).read()).as("another one's is not ours to read")
                .containsExactly(new MetricSnapshot("server:8983",
                        Map.of("read-bytes", 4096.0, "write-bytes", 8192.0, "major-faults", 17.0, "cpu", 1.11),
                        Map.of()));
    }

    /** As PostgreSQL's for each connection: own and children's faults and ticks, of those that have ended and those that live. */
    @Test
    void whatAServerHasStartedCountsForItWhetherItHasEndedOrNot() throws IOException {
        String[] stats = {"20 (postgres) S 1 20 20 0 -1 0 0 0 1 2 100 0 1000 0", "21 (postgres) S 20 20 20 0 -1 0 0 0 4 8 150 50 0 0",
            "22 (sh) S 21 20 20 0 -1 0 0 0 0 0 50 0 0 50", "30 (other) S 1 20 20 0 -1 0 0 0 99 99 9999 0 0 0"};
        for (String stat : stats) {
            Path process = Files.createDirectories(root.resolve("proc/" + stat.substring(0, 2)));
            Files.writeString(process.resolve("stat"), stat);
            Files.writeString(process.resolve("io"), "read_bytes: 100\nwrite_bytes: 1000\n");
        }
        assertThat(new ServerUse(new ProcFs(root), List.of(new ServerProcess(20, "5432", List.of()))).read())
                .containsExactly(new MetricSnapshot("server:5432", Map.of("read-bytes", 300.0, "write-bytes", 3000.0,
                        "major-faults", 15.0, "cpu", 14.0), Map.of()));
    }

    @Test
    void nodesAreAddedUpAndOneThatEndedMakesThemUnknown() {
        assertThat(measures(at(0, TimedSnapshot.START, 1, 1e6, 10), at(0, TimedSnapshot.START, 2, 0, 0),
                at(10, TimedSnapshot.END, 1, 21e6, 30), at(10, TimedSnapshot.END, 2, 10e6, 5)))
                .isEqualTo(Map.of("server-read-per-second", 3.0, "server-write-per-second", 0.0,
                        "server-page-faults-per-second", 2.5));
        assertThat(measures(at(0, TimedSnapshot.START, 1, 1e6, 10), at(0, TimedSnapshot.START, 2, 0, 0),
                at(10, TimedSnapshot.END, 1, 21e6, 30))).isEmpty();
        assertThat(measures())
                .as("a server elsewhere is unknown, never 0").isEmpty();
    }
}
