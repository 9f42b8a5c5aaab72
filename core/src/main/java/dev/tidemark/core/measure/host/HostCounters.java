package dev.tidemark.core.measure.host;

/** Names in the readings of hosts, devices and generators. Seconds, bytes and plain counts. */
public final class HostCounters {

    // Counters of a host, in seconds summed over its processors.

    /** Programs, also those of low priority; all work where the system does not tell kinds apart. */
    public static final String CPU_USER = "cpu-user";
    /** The kernel, with interrupts. */
    public static final String CPU_SYSTEM = "cpu-system";
    /** Nothing to do but for work that waits for a device. */
    public static final String CPU_IOWAIT = "cpu-iowait";
    /** Taken by the machine that a virtual one runs on. */
    public static final String CPU_STEAL = "cpu-steal";
    public static final String CPU_IDLE = "cpu-idle";

    // Other counters of a host.

    /** From one thread to another, of all processors. */
    public static final String CONTEXT_SWITCHES = "context-switches";
    /** Received and sent; what stays on the machine counts once. */
    public static final String NETWORK_BYTES = "network-bytes";

    /** Begins the counter of one processor's work, with what the machine beneath took of it: {@code cpu-busy:3}. */
    public static final String CPU_BUSY = "cpu-busy:";

    // Gauges of a host.

    public static final String CORES = "cores";
    public static final String MEMORY = "memory";
    /** Memory that is not available to programs without swapping. */
    public static final String MEMORY_USED = "memory-used";
    /** File content and file systems' own blocks held in memory. */
    public static final String PAGE_CACHE = "page-cache";
    /** Of the page cache, what is still to be written. */
    public static final String DIRTY = "dirty";

    // Counters of a device.

    public static final String READS = "reads";
    public static final String WRITES = "writes";
    public static final String READ_BYTES = "read-bytes";
    public static final String WRITE_BYTES = "write-bytes";
    /** Summed over requests, from their arrival to their answer. */
    public static final String READ_TIME = "read-time";
    public static final String WRITE_TIME = "write-time";
    /** While at least one request was in progress. */
    public static final String IO_TIME = "io-time";
    /** Requests in progress summed over time. */
    public static final String QUEUE_TIME = "queue-time";

    // Counters of a server's process with those it started, which also have CPU, and READ_BYTES and WRITE_BYTES of what
    // reached the disks.

    /** Accesses to memory that waited for a disk, as reads of a mapped file do that is not in the page cache. */
    public static final String MAJOR_FAULTS = "major-faults";

    // Counters of a generator, which also has the gauge CORES: of its machine, also where it may use few of them.

    /** Seconds of the whole process; an embedded target runs in it and is counted. */
    public static final String CPU = "cpu";
    public static final String GC_PAUSE = "gc-pause";
    public static final String GC_COUNT = "gc-count";
    public static final String ALLOCATED = "allocated";
    /** Periods in which its control group, which has a limit, had work. */
    public static final String QUOTA_PERIODS = "quota-periods";
    /** Of these, those in which it was stopped for having used up its share. */
    public static final String QUOTA_THROTTLED = "quota-throttled";
    /** Gauge: processors' worth of time that its control group may have. */
    public static final String QUOTA_CORES = "quota-cores";
    /** Gauge. */
    public static final String HEAP_USED = "heap-used";

    // Gauges of a floor.

    public static final String P50 = "p50";
    public static final String P99 = "p99";

    private HostCounters() {}
}
