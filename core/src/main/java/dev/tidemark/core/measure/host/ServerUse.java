package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * What servers of this machine used, as Linux counts it: {@code /proc/PID/stat} has processor time and the page faults
 * that waited for a disk, {@code /proc/PID/io}, which only their user may read, what they made the disks do; see proc(5).
 * With the processes that a server has started: what those have used that have ended counts for who waited for them.
 */
record ServerUse(ProcFs pseudo, List<ServerProcess> servers) implements HostSource {

    /** Of the fields of {@link ServerProcess#stat}: own, and of those that have ended. */
    private static final List<Integer> MAJOR_FAULTS = List.of(9, 10);

    @Override
    public List<MetricSnapshot> read() {
        return servers.stream().flatMap(server -> read(server).stream()).toList();
    }

    private Optional<MetricSnapshot> read(ServerProcess server) {
        Map<String, Double> counters = new HashMap<>();
        for (long pid : ServerProcess.tree(pseudo, server.pid()).reversed()) { // one that ends meanwhile counts once
            add(pid, counters);
        }
        return counters.isEmpty() ? Optional.empty()
                : Optional.of(new MetricSnapshot(MetricSnapshot.SERVER + server.place(), counters, Map.of()));
    }

    private void add(long pid, Map<String, Double> counters) {
        for (String line : pseudo.lines("proc/" + pid + "/io")) {
            String[] parts = line.split(":\\s*");
            switch (parts[0]) {
                case "read_bytes" -> counters.merge(HostCounters.READ_BYTES, Double.valueOf(parts[1]), Double::sum);
                case "write_bytes" -> counters.merge(HostCounters.WRITE_BYTES, Double.valueOf(parts[1]), Double::sum);
                default -> { }
            }
        }
        List<String> stat = ServerProcess.stat(pseudo, pid);
        add(stat, HostCounters.MAJOR_FAULTS, MAJOR_FAULTS, 1, counters);
        add(stat, HostCounters.CPU, ServerProcess.TICKS, LinuxHost.TICKS, counters);
    }

    private static void add(List<String> stat, String counter, List<Integer> fields, double unit,
            Map<String, Double> counters) {
        ServerProcess.sum(stat, fields).ifPresent(sum -> counters.merge(counter, sum / unit, Double::sum));
    }
}
