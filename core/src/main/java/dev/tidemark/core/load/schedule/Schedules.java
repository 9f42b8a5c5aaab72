package dev.tidemark.core.load.schedule;

import java.time.Duration;
import java.util.List;

/** The schedules there are. */
public final class Schedules {

    static final double MAX_RATE = 1e9;

    private Schedules() {}

    /** A rate that holds for a while. */
    public record Step(double rate, Duration duration) {}

    /**
     * Slot {@code n} is due at {@code floor(n · 10⁹ / rate)} nanoseconds, exactly, however long it goes on.
     *
     * @param rate slots per second; above 0 and at most 10⁹
     */
    public static Schedule constant(double rate) {
        return new ConstantSchedule(checked(rate));
    }

    /**
     * A Poisson process: the gaps between slots are independent and exponentially distributed,
     * {@code -ln(u) / rate} with {@code u} uniform in (0, 1] (inversion; Devroye 1986, II.2). The gap before slot
     * {@code n} depends on the seed and {@code n} alone. Each reader adds up all gaps, about 20 ns per slot.
     *
     * @param rate slots per second on average; above 0 and at most 10⁹
     */
    public static Schedule poisson(double rate, long seed) {
        return new PoissonSchedule(checked(rate), seed);
    }

    /** Constant rates one after the other; a rate of 0 is a pause. Ends with the last one. */
    public static EndingSchedule steps(List<Step> steps) {
        return StepSchedule.of(steps);
    }

    /**
     * The given moments, in nanoseconds since the phase's start.
     *
     * @param dueNanos not decreasing, none negative
     */
    public static EndingSchedule trace(long[] dueNanos) {
        return TraceSchedule.of(dueNanos);
    }

    /**
     * The same where so many slots are offered in all, of which the last may be a part, as {@code 3.5}: that one lasts
     * as much of its gap.
     */
    public static Schedule ending(Schedule schedule, double slots) {
        return new Schedule() {
            @Override
            public Cursor cursor() {
                return schedule.cursor();
            }

            @Override
            public double meanRate() {
                return schedule.meanRate();
            }

            @Override
            public long lasting(long count) {
                long whole = schedule.lasting(count);
                return count <= slots ? whole
                        : whole - (long) ((whole - schedule.lasting(count - 1)) * (count - slots));
            }
        };
    }

    static double checked(double rate) {
        if (!(rate > 0 && rate <= MAX_RATE)) {
            throw new IllegalArgumentException("a rate of " + rate + "/s; it must be above 0 and at most 10^9/s");
        }
        return rate;
    }
}
