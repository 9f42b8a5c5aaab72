package dev.tidemark.core.measure.environment;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;

/**
 * Looks whether other processes than this one and the target's servers use the processors right now. A load average
 * would blame the run before for it.
 */
public final class CpuContention {

    /**
     * The fact as which it is kept with a run: cores that other processes used when it began, where that is worth a
     * word.
     */
    public static final String FACT = "other-processes";

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    /** Cores that others may use without a word. */
    private static final double LITTLE = 0.3;
    /** {@code /proc/stat} counts in hundredths of a second on every Linux that Java runs on. */
    private static final double NANOS_PER_TICK = 1e7;
    /**
     * The columns of {@code /proc/stat} that are time at work: user, nice, system, irq and softirq. What the machine
     * beneath has taken is no process's.
     */
    private static final List<Integer> WORKING = List.of(1, 2, 3, 6, 7);

    private final ProcFs procFs;
    private final Clock clock;
    private final List<Long> servers;

    CpuContention(ProcFs procFs, Clock clock, List<Long> servers) {
        this.procFs = procFs;
        this.clock = clock;
        this.servers = servers;
    }

    /**
     * Looks for a fifth of a second.
     *
     * @param servers processes of the target on this machine, which are no others, as what they have started is none
     * @return cores; empty when the machine is quiet, or does not tell
     */
    public static Optional<Double> cores(Clock clock, List<Long> servers) {
        return new CpuContention(ProcFs.system(), clock, servers).measure();
    }

    /** Looks twice and believes the quieter time: counters of virtual processors catch up in lumps. */
    Optional<Double> measure() {
        return coresUsed().flatMap(first -> coresUsed().map(second -> Math.min(first, second)))
                .filter(cores -> cores > LITTLE);
    }

    /** One sentence for people. @param elsewhere whether the target may be on another machine */
    public static String warning(double cores, boolean elsewhere) {
        return String.format(Locale.ROOT, "Other processes are using %.1f of the machine's cores: they take time from "
                + (elsewhere ? "" : "the target and from ") + "the generator.", cores);
    }

    public static Setting fact(double cores) {
        String text = String.format(Locale.ROOT, "%.1f", cores);
        return new Setting(FACT, text + " cores", Double.parseDouble(text), "", SettingOrigin.DETECTED);
    }

    private Optional<Double> coresUsed() {
        double servedBefore = served(); // looking takes its time: machine and servers are to have the same between two looks
        return working().flatMap(before -> {
            double ownBefore = own();
            long start = clock.nanoTime();
            clock.sleepUntil(start + LOOK);
            double served = Math.max(0, served() - servedBefore); // one that has left them takes with it what it used
            double elapsed = clock.nanoTime() - start;
            double own = own() - ownBefore;
            return working().filter(after -> elapsed >= LOOK)
                    .map(after -> (after - before - own - served) / elapsed);
        });
    }

    /** Nanoseconds that the servers have worked, with what they have started. */
    private double served() {
        // A child before its parent, which has what it used once it has ended; all are listed before any is read.
        List<Long> all = servers.stream().flatMap(server -> ServerProcess.tree(procFs, server).reversed().stream())
                .toList();
        return all.stream().flatMapToDouble(pid -> ServerProcess.sum(ServerProcess.stat(procFs, pid),
                ServerProcess.TICKS).stream()).sum() * NANOS_PER_TICK;
    }

    /** Nanoseconds that all processors together have worked since the start of the machine. */
    private Optional<Double> working() {
        return procFs.lines("proc/stat").stream().filter(line -> line.startsWith("cpu ")).findFirst()
                .map(line -> line.split("\\s+")).filter(columns -> columns.length > 8)
                .map(columns -> WORKING.stream().mapToDouble(c -> Double.parseDouble(columns[c])).sum()
                * NANOS_PER_TICK);
    }

    private static double own() {
        return Stream.of(ManagementFactory.getOperatingSystemMXBean())
                .filter(com.sun.management.OperatingSystemMXBean.class::isInstance)
                .mapToDouble(os -> ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime()).sum();
    }
}
