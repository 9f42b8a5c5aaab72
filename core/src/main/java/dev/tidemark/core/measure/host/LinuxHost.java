package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * This machine as Linux counts it: {@code /proc/stat}, {@code /proc/meminfo}, {@code /proc/net/dev} and
 * {@code /proc/diskstats}, see proc(5) and the kernel's iostats document. Four small files cost well below a millisecond and, unlike portable libraries,
 * have the time that requests took.
 *
 * @param devices whose counters are read; none are where the kernel is told not to count what one of them does, as the
 *                rest would pass for all
 */
record LinuxHost(ProcFs pseudo, List<String> devices) implements HostSource {

    /** {@code /proc/stat} counts in hundredths of a second on every Linux that Java runs on. */
    static final double TICKS = 100;
    /** The kernel counts in sectors of this many bytes, whatever the device's own are. */
    private static final double SECTOR = 512;
    private static final double MILLIS = 1000;
    private static final String SWITCHES = "ctxt ";
    private static final int RECEIVED = 0;
    private static final int SENT = 8;

    LinuxHost {
        boolean counted = devices.stream().noneMatch(d -> pseudo.lines("sys/block/" + d + "/queue/iostats").contains("0"));
        devices = counted ? List.copyOf(devices) : List.of();
    }

    @Override
    public List<MetricSnapshot> read() {
        List<MetricSnapshot> readings = new ArrayList<>();
        readings.add(host());
        if (!devices.isEmpty()) {
            pseudo.lines("proc/diskstats").stream().map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns.length >= 14 && devices.contains(columns[2]))
                    .forEach(columns -> readings.add(device(columns)));
        }
        return readings;
    }

    /** Processors of the machine, also where this process may use few of them; 0 where that is not told. */
    static long processors(ProcFs pseudo) {
        return pseudo.lines("proc/stat").stream().filter(line -> line.matches("cpu[0-9]+ .*")).count();
    }

    private MetricSnapshot host() {
        List<String> stat = pseudo.lines("proc/stat");
        List<String> processors = stat.stream().takeWhile(line -> line.startsWith("cpu")).toList();
        Map<String, Double> counters = new HashMap<>();
        stat.stream().filter(line -> line.startsWith(SWITCHES)).findFirst().ifPresent(line -> counters.put(
                HostCounters.CONTEXT_SWITCHES, Double.valueOf(line.substring(SWITCHES.length()))));
        network().ifPresent(bytes -> counters.put(HostCounters.NETWORK_BYTES, bytes));
        Map<String, Double> gauges = new HashMap<>(memory());
        if (!processors.isEmpty()) {
            processors(processors.getFirst().split("\\s+"), counters);
            gauges.put(HostCounters.CORES, processors.size() - 1.0);
            processors.stream().skip(1).map(line -> line.split("\\s+")).forEach(columns -> counters.put(
                    HostCounters.CPU_BUSY + columns[0].substring("cpu".length()),
                    sum(columns, TICKS, 1, 2, 3, 6, 7, 8)));
        }
        return new MetricSnapshot(MetricSnapshot.HOST, counters, gauges);
    }

    /** User, nice, system, idle, iowait, irq, softirq, steal; the guests' time after them is part of user. */
    private static void processors(String[] columns, Map<String, Double> counters) {
        counters.put(HostCounters.CPU_USER, sum(columns, TICKS, 1, 2));
        counters.put(HostCounters.CPU_SYSTEM, sum(columns, TICKS, 3, 6, 7));
        counters.put(HostCounters.CPU_IDLE, sum(columns, TICKS, 4));
        counters.put(HostCounters.CPU_IOWAIT, sum(columns, TICKS, 5));
        counters.put(HostCounters.CPU_STEAL, sum(columns, TICKS, 8));
    }

    private static double sum(String[] columns, double unit, int... which) {
        double sum = 0;
        for (int column : which) {
            sum += column < columns.length ? Double.parseDouble(columns[column]) : 0;
        }
        return sum / unit;
    }

    /**
     * Bytes of the interfaces that have a device beneath them, or where none has, as in a container, of all; those of
     * bridges and tunnels would count what goes through a device once more. What a machine sends itself is received, too.
     */
    private Optional<Double> network() {
        Map<String, String[]> interfaces = new HashMap<>();
        for (String line : pseudo.lines("proc/net/dev")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                interfaces.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip().split("\\s+"));
            }
        }
        Optional<String[]> own = Optional.ofNullable(interfaces.remove("lo"));
        List<String> devices = interfaces.keySet().stream()
                .filter(name -> isDevice(name) && !isDevice(name + "/master")).toList();
        return own.isEmpty() && interfaces.isEmpty() ? Optional.empty()
                : Optional.of(own.map(columns -> sum(columns, 1, SENT)).orElse(0.0)
                        + (devices.isEmpty() ? interfaces.keySet() : devices).stream()
                        .mapToDouble(name -> sum(interfaces.get(name), 1, RECEIVED, SENT)).sum());
    }

    /**
     * Whether it is more than a name for others. What such a one stands for in a virtual machine, as the function of an
     * adapter behind its paravirtual interface does, is counted there, too; the members of a bond are not.
     */
    private boolean isDevice(String networkInterface) {
        return Files.exists(pseudo.path("sys/class/net/" + networkInterface + "/device"));
    }

    private Map<String, Double> memory() {
        Map<String, Double> kilobytes = new HashMap<>();
        for (String line : pseudo.lines("proc/meminfo")) {
            String[] columns = line.split("\\s+");
            if (columns.length == 3 && columns[2].equals("kB")) {
                kilobytes.put(columns[0], Double.valueOf(columns[1]));
            }
        }
        return memory(kilobytes, "MemTotal:", "MemAvailable:", "Cached:", "Buffers:", "Dirty:", "Writeback:", 1024);
    }

    /** The gauges of memory from numbers under the names that a source has for them. */
    static Map<String, Double> memory(Map<String, Double> numbers, String total, String available, String cached,
            String buffers, String dirty, String writeback, double unit) {
        Map<String, Double> gauges = new HashMap<>();
        put(gauges, HostCounters.MEMORY, numbers.get(total), 0.0, unit);
        if (numbers.containsKey(available)) {
            put(gauges, HostCounters.MEMORY_USED, numbers.get(total), -numbers.get(available), unit);
        }
        put(gauges, HostCounters.PAGE_CACHE, numbers.get(cached), numbers.get(buffers), unit);
        put(gauges, HostCounters.DIRTY, numbers.get(dirty), numbers.get(writeback), unit);
        return gauges;
    }

    private static void put(Map<String, Double> gauges, String name, Double number, Double more, double unit) {
        if (number != null && more != null) {
            gauges.put(name, (number + more) * unit);
        }
    }

    private static MetricSnapshot device(String[] columns) {
        Map<String, Double> counters = new HashMap<>();
        counters.put(HostCounters.READS, sum(columns, 1, 3));
        counters.put(HostCounters.READ_BYTES, sum(columns, 1 / SECTOR, 5));
        counters.put(HostCounters.READ_TIME, sum(columns, MILLIS, 6));
        counters.put(HostCounters.WRITES, sum(columns, 1, 7));
        counters.put(HostCounters.WRITE_BYTES, sum(columns, 1 / SECTOR, 9));
        counters.put(HostCounters.WRITE_TIME, sum(columns, MILLIS, 10));
        counters.put(HostCounters.IO_TIME, sum(columns, MILLIS, 12));
        counters.put(HostCounters.QUEUE_TIME, sum(columns, MILLIS, 13));
        return new MetricSnapshot(MetricSnapshot.DEVICE + columns[2], counters, Map.of());
    }
}
