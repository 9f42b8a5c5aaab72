package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.result.Direction.LOWER;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.host.HostCounters;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;

/**
 * What one operation cost, for every workload: how far counters of machines and processes grew between the readings that
 * bound the headline phase, by what was done in it. An operation is what the throughput counts: a document, a query, a
 * read or write, a script. What a failed one cost counts for those that were done; what others do on a machine counts,
 * too, but for the processor time of processes.
 */
public final class OperationCosts {

    public static final Measure GENERATOR_CPU = cost("generator-cpu-per-operation", "Generator CPU", "µs", 1,
            "Processor time of the generator's process, or of those of all agents; an embedded target runs in it and is "
                    + "counted.");
    public static final Measure SERVER_CPU = cost("server-cpu-per-operation", "Server CPU", "µs", 1,
            "Processor time of the processes of the target's server on this machine, and of those that they started.");
    public static final Measure SWITCHES = cost("context-switches-per-operation", "Context switches", "", 1,
            "Changes of a processor of the target's machine from one thread to another, whoever's they were.");
    public static final Measure DEVICE_WRITE = cost("device-write-per-operation", "Device write", "B", 0,
            "Bytes written to the devices beneath the data, to each disk of an array, by whatever on the machine; "
            + "the page cache may write later.");
    public static final Measure DEVICE_READ = cost("device-read-per-operation", "Device read", "B", 0,
            "Bytes read from the devices beneath the data, from each disk of an array, by whatever on the machine.");
    public static final Measure JOURNAL_WRITE = cost("journal-write-per-operation", "WAL write", "B", 0,
            "Bytes appended to the write-ahead log, as the engine counts them.");
    public static final Measure NETWORK = cost("network-per-operation", "Network", "B", 0,
            "Bytes through the network of the target's machine, both ways and by whatever on it; what its programs send "
                    + "each other counts once.");

    /** To stand after a workload's own. */
    public static final MeasureSet ALL = MeasureSet.of(GENERATOR_CPU, SERVER_CPU, SWITCHES, DEVICE_WRITE, DEVICE_READ,
            JOURNAL_WRITE, NETWORK);

    private OperationCosts() {}

    private static Measure cost(String name, String title, String unit, int decimals, String help) {
        return new Measure(name, title + " per operation", unit, LOWER, decimals, help);
    }

    /** Whether a measure is one of these. */
    public static boolean isCost(Measure measure) {
        return ALL.find(measure.name()).isPresent();
    }

    /** The heading of a cost where its place tells that it is one. */
    public static String heading(Measure cost) {
        return cost.title().replace(" per operation", "");
    }

    /**
     * Those that the iteration yields.
     *
     * @param operations done in the headline phase
     */
    public static List<MeasuredValue> of(IterationDetail detail, long operations) {
        List<MeasuredValue> values = new ArrayList<>();
        if (operations > 0) {
            Growth growth = new Growth(detail, operations, values);
            growth.put(GENERATOR_CPU, MetricSnapshot::ofGenerator, HostCounters.CPU);
            growth.put(SERVER_CPU, r -> r.node().startsWith(MetricSnapshot.SERVER), HostCounters.CPU);
            growth.put(SWITCHES, node(MetricSnapshot.HOST), HostCounters.CONTEXT_SWITCHES);
            growth.put(DEVICE_WRITE, r -> r.node().startsWith(MetricSnapshot.DEVICE), HostCounters.WRITE_BYTES);
            growth.put(DEVICE_READ, r -> r.node().startsWith(MetricSnapshot.DEVICE), HostCounters.READ_BYTES);
            growth.put(JOURNAL_WRITE, MetricSnapshot::ofTarget, EngineMeasures.JOURNAL_WRITE.name());
            growth.put(NETWORK, node(MetricSnapshot.HOST), HostCounters.NETWORK_BYTES);
        }
        return values;
    }

    private static Predicate<MetricSnapshot> node(String name) {
        return reading -> reading.node().equals(name);
    }

    private record Growth(IterationDetail detail, long operations, List<MeasuredValue> values) {

        void put(Measure cost, Predicate<MetricSnapshot> of, String counter) {
            NodeSums.growth(detail, TimedSnapshot.START, TimedSnapshot.END, of, List.of(counter)).ifPresent(grown ->
                    values.add(MeasuredValue.of(cost.name(), cost.fromBase(grown / operations))));
        }
    }
}
