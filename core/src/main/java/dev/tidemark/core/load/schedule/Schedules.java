package dev.tidemark.core.load.schedule;

import module java.base;

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

    /** Slots at random, independent distances; see {@link Schedules#poisson}. */
    private static final class PoissonSchedule implements Schedule {

        private static final long GOLDEN = 0x9E3779B97F4A7C15L;

        private final double rate;
        private final long seed;

        PoissonSchedule(double rate, long seed) {
            this.rate = rate;
            this.seed = mix(seed);
        }

        /** The finishing step of SplitMix64 (Steele, Lea and Flood 2014): every input bit stirs every output bit. */
        private static long mix(long z) {
            long y = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            long x = (y ^ y >>> 27) * 0x94D049BB133111EBL;
            return x ^ x >>> 31;
        }

        /** The gap before a slot, in nanoseconds. */
        private double gap(long slot) {
            double u = ((mix(seed + slot * GOLDEN) >>> 11) + 1) * 0x1.0p-53;
            return -Math.log(u) / rate * 1e9;
        }

        @Override
        public Cursor cursor() {
            return new Cursor() {
                private long next;
                private double due;

                @Override
                public long due(long slot) {
                    while (next <= slot) {
                        due += gap(next);
                        next++;
                    }
                    return (long) due;
                }
            };
        }

        @Override
        public double meanRate() {
            return rate;
        }
    }

    /**
     * Slots at recorded moments. Scaled by {@code k}, slot {@code n} is due at position {@code n / k} of the record,
     * between two recorded moments in proportion: so the rate is {@code k} times as high everywhere, and with {@code k
     * = 1}
     * each slot is due when it was recorded.
     */
    private static final class TraceSchedule implements EndingSchedule {

        /** Quotients of slots are not exact. */
        private static final double SLACK = 1e-9;

        /** Never changed, so that schedules can share it. */
        private final long[] recorded;
        private final double scale;
        private final double speed;
        private final long slots;

        private TraceSchedule(long[] recorded, double scale, double speed) {
            this.recorded = recorded;
            this.scale = scale;
            this.speed = speed;
            this.slots = recorded.length == 0 ? 0 : (long) ((recorded.length - 1) * scale + SLACK) + 1;
        }

        static TraceSchedule of(long[] dueNanos) {
            long[] recorded = dueNanos.clone();
            long last = 0;
            for (int i = 0; i < recorded.length; i++) {
                if (recorded[i] < last) {
                    throw new IllegalArgumentException("slot " + i + " of a trace is due at " + recorded[i]
                            + " ns, before " + last + " ns");
                }
                last = recorded[i];
            }
            return new TraceSchedule(recorded, 1, 1);
        }

        @Override
        public EndingSchedule stretched(double more, double faster) {
            return new TraceSchedule(recorded, scale * more, speed * faster);
        }

        @Override
        public long end() {
            return slots == 0 ? 0 : dueOf(slots - 1);
        }

        @Override
        public long slots() {
            return slots;
        }

        @Override
        public long dueOf(long slot) {
            double position = slot / scale;
            int before = (int) Math.min(recorded.length - 1, Math.floor(position + SLACK));
            long moment = recorded[before];
            double part = position - before;
            if (part > SLACK && before < recorded.length - 1) {
                moment += (long) (part * (recorded[before + 1] - moment));
            }
            return speed == 1 ? moment : (long) (moment / speed);
        }

        @Override
        public Cursor cursor() {
            return slot -> slot < slots ? dueOf(slot) : Cursor.NEVER;
        }
    }
}
