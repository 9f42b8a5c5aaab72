package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;

/**
 * What machines did between two moments, as the differences of their counters.
 *
 * @param processors  of the target's machine; empty when not counted
 * @param devices     of the target's machine, by name
 * @param generator   the process that made the load; empty when not counted
 * @param apart       whether the generator may be on another machine than the target whose processors these are
 * @param ofGenerator processors of the generator's machine, where the target may be on another that is not watched
 */
public record HostUtilization(Optional<Processors> processors, List<Device> devices, Optional<Generator> generator,
        boolean apart, Optional<Processors> ofGenerator) {

    /** Nothing was watched. */
    public static final HostUtilization UNKNOWN = new HostUtilization(Optional.empty(), List.of(), Optional.empty());

    /**
     * Of the time that all processors counted between the readings, at least this share of what passed must be there;
     * else the readings are not of the time they claim, as in a simulation, where time passes without work.
     */
    private static final double COUNTED = 0.5;
    /** Seconds of 2³² milliseconds. */
    private static final double ROUND = 0x1p32 / 1000;

    public HostUtilization {
        devices = List.copyOf(devices);
    }

    /** Of one machine. */
    public HostUtilization(Optional<Processors> processors, List<Device> devices, Optional<Generator> generator) {
        this(processors, devices, generator, false, Optional.empty());
    }

    /** The same of a target's machine that is watched from another. */
    public HostUtilization fromApart() {
        return new HostUtilization(processors, devices, generator, true, ofGenerator);
    }

    /**
     * Shares of the time of all processors, 0 to 1; the rest was idle.
     *
     * @param each the share of its own time that each was busy, the busiest first; empty where they are not told apart
     */
    public record Processors(double user, double system, double iowait, double steal, List<Double> each) {

        public Processors {
            each = each.stream().sorted(Comparator.reverseOrder()).toList();
        }

        public Processors(double user, double system, double iowait, double steal) {
            this(user, system, iowait, steal, List.of());
        }

        /** The share in which no more work could have been done: work, and what the machine beneath took. */
        public double busy() {
            return user + system + steal;
        }
    }

    /**
     * A device.
     *
     * @param name        as the kernel has it
     * @param seconds     how long it was watched
     * @param reads       requests answered
     * @param writes      requests answered
     * @param readBytes   bytes
     * @param writeBytes  bytes
     * @param utilisation share of the time with at least one request in progress, 0 to 1
     * @param await       mean seconds from a request's arrival to its answer; absent without requests
     * @param queue       mean number of requests in progress
     */
    public record Device(String name, double seconds, double reads, double writes, double readBytes, double writeBytes,
            double utilisation, OptionalDouble await, double queue) {}

    /**
     * A generator's process.
     *
     * @param cpu       share of the time of all processors of its machine, 0 to 1
     * @param gcPause   seconds in which garbage collection stood it still
     * @param gcCount   collections that did
     * @param allocated bytes of objects made
     * @param seconds   how long it was watched
     * @param quota     what its control group may have; empty without a limit
     */
    public record Generator(double cpu, double gcPause, double gcCount, double allocated, double seconds,
            Optional<Quota> quota) {

        public Generator(double cpu, double gcPause, double gcCount, double allocated, double seconds) {
            this(cpu, gcPause, gcCount, allocated, seconds, Optional.empty());
        }
    }

    /**
     * A limit on a process's processors, as that of a container.
     *
     * @param cores     processors' worth of time
     * @param throttled share of the periods with work in which it was stopped for having used that up, 0 to 1
     */
    public record Quota(double cores, double throttled) {}

    /** @param from readings at one moment, of any nodes; @param to the same nodes' at a later one */
    public static HostUtilization between(List<TimedSnapshot> from, List<TimedSnapshot> to) {
        List<Device> devices = new ArrayList<>();
        Optional<Processors> processors = Optional.empty();
        Optional<Processors> ofGenerator = Optional.empty();
        Optional<Generator> generator = Optional.empty();
        for (TimedSnapshot after : to) {
            String node = after.reading().node();
            Optional<Difference> difference = difference(from, after);
            if (difference.isPresent() && node.equals(MetricSnapshot.HOST)) {
                processors = processors(difference.get());
            } else if (difference.isPresent() && node.equals(MetricSnapshot.GENERATOR_HOST)) {
                ofGenerator = processors(difference.get());
            } else if (difference.isPresent() && node.equals(MetricSnapshot.GENERATOR)) {
                generator = generator(difference.get());
            } else if (difference.isPresent() && node.startsWith(MetricSnapshot.DEVICE)) {
                device(node.substring(MetricSnapshot.DEVICE.length()), difference.get()).ifPresent(devices::add);
            }
        }
        devices.sort(Comparator.comparing(Device::name));
        return new HostUtilization(processors, devices, generator, false, ofGenerator);
    }

    /** The processes that made the load together, by agent's name, as {@link #between}; those that were counted. */
    public static Map<String, Generator> agents(List<TimedSnapshot> from, List<TimedSnapshot> to) {
        Map<String, Generator> agents = new TreeMap<>();
        for (TimedSnapshot after : to) {
            String node = after.reading().node();
            if (node.startsWith(MetricSnapshot.AGENT)) {
                difference(from, after).flatMap(HostUtilization::generator)
                        .ifPresent(of -> agents.put(node.substring(MetricSnapshot.AGENT.length()), of));
            }
        }
        return agents;
    }

    private static Optional<Difference> difference(List<TimedSnapshot> from, TimedSnapshot after) {
        return from.stream().filter(r -> r.reading().node().equals(after.reading().node())).findFirst()
                .map(before -> new Difference(before, after)).filter(d -> d.seconds() > 0);
    }

    private record Difference(TimedSnapshot before, TimedSnapshot after) {

        double seconds() {
            return (after.at() - before.at()) / 1e9;
        }

        /** Absent where it was not counted at both moments, or where the count began anew between them. */
        OptionalDouble of(String counter) {
            Double from = before.reading().counters().get(counter);
            Double to = after.reading().counters().get(counter);
            return from == null || to == null || to < from ? OptionalDouble.empty() : OptionalDouble.of(to - from);
        }

        /** With 0 for what this system does not count. */
        double orNone(String counter) {
            return of(counter).orElse(0);
        }

        /**
         * The same of seconds that Linux counts in 32 bits of milliseconds, whatever it counts beside them: they come
         * round after 50 days, and of 32 requests in progress after a day and a half. A step of more than half of a round
         * is that of a device that began anew.
         */
        double time(String counter) {
            Double from = before.reading().counters().get(counter);
            Double to = after.reading().counters().get(counter);
            double step = from == null || to == null ? 0 : to >= from ? to - from : to - from + ROUND;
            return step >= 0 && (step < ROUND / 2 || to >= from) ? step : 0;
        }

        double cores() {
            return after.reading().gauges().getOrDefault(HostCounters.CORES, 0.0);
        }
    }

    private static Optional<Processors> processors(Difference d) {
        double user = d.orNone(HostCounters.CPU_USER);
        double system = d.orNone(HostCounters.CPU_SYSTEM);
        double iowait = d.orNone(HostCounters.CPU_IOWAIT);
        double steal = d.orNone(HostCounters.CPU_STEAL);
        double all = DoubleStream.of(user, system, iowait, steal, d.orNone(HostCounters.CPU_IDLE)).sum();
        return all <= 0 || all < COUNTED * d.cores() * d.seconds() ? Optional.empty()
                : Optional.of(new Processors(user / all, system / all, iowait / all, steal / all, each(d)));
    }

    private static List<Double> each(Difference d) {
        return d.after().reading().counters().keySet().stream().filter(name -> name.startsWith(HostCounters.CPU_BUSY))
                .map(d::of).filter(OptionalDouble::isPresent).map(busy -> Math.min(1, busy.getAsDouble() / d.seconds()))
                .toList();
    }

    private static Optional<Device> device(String name, Difference d) {
        if (d.of(HostCounters.READS).isEmpty() || d.of(HostCounters.WRITES).isEmpty()) {
            return Optional.empty();
        }
        double requests = d.orNone(HostCounters.READS) + d.orNone(HostCounters.WRITES);
        double waited = d.time(HostCounters.READ_TIME) + d.time(HostCounters.WRITE_TIME);
        return Optional.of(new Device(name, d.seconds(), d.orNone(HostCounters.READS), d.orNone(HostCounters.WRITES),
                d.orNone(HostCounters.READ_BYTES), d.orNone(HostCounters.WRITE_BYTES),
                Math.min(1, d.time(HostCounters.IO_TIME) / d.seconds()),
                requests > 0 ? OptionalDouble.of(waited / requests) : OptionalDouble.empty(),
                d.time(HostCounters.QUEUE_TIME) / d.seconds()));
    }

    private static Optional<Generator> generator(Difference d) {
        return d.of(HostCounters.CPU).isEmpty() || d.cores() == 0 ? Optional.empty()
                : Optional.of(new Generator(Math.min(1, d.orNone(HostCounters.CPU) / d.cores() / d.seconds()),
                        d.orNone(HostCounters.GC_PAUSE), d.orNone(HostCounters.GC_COUNT),
                        d.orNone(HostCounters.ALLOCATED), d.seconds(), quota(d)));
    }

    private static Optional<Quota> quota(Difference d) {
        Double cores = d.after().reading().gauges().get(HostCounters.QUOTA_CORES);
        double periods = d.orNone(HostCounters.QUOTA_PERIODS);
        return cores == null || periods == 0 || d.of(HostCounters.QUOTA_THROTTLED).isEmpty() ? Optional.empty()
                : Optional.of(new Quota(cores, Math.min(1, d.orNone(HostCounters.QUOTA_THROTTLED) / periods)));
    }

    /** The device that was busy for the largest share of the time; empty when none was watched. */
    public Optional<Device> busiest() {
        return devices.stream().max(Comparator.comparingDouble(Device::utilisation));
    }

    /** A figure summed over the devices; absent when none was watched. */
    public OptionalDouble total(ToDoubleFunction<Device> figure) {
        return devices.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(devices.stream().mapToDouble(figure).sum());
    }
}
