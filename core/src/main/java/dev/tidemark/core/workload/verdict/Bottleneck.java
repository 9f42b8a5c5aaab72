package dev.tidemark.core.workload.verdict;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.measures.CommonMeasures;

/**
 * What held a run: why it was not faster. The first of these that applies: the generator, when it was late or stood
 * still; the rate, when the target kept up with it; a limit on its processors; the device or the processors, whichever
 * was nearer to its limit; one processor alone; those of the generator's machine, where the target may be on another
 * that is not watched; the workers, when they were in the target nearly all the time.
 *
 * @param kind     what it was
 * @param sentence with the figures
 */
public record Bottleneck(Kind kind, String sentence) {

    /** What can hold a run. */
    public enum Kind {
        GENERATOR, RATE, DEVICE, PROCESSORS, WORKERS, NOTHING
    }

    /** Begins the sentence of every run that something held. */
    public static final String BEGINS = "Limited by ";
    /** Begins the sentence of a run that only its workers held. */
    public static final String BY_WORKERS = BEGINS + "workers × latency";
    /** Begins that of a run that a limit on its own process held. */
    public static final String BY_QUOTA = BEGINS + "the CPU quota of the generator's control group";
    /** Begins that of a run that the machine of its generator held, where the target may be on another. */
    public static final String BY_ITS_MACHINE = BEGINS + "the generator: the processors of its machine were ";
    /** Begins that of a run whose generator collected garbage for long. */
    public static final String BY_GARBAGE = BEGINS + "the generator: garbage collection ";
    private static final String OF_ITS_MACHINE = " of the generator's machine";
    private static final String NOTHING_STANDS_OUT = "Nothing stands out that held this run";
    /** All processors, or one alone, busy for this share of the time have no more to give, or nearly so. */
    public static final double BUSY = 0.9;
    /** Mean requests in progress below which a busy device was asked for one thing after the other. */
    public static final double ONE_BY_ONE = 1.5;
    /**
     * Mean requests in progress from which on a busy device is full, whatever it is: the depth of a SATA disk's queue.
     */
    public static final double DEEP = 32;
    /**
     * Mean seconds from which on requests to a busy device have waited for others: one alone takes well below that, of
     * a rotating disk a seek and half a turn.
     */
    public static final double WAITED = 0.01;
    /** Share of the time below which the second busiest processor had time when the busiest had none. */
    public static final double SECOND_BUSIEST = 0.7;
    /** Share of a control group's periods in which it was stopped. */
    public static final double THROTTLED = 0.5;
    /** Share of processor time taken by the machine beneath that is worth a word. */
    public static final double STOLEN = 0.1;
    /** Share of processor time in other processes that is worth a word. */
    public static final double FOREIGN = 0.1;
    /** Share of it from which on it is theirs rather than the run's. */
    public static final double MOSTLY_FOREIGN = 0.5;
    /** Share of its time in the target above which a worker could hardly do more. */
    public static final double INSIDE = 0.8;
    /** Share of the workers' time from which on think time holds, or else their own work outside the target. */
    public static final double OUTSIDE = 0.5;
    /** Share of time that garbage collection stood the generator still. */
    public static final double PAUSED = 0.1;
    /** Phases shorter than this, in nanoseconds, say nothing: processors count in hundredths of a second. */
    public static final long SHORTEST = 200_000_000;

    /**
     * Judges a phase.
     *
     * @param span   the headline phase
     * @param think  the pause before each operation; zero for none and for an open loop
     * @param kept   nanoseconds of worker time for which the target refused connections
     * @param demand how far open loops were with what was due; empty where that is unknown
     * @param series everything recorded in the phase
     * @param host   what the machines did in it
     * @return empty when nothing was done, or for too short a time to tell
     */
    public static Optional<Bottleneck> of(PhaseSpan span, Duration think, long kept, Optional<Demand> demand,
            SeriesSet series, HostUtilization host) {
        if (series.total().operations() == 0 || span.workers() == 0 || span.nanos() < SHORTEST) {
            return Optional.empty();
        }
        // What workers without a rate do beside those of one, it does not hold.
        Optional<Demand> ofAll = demand.filter(_ -> series.scheduled().operations() == series.total().operations());
        return Optional.of(generator(span, demand, series, host)
                .or(() -> ofAll.filter(Demand::keptUp).map(d -> rate(d, series.total(), host)))
                .or(() -> machine(span, host))
                .or(() -> span.open()
                ? ofAll.map(d -> d.grew() ? tooFewWorkers(d, span, series, host) : unexplained(d, host))
                        : workers(span, think, kept, series, host))
                .orElseGet(() -> new Bottleneck(Kind.NOTHING, NOTHING_STANDS_OUT + also(host, ": ") + ".")));
    }

    /**
     * What held one of several generators that is its own: its process, and its machine where no other that was judged is
     * on it. Empty for nothing.
     */
    public static Optional<Bottleneck> ofGenerator(HostUtilization host, boolean ownMachine) {
        return paused(host).or(() -> throttled(host)).or(() -> host.processors()
                .filter(p -> ownMachine && p.busy() >= BUSY).map(p -> processors(p, host)));
    }

    /** Whether it was the machine of the generator, where the target may be on another. */
    public boolean ofGeneratorsMachine() {
        return sentence.startsWith(BY_ITS_MACHINE) || sentence.contains(OF_ITS_MACHINE);
    }

    /** The sentence with whose it was. */
    public String of(String name) {
        int colon = sentence.indexOf(": ");
        return sentence.substring(0, colon) + " (" + name + ")" + sentence.substring(colon);
    }

    /** The sentence among what was noted in an iteration; empty where none was found. */
    public static Optional<String> recorded(List<Event> events) {
        return events.stream().filter(e -> e.kind().equals("finding")).map(Event::text)
                .filter(text -> text.startsWith(BEGINS) || text.startsWith(NOTHING_STANDS_OUT)).findFirst();
    }

    /**
     * Whether an iteration's measures show that the generator held it, so that its throughput says nothing of the
     * target. An open loop of which that is true is invalid and has none.
     */
    public static boolean generatorHeld(List<MeasuredValue> values) {
        OptionalDouble outside = value(values, CommonMeasures.OUTSIDE);
        OptionalDouble paused = value(values, HostMeasures.GC_PAUSE);
        OptionalDouble elapsed = value(values, CommonMeasures.ELAPSED);
        return outside.orElse(0) >= CommonMeasures.OUTSIDE.fromBase(OUTSIDE) || paused.isPresent()
                && elapsed.isPresent()
                && paused.getAsDouble() >= HostMeasures.GC_PAUSE.fromBase(PAUSED * elapsed.getAsDouble());
    }

    private static OptionalDouble value(List<MeasuredValue> values, Measure measure) {
        return values.stream().filter(v -> v.measure().equals(measure.name())).mapToDouble(MeasuredValue::number)
                .findFirst();
    }

    private static Optional<Bottleneck> generator(PhaseSpan span, Optional<Demand> demand, SeriesSet series,
            HostUtilization host) {
        GeneratorCheck check = GeneratorCheck.of(span, demand, series);
        if (check.limited()) {
            return Optional.of(new Bottleneck(Kind.GENERATOR, check.message()));
        }
        return paused(host);
    }

    private static Optional<Bottleneck> paused(HostUtilization host) {
        return host.generator().filter(g -> g.gcPause() >= PAUSED * g.seconds())
                .map(g -> new Bottleneck(Kind.GENERATOR,
                BY_GARBAGE + "stood it still for "
                        + percent(g.gcPause() / g.seconds()) + " of the time; give it more memory."));
    }

    /** What failed was taken, too, but that is no keeping up. */
    private static Bottleneck rate(Demand demand, Totals totals, HostUtilization host) {
        double failed = 1 - (double) totals.answered() / totals.operations();
        return new Bottleneck(Kind.RATE, "Limited by the rate" + (failed > 1 - Demand.KEPT_UP
                ? ", of which " + percent(failed) + " failed: " : ", which the target kept up with: ") + reached(demand)
                + (demand.emptied() ? ", and no backlog grew" : ", and " + waiting(demand) + " at its end")
                + also(host, "; ") + ".");
    }

    /** A backlog was left, which a stall or a peak makes, too. */
    private static Bottleneck unexplained(Demand demand, HostUtilization host) {
        return new Bottleneck(Kind.NOTHING, NOTHING_STANDS_OUT + ": " + reached(demand, "the rate") + ", and "
                + waiting(demand) + " at its end; that backlog did not grow throughout, so it may be a stall or a "
                + "peak, or a rate that is too high, which a longer run would tell" + also(host, "; ") + ".");
    }

    private static String waiting(Demand demand) {
        return demand.backlog() == 1 ? "1 operation that was due had not been started"
                : demand.backlog() + " operations that were due had not been started";
    }

    private static Bottleneck tooFewWorkers(Demand demand, PhaseSpan span, SeriesSet series, HostUtilization host) {
        return new Bottleneck(Kind.WORKERS, "Limited by workers × latency: the rate is more than " + offered(span, series)
                + " can do"
                + each(series) + "; " + reached(demand) + ", and the backlog grew throughout" + also(host, "; ") + ".");
    }

    /** Rounded down: 100 % is all of it. */
    private static String reached(Demand demand) {
        return reached(demand, "it");
    }

    private static String reached(Demand demand, String what) {
        return String.format(Locale.ROOT, "%.1f %% of %s was reached", Math.floor(demand.reached() * 1000) / 10, what);
    }

    /** The workers; where a thread has many operations in progress, how many that were, by Little's law. */
    private static String offered(PhaseSpan span, SeriesSet series) {
        double inside = series.overall(LatencyKind.SERVICE).sum() + series.unanswered(LatencyKind.SERVICE).sum();
        long atOnce = Math.round(inside / span.nanos());
        return atOnce > span.workers() ? atOnce + " operations at a time" : workersOf(span);
    }

    private static String workersOf(PhaseSpan span) {
        return span.workers() == 1 ? "1 worker" : span.workers() + " workers";
    }

    private static String each(SeriesSet series) {
        LogHistogram service = series.overall(LatencyKind.SERVICE);
        return service.count() == 0 ? "" : ", " + milliseconds(service.mean()) + " an operation";
    }

    /** The limit on a process comes first: where it bites, neither devices nor processors are what they seem. */
    private static Optional<Bottleneck> machine(PhaseSpan span, HostUtilization host) {
        Optional<HostUtilization.Device> device = host.devices().stream().filter(Bottleneck::full)
                .max(Comparator.comparingDouble(HostUtilization.Device::utilisation));
        Optional<HostUtilization.Processors> processors = host.processors().filter(p -> p.busy() >= BUSY);
        boolean rather = device.isPresent() && (processors.isEmpty()
                || device.get().utilisation() >= processors.get().busy());
        return throttled(host)
                .or(() -> rather ? device.map(Bottleneck::device) : processors.map(p -> processors(p, host)))
                .or(() -> host.processors().filter(p -> span.workers() > 1 && oneAlone(p))
                        .map(p -> oneOf(p, "one processor")))
                .or(() -> host.ofGenerator().flatMap(p -> generatorsMachine(span, p, host.generator())));
    }

    /** Others on it may be the target all the same, under another of the machine's addresses. */
    private static Optional<Bottleneck> generatorsMachine(PhaseSpan span, HostUtilization.Processors p,
            Optional<HostUtilization.Generator> generator) {
        if (p.busy() >= BUSY) {
            return Optional.of(generator.isPresent() && others(p, generator) < FOREIGN
                    ? new Bottleneck(Kind.GENERATOR, BY_ITS_MACHINE + figures(p, generator) + ".")
                    : processors(p, generator, "the processors" + OF_ITS_MACHINE));
        }
        return span.workers() > 1 && oneAlone(p) ? Optional.of(oneOf(p, "one processor" + OF_ITS_MACHINE))
                : Optional.empty();
    }

    /**
     * Whether a device has no more to give. That it is always busy says so of one that serves one request at a time;
     * one that serves many at once is busy with the first. It is full where requests wait: where they take longer than
     * any device takes for one alone, or where more are in progress than devices serve at once.
     */
    private static boolean full(HostUtilization.Device d) {
        return d.utilisation() >= BUSY && d.queue() >= ONE_BY_ONE
                && (d.queue() >= DEEP || d.await().orElse(0) >= WAITED);
    }

    private static Bottleneck device(HostUtilization.Device d) {
        return new Bottleneck(Kind.DEVICE, "Limited by the disk: " + busy(d) + ".");
    }

    /** With its queue where it was busy all the time, since only that tells how busy. */
    private static String busy(HostUtilization.Device d) {
        String busy = d.name() + " " + percent(d.utilisation()) + " busy";
        if (d.utilisation() < BUSY) {
            return busy;
        }
        return busy + (d.await().isPresent() ? ", " + milliseconds(d.await().getAsDouble() * 1e9) + " await" : "")
                + (d.queue() < ONE_BY_ONE ? ", asked for one thing after the other"
                : String.format(Locale.ROOT, ", %.1f requests in progress", d.queue()));
    }

    private static Optional<Bottleneck> throttled(HostUtilization host) {
        return host.generator().flatMap(HostUtilization.Generator::quota).filter(q -> q.throttled() >= THROTTLED)
                .map(Bottleneck::quota);
    }

    private static Bottleneck quota(HostUtilization.Quota quota) {
        return new Bottleneck(Kind.PROCESSORS, BY_QUOTA + String.format(Locale.ROOT, ": of %.2f processors; it was stopped "
                + "in %s of its periods.", quota.cores(), percent(quota.throttled())));
    }

    /** One processor has all to do while the next has time: what it does, the others wait for. */
    private static boolean oneAlone(HostUtilization.Processors p) {
        return p.each().size() > 1 && p.each().getFirst() >= BUSY && p.each().get(1) < SECOND_BUSIEST;
    }

    private static Bottleneck oneOf(HostUtilization.Processors p, String what) {
        return new Bottleneck(Kind.PROCESSORS, BEGINS + what + ": it was " + percent(p.each().getFirst())
                + " busy, the next " + percent(p.each().get(1)) + " and all together " + percent(p.busy())
                + "; a single thread, or a device's interrupts, held the others up.");
    }

    private static Bottleneck processors(HostUtilization.Processors p, HostUtilization host) {
        return processors(p, generator(host), "the processors");
    }

    private static Bottleneck processors(HostUtilization.Processors p, Optional<HostUtilization.Generator> generator,
            String what) {
        String figures = figures(p, generator);
        return new Bottleneck(Kind.PROCESSORS, BEGINS + what + (others(p, generator) < MOSTLY_FOREIGN
                ? ": " + figures + "." : ", most of whose time other processes used: " + figures
                + "; unless the target is one of them, this was not its limit."));
    }

    private static String figures(HostUtilization.Processors p, Optional<HostUtilization.Generator> generator) {
        String own = generator.map(g -> ", " + percent(g.cpu()) + " of their time in the generator").orElse("");
        double others = others(p, generator);
        String other = others < FOREIGN ? "" : ", " + percent(others) + " in other processes";
        String stolen = p.steal() < STOLEN ? "" : ", " + percent(p.steal()) + " taken by the machine beneath";
        return percent(p.busy()) + " busy" + own + other + stolen;
    }

    /** Where it is one of the processes of the target's machine. */
    private static Optional<HostUtilization.Generator> generator(HostUtilization host) {
        return host.apart() ? Optional.empty() : host.generator();
    }

    /**
     * The share of the processors' time that neither the generator's process had nor the machine beneath; 0 where the
     * generator may be on another machine, since it is unknown then.
     */
    private static double others(HostUtilization.Processors p, Optional<HostUtilization.Generator> generator) {
        return generator.map(g -> p.user() + p.system() - g.cpu()).orElse(0.0);
    }

    private static Optional<Bottleneck> workers(PhaseSpan span, Duration think, long kept, SeriesSet series,
            HostUtilization host) {
        String each = each(series);
        String workers = workersOf(span);
        double workerTime = (double) span.nanos() * span.workers();
        double outside = Math.min(1, span.outside() / workerTime);
        long pauses = Math.max(0, series.total().operations() - span.workers());
        double thinking = Math.min(1 - outside, think.toNanos() * (double) pauses / workerTime);
        double inside = 1 - outside - thinking - kept / workerTime;
        if (inside >= INSIDE) {
            return Optional.of(new Bottleneck(Kind.WORKERS, "Limited by workers × latency: " + workers + " spent "
                    + percent(inside) + " of the time in the target" + each + also(host, "; ") + "."));
        }
        if (thinking >= OUTSIDE) {
            return Optional.of(new Bottleneck(Kind.WORKERS, "Limited by the workers' think time, which was "
                    + percent(thinking) + " of the time of " + workers + also(host, "; ") + "."));
        }
        return outside < OUTSIDE ? Optional.empty() : Optional.of(new Bottleneck(Kind.GENERATOR, "Limited by the "
                + "generator: " + workers + " spent " + percent(outside) + " of the time outside the target"
                + also(host, "; ") + "."));
    }

    /** How far the machine was from its limits; empty when it was not watched. */
    private static String also(HostUtilization host, String before) {
        List<String> figures = new ArrayList<>();
        host.busiest().ifPresent(d -> figures.add(busy(d)));
        host.processors().ifPresent(p -> figures.add("processors " + percent(p.busy()) + " busy"));
        host.ofGenerator().ifPresent(p -> figures.add("the generator's processors " + percent(p.busy()) + " busy"));
        return figures.isEmpty() ? "" : before + String.join(", ", figures);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    private static String milliseconds(double nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, millis < 1 ? "%.3f ms" : millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }
}
