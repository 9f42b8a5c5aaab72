package dev.tidemark.core.measure.host;

import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.result.MetricSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What servers' processes of this machine made the disks do, as Linux counts it: {@code /proc/PID/io}, which only their
 * user may read, and the page faults of {@code /proc/PID/stat} that waited for a disk; see proc(5).
 */
record ServerIo(ProcFs pseudo, List<ServerProcess> servers) implements HostSource {

    /** Of the fields behind the name, which is in parentheses and may hold blanks. */
    private static final int MAJOR_FAULTS = 9;

    @Override
    public List<MetricSnapshot> read() {
        return servers.stream().flatMap(server -> read(server).stream()).toList();
    }

    private Optional<MetricSnapshot> read(ServerProcess server) {
        Map<String, Double> counters = new HashMap<>();
        for (String line : pseudo.lines("proc/" + server.pid() + "/io")) {
            String[] parts = line.split(":\\s*");
            switch (parts[0]) {
                case "read_bytes" -> counters.put(HostCounters.READ_BYTES, Double.valueOf(parts[1]));
                case "write_bytes" -> counters.put(HostCounters.WRITE_BYTES, Double.valueOf(parts[1]));
                default -> { }
            }
        }
        pseudo.text("proc/" + server.pid() + "/stat")
                .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).strip().split(" "))
                .filter(fields -> fields.length > MAJOR_FAULTS)
                .ifPresent(fields -> counters.put(HostCounters.MAJOR_FAULTS, Double.valueOf(fields[MAJOR_FAULTS])));
        return counters.isEmpty() ? Optional.empty()
                : Optional.of(new MetricSnapshot(MetricSnapshot.SERVER + server.port(), counters, Map.of()));
    }
}
