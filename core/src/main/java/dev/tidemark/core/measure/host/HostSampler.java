package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.time.Clock;

/**
 * Takes the counters of the target's machine and of the generator while an iteration runs: at its boundaries when
 * asked, and in between on a thread of its own, every second for the first quarter of an hour and every ten seconds
 * from then on. A source that fails is told of once and leaves a gap.
 */
public final class HostSampler implements AutoCloseable {

    private final Clock clock;
    private final long origin;
    private final List<HostSource> sources;
    private final Consumer<TimedSnapshot> readings;
    private final Consumer<String> warning;
    private final Set<HostSource> warned = new HashSet<>();
    private volatile boolean ended;
    private Thread thread;

    HostSampler(Clock clock, long origin, List<HostSource> sources, Consumer<TimedSnapshot> readings,
            Consumer<String> warning) {
        this.clock = clock;
        this.origin = origin;
        this.sources = List.copyOf(sources);
        this.readings = readings;
        this.warning = warning;
    }

    /**
     * A sampler of this process and of the target's machine.
     *
     * @param origin      the clock's reading at the iteration's start, from which readings count
     * @param url         of a node_exporter on the target's machine; empty without one
     * @param elsewhere   whether the target may be on another machine: without a URL this one is the generator's then
     * @param directories of the target's data, whose devices are watched here
     * @param servers     processes of the target on this machine; watched with the devices that they write to
     * @param readings    receives what was counted, on the sampler's thread or on that of {@link #take}
     * @param warning     receives what could not be counted, in one sentence
     */
    public static HostSampler of(Clock clock, long origin, Optional<String> url, boolean elsewhere,
            Collection<Path> directories, List<ServerProcess> servers, Consumer<TimedSnapshot> readings,
            Consumer<String> warning) {
        List<Path> all = Stream.concat(directories.stream(), servers.stream().flatMap(s -> s.writes().stream()))
                .toList();
        List<HostSource> sources = new ArrayList<>(List.of(url.<HostSource>map(NodeExporter::new)
                .orElseGet(() -> elsewhere ? ofGenerator(here(clock, all)) : here(clock, all)),
                new GeneratorProcess(ProcFs.system())));
        if (!servers.isEmpty()) {
            sources.add(new ServerUse(ProcFs.system(), servers));
        }
        return new HostSampler(clock, origin, sources, readings, warning);
    }

    /**
     * Bytes that the devices beneath some directories have moved so far, by the kernel's counters.
     *
     * @param written whether those that they have written, or else those that they have read
     * @return empty where no device is known, or the kernel does not count what it does
     */
    public static OptionalDouble deviceBytes(Collection<Path> directories, boolean written) {
        List<String> disks = System.getProperty("os.name").equals("Linux") ? Environment.disks(directories) : List.of();
        String counter = written ? HostCounters.WRITE_BYTES : HostCounters.READ_BYTES;
        return new LinuxHost(ProcFs.system(), disks).read().stream().filter(r -> r.node().startsWith(MetricSnapshot.DEVICE))
                .mapToDouble(r -> r.counters().getOrDefault(counter, 0.0)).reduce(Double::sum);
    }

    private static HostSource here(Clock clock, Collection<Path> directories) {
        return System.getProperty("os.name").equals("Linux")
                ? new LinuxHost(ProcFs.system(), Environment.disks(directories)) : new JdkHost(clock);
    }

    /** The same machine, which is not the target's. */
    private static HostSource ofGenerator(HostSource host) {
        return () -> host.read().stream().map(r -> !r.node().equals(MetricSnapshot.HOST) ? r
                : new MetricSnapshot(MetricSnapshot.GENERATOR_HOST, r.counters(), r.gauges())).toList();
    }

    /** Begins to take readings in between. */
    public void start() {
        thread = clock.start("tidemark-host", this::sample);
    }

    private void sample() {
        long start = clock.nanoTime();
        for (int seq = 0; !ended;) {
            clock.sleepUntil(start + IntervalRule.AUTO.end(seq));
            if (!ended) {
                take(TimedSnapshot.DURING);
                seq = Math.max(seq + 1, IntervalRule.AUTO.seqAt(clock.nanoTime() - start));
            }
        }
    }

    /** Takes one reading of everything now. */
    public void take(String moment) {
        take(moment, _ -> true);
    }

    /** Takes one reading of this process now. */
    public void takeOwn(String moment) {
        take(moment, GeneratorProcess.class::isInstance);
    }

    /** Takes one reading of all but this process now. */
    public void takeOthers(String moment) {
        take(moment, source -> !(source instanceof GeneratorProcess));
    }

    private synchronized void take(String moment, Predicate<HostSource> wanted) {
        for (HostSource source : sources.stream().filter(wanted).toList()) {
            try {
                long before = clock.nanoTime();
                List<MetricSnapshot> read = source.read();
                long at = before + (clock.nanoTime() - before) / 2 - origin;
                read.forEach(metricSnapshot -> readings.accept(new TimedSnapshot(at, moment,
                        moment.equals(TimedSnapshot.DURING) ? withoutEach(metricSnapshot) : metricSnapshot)));
            } catch (IOException | RuntimeException e) {
                warn(source, e);
            }
        }
    }

    /**
     * Each processor by itself is judged over the whole phase; a number a second of each would be most of what is kept.
     */
    private static MetricSnapshot withoutEach(MetricSnapshot metricSnapshot) {
        return new MetricSnapshot(metricSnapshot.node(), metricSnapshot.counters().entrySet().stream()
                .filter(counter -> !counter.getKey().startsWith(HostCounters.CPU_BUSY))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)), metricSnapshot.gauges());
    }

    private void warn(HostSource source, Exception e) {
        if (!ended && warned.add(source)) {
            warning.accept("The host's figures have a gap: "
                    + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()) + ".");
        }
    }

    /** Takes no more readings; waits for one that is being taken. */
    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        if (thread != null) {
            thread.interrupt();
            try {
                clock.join(thread);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        sources.forEach(HostSource::close);
    }
}
