package dev.tidemark.core.measure.host;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.measure.host.HostUtilization.Device;
import dev.tidemark.core.measure.host.HostUtilization.Generator;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;

/**
 * What the machines did in the headline phase, for every workload: the differences of their counters between the
 * readings at its start and at its end. Devices are those of the target's machine, added up where there are several.
 */
public final class HostMeasures {

    public static final Measure DEVICE_WRITE = new Measure("device-write", "Device write", "MB", LOWER, 0,
            "Bytes written to the devices beneath the data, to each disk of an array, by whatever on the machine; "
            + "the page cache may write later.");
    public static final Measure DEVICE_READ = new Measure("device-read", "Device read", "MB", LOWER, 0,
            "Bytes read from the devices beneath the data, from each disk of an array, by whatever on the machine.");
    public static final Measure DEVICE_WRITES = new Measure("device-writes-per-second", "Device writes", "/s", NEITHER,
            0, "Write requests answered by the devices per second, by each disk of an array; operations of the "
            + "load need not be requests.");
    public static final Measure DEVICE_READS = new Measure("device-reads-per-second", "Device reads", "/s", NEITHER, 0,
            "Read requests answered by the devices per second, by each disk of an array; operations of the load "
            + "need not be requests.");
    public static final Measure SERVER_READ = new Measure("server-read-per-second", "Server disk reads", "MB/s",
            NEITHER, 2, "Bytes per second that the processes of the target's server on this machine had the disks "
            + "read.");
    public static final Measure SERVER_WRITE = new Measure("server-write-per-second", "Server disk writes", "MB/s",
            NEITHER, 2, "Bytes per second that the processes of the target's server on this machine had the disks "
            + "write.");
    public static final Measure SERVER_FAULTS = new Measure("server-page-faults-per-second", "Server page faults", "/s",
            NEITHER, 1, "Accesses to memory per second for which the processes of the target's server on this machine "
                    + "waited for a disk, as when they read a mapped file that is not in the page cache.");
    public static final Measure DEVICE_UTILISATION = new Measure("device-utilisation", "Device busy", "%", NEITHER, 1,
            "Share of the time in which the busiest device had a request in progress; a device that serves several at "
                    + "once may have more to give at 100 %.");
    public static final Measure DEVICE_AWAIT = new Measure("device-await", "Device await", "ms", LOWER, 2,
            "Mean time from a request's arrival at a device to its answer.");
    public static final Measure CPU_BUSY = new Measure("cpu-busy", "CPU busy", "%", NEITHER, 1,
            "Share of the time of all processors of the target's machine that was work, or was taken from a virtual "
                    + "machine by the one beneath.");
    public static final Measure CPU_IOWAIT = new Measure("cpu-iowait", "CPU I/O wait", "%", NEITHER, 1,
            "Share of the time of all processors that had nothing to do but work that waited for a device.");
    public static final Measure CPU_STEAL = new Measure("cpu-steal", "CPU steal", "%", LOWER, 1,
            "Share of the time of all processors that the machine beneath took from this virtual one.");
    public static final Measure GENERATOR_CPU = new Measure("generator-cpu", "Generator CPU", "%", NEITHER, 1,
            "Share of the time of all processors of its machine that the generator's process used; an embedded target "
                    + "runs in it and is counted.");
    public static final Measure GC_PAUSE = new Measure("gc-pause", "GC pauses", "ms", LOWER, 0,
            "Time in which garbage collection stood the generator still; of several agents the longest.");
    public static final Measure PAUSES_FROM = new Measure("pauses-from", "Pauses from", "%", NEITHER, 2,
            "Percentile of the latencies above which they may be pauses of the generator rather than the target's "
                    + "doing: 100 % less the share of the time in which garbage collection stood it still; of several "
                    + "agents the lowest.");
    public static final Measure FSYNC_P50 = new Measure("fsync-floor.p50", "Fsync floor p50", "ms", LOWER, 3,
            "Half of the small writes to the data's device lasted no longer until they were durable, measured alone "
                    + "before the load; a synced transaction can hardly be faster.");
    public static final Measure FSYNC_P99 = new Measure("fsync-floor.p99", "Fsync floor p99", "ms", LOWER, 3,
            "99 % of the small writes to the data's device lasted no longer until they were durable, measured alone "
                    + "before the load.");

    /** To stand after a workload's own. */
    public static final MeasureSet ALL = MeasureSet.of(DEVICE_WRITE, DEVICE_READ, DEVICE_UTILISATION, DEVICE_AWAIT,
            CPU_BUSY, GENERATOR_CPU, FSYNC_P50, FSYNC_P99, DEVICE_WRITES, DEVICE_READS, SERVER_READ, SERVER_WRITE,
            SERVER_FAULTS, GC_PAUSE, CPU_IOWAIT, CPU_STEAL, PAUSES_FROM);

    private HostMeasures() {}

    /** Those that the iteration yields. */
    public static List<MeasuredValue> of(IterationDetail detail) {
        List<TimedSnapshot> start = detail.readings(TimedSnapshot.START);
        List<TimedSnapshot> end = detail.readings(TimedSnapshot.END);
        HostUtilization use = HostUtilization.between(start, end);
        List<MeasuredValue> values = new ArrayList<>();
        put(values, DEVICE_WRITE, use.total(Device::writeBytes));
        put(values, DEVICE_READ, use.total(Device::readBytes));
        put(values, DEVICE_WRITES, use.total(d -> d.writes() / d.seconds()));
        put(values, DEVICE_READS, use.total(d -> d.reads() / d.seconds()));
        put(values, SERVER_READ, ofServers(start, end, HostCounters.READ_BYTES));
        put(values, SERVER_WRITE, ofServers(start, end, HostCounters.WRITE_BYTES));
        put(values, SERVER_FAULTS, ofServers(start, end, HostCounters.MAJOR_FAULTS));
        use.busiest().ifPresent(d -> put(values, DEVICE_UTILISATION, OptionalDouble.of(d.utilisation())));
        put(values, DEVICE_AWAIT, await(use));
        use.processors().ifPresent(p -> {
            put(values, CPU_BUSY, OptionalDouble.of(p.busy()));
            put(values, CPU_IOWAIT, OptionalDouble.of(p.iowait()));
            put(values, CPU_STEAL, OptionalDouble.of(p.steal()));
        });
        use.generator().ifPresent(g -> put(values, GENERATOR_CPU, OptionalDouble.of(g.cpu())));
        List<Generator> generators = Stream.concat(use.generator().stream(),
                HostUtilization.agents(start, end).values().stream()).toList();
        put(values, GC_PAUSE, generators.stream().mapToDouble(Generator::gcPause).max());
        put(values, PAUSES_FROM, generators.stream().mapToDouble(g -> Math.max(0, 1 - g.gcPause() / g.seconds()))
                .min());
        start.stream().map(TimedSnapshot::reading).filter(r -> r.node().equals(MetricSnapshot.FSYNC_FLOOR))
                .forEach(floor -> {
            put(values, FSYNC_P50, gauge(floor, HostCounters.P50));
            put(values, FSYNC_P99, gauge(floor, HostCounters.P99));
        });
        return values;
    }

    /** Over the requests of all devices; absent without any. */
    private static OptionalDouble await(HostUtilization use) {
        double requests = use.total(d -> d.reads() + d.writes()).orElse(0);
        double waited = use.total(d -> d.await().orElse(0) * (d.reads() + d.writes())).orElse(0);
        return requests > 0 ? OptionalDouble.of(waited / requests) : OptionalDouble.empty();
    }

    private static OptionalDouble gauge(MetricSnapshot metricSnapshot, String name) {
        Double level = metricSnapshot.gauges().get(name);
        return level == null ? OptionalDouble.empty() : OptionalDouble.of(level);
    }

    /**
     * Per second, of all servers' processes together; unknown where one that was there at the start is not at the end.
     */
    private static OptionalDouble ofServers(List<TimedSnapshot> start, List<TimedSnapshot> end, String counter) {
        double sum = 0;
        boolean any = false;
        for (TimedSnapshot before : start) {
            if (before.reading().node().startsWith(MetricSnapshot.SERVER)) {
                Double from = before.reading().counters().get(counter);
                Optional<TimedSnapshot> after = end.stream()
                        .filter(r -> r.reading().node().equals(before.reading().node())).findFirst();
                Double to = after.map(r -> r.reading().counters().get(counter)).orElse(null);
                if (from == null || to == null || to < from || after.get().at() <= before.at()) {
                    return OptionalDouble.empty();
                }
                sum += (to - from) / ((after.get().at() - before.at()) / 1e9);
                any = true;
            }
        }
        return any ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    private static void put(List<MeasuredValue> values, Measure measure, OptionalDouble base) {
        base.ifPresent(number -> values.add(MeasuredValue.of(measure.name(), measure.fromBase(number))));
    }
}
