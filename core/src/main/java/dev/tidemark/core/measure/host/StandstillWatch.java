package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.time.Clock;

/**
 * Notices when this process stands still, the machine sleeps, or its clock is set: a thread that wakes four times a
 * second compares how far the clocks have come. It wakes late and the process used no processor: it was stopped. The
 * time since boot went on and {@link Clock#nanoTime} did not: the machine was suspended. The time of day went
 * elsewhere: it was set. A pause of the JVM's own, for which it uses a processor, is none of these.
 */
public final class StandstillWatch implements AutoCloseable {

    static final long TICK = 250_000_000L;
    /** Shorter ones are not distinguished from a busy machine, nor a clock that is set from one that is adjusted. */
    static final long LEAST = 1_000_000_000L;
    /** Beyond this share of the time that was measured, what was measured is not used. */
    private static final double MOST_SHARE = 0.01;
    /** The clocks have to be read one after the other; in a moment that takes longer than this, they do not agree. */
    private static final long ONE_MOMENT = 50_000_000L;
    private static final int TRIES = 10;

    private final Clock clock;
    private final long origin;
    private final Consumer<Standstill> found;
    private final List<Standstill> all = new CopyOnWriteArrayList<>();
    private final int processors = Runtime.getRuntime().availableProcessors();
    private volatile boolean ended;
    private Thread thread;

    /** What the clocks say at one moment. */
    private record Moment(long nanoTime, Instant wall, OptionalLong boot, long processor) {}

    /**
     * @param origin the clock's reading at the iteration's start
     * @param found  receives what was noticed, on the watch's thread
     */
    public StandstillWatch(Clock clock, long origin, Consumer<Standstill> found) {
        this.clock = clock;
        this.origin = origin;
        this.found = found;
    }

    /** Begins to watch. */
    public void start() {
        thread = clock.start("tidemark-standstill", this::watch);
    }

    private void watch() {
        for (Moment before = moment(); !ended;) {
            long due = before.nanoTime() + TICK;
            clock.sleepUntil(due);
            Moment now = moment();
            between(before, due, now).forEach(this::report);
            before = now;
        }
    }

    private Moment moment() {
        Moment read = null;
        for (int i = 0; i < TRIES; i++) {
            long begin = clock.nanoTime();
            read = new Moment(begin, clock.wallTime(), clock.bootTime(), clock.processorTime());
            if (clock.nanoTime() - begin < ONE_MOMENT) {
                break;
            }
        }
        return read;
    }

    private List<Standstill> between(Moment before, long due, Moment now) {
        List<Standstill> seen = new ArrayList<>();
        long passed = now.nanoTime() - before.nanoTime();
        long late = now.nanoTime() - due;
        if (late >= LEAST && now.processor() - before.processor() <= TICK * processors + late / 10) {
            seen.add(new Standstill(Standstill.Kind.STOPPED, due - origin, late));
        }
        boolean bootTimeKnown = before.boot().isPresent() && now.boot().isPresent();
        long asleep = bootTimeKnown ? now.boot().getAsLong() - before.boot().getAsLong() - passed : 0;
        long set = Duration.between(before.wall(), now.wall()).toNanos() - passed;
        if (!bootTimeKnown && set >= LEAST) {
            asleep = set; // or it was set: where only one clock tells, the worse is taken
        }
        if (asleep >= LEAST) {
            seen.add(new Standstill(Standstill.Kind.SUSPENDED, before.nanoTime() - origin, asleep));
            set -= asleep;
        }
        if (Math.abs(set) >= LEAST) {
            seen.add(new Standstill(Standstill.Kind.CLOCK_SET, before.nanoTime() - origin, set));
        }
        return seen;
    }

    private void report(Standstill standstill) {
        all.add(standstill);
        found.accept(standstill);
    }

    /**
     * Why what was measured must not be used: it stood still once for longer than an interval, or for more than 1 % of
     * the time in all.
     *
     * @param from      first slot due, in nanoseconds since the iteration's start
     * @param to        end of what was measured
     * @param intervals where it is cut
     */
    public Optional<String> objection(long from, long to, IntervalRule intervals) {
        List<Standstill> within = all.stream().filter(Standstill::touches)
                .filter(s -> s.at() < to && s.at() + s.nanos() > from).toList();
        long sum = within.stream().mapToLong(Standstill::nanos).sum();
        boolean tooLong = within.stream().anyMatch(s -> s.nanos() > lengthAt(s.at() - from, intervals));
        if (!tooLong && sum <= MOST_SHARE * (to - from)) {
            return Optional.empty();
        }
        return within.stream().max(Comparator.comparingLong(Standstill::nanos)).map(longest -> longest.sentence()
                + (within.size() == 1 ? "" : " In all " + within.size() + " times, for "
                        + Standstill.seconds(sum) + "."));
    }

    private static long lengthAt(long moment, IntervalRule intervals) {
        int seq = intervals.seqAt(moment);
        return intervals.end(seq) - intervals.start(seq);
    }

    /** Watches no longer. */
    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        if (thread != null) {
            thread.interrupt();
            clock.joinThrough(thread);
        }
    }
}
