package dev.tidemark.core.load.schedule;

import module java.base;

/**
 * Constant rates one after the other. Slot {@code n} is due when the sum of rate × time has reached {@code n}: a step's
 * fraction of a slot is carried over into the next step, so that many short steps offer what their rates say.
 */
final class StepSchedule implements EndingSchedule {

    /** Sums of products are not exact: a slot that is nearer than this to a step's end belongs to the next one. */
    private static final double SLACK = 1e-6;

    /** The steps that have slots; never changed, so that schedules can share them. */
    private record Steps(double[] rates, long[] starts, double[] sums, long end) {

        double total() {
            return sums[sums.length - 1];
        }
    }

    private final Steps steps;
    private final double scale;
    private final double speed;
    private final double slack;
    private final long slots;

    private StepSchedule(Steps steps, double scale, double speed) {
        this.steps = steps;
        this.scale = scale;
        this.speed = speed;
        slack = SLACK / scale;
        slots = (long) Math.ceil(steps.total() * scale - SLACK);
    }

    static StepSchedule of(List<Schedules.Step> given) {
        List<Schedules.Step> busy = given.stream().filter(s -> s.rate() > 0 && !s.duration().isZero()).toList();
        double[] rates = new double[busy.size()];
        long[] starts = new long[busy.size()];
        double[] sums = new double[busy.size() + 1];
        long time = 0;
        int placed = 0;
        for (Schedules.Step step : given) {
            if (step.duration().isNegative() || step.rate() < 0) {
                throw new IllegalArgumentException("a step's rate and duration cannot be negative");
            }
            long length = step.duration().toNanos();
            if (step.rate() > 0 && length > 0) {
                rates[placed] = Schedules.checked(step.rate());
                starts[placed] = time;
                sums[placed + 1] = sums[placed] + step.rate() * (length / 1e9);
                placed++;
            }
            time += length;
        }
        return new StepSchedule(new Steps(rates, starts, sums, time), 1, 1);
    }

    @Override
    public EndingSchedule stretched(double more, double faster) {
        return new StepSchedule(steps, scale * more, speed * faster);
    }

    @Override
    public long end() {
        return (long) (steps.end() / speed);
    }

    @Override
    public long slots() {
        return slots;
    }

    @Override
    public long lasting(long count) {
        return count < slots ? dueOf(count) : end();
    }

    /** The step that a position is in, of those from one on. */
    private int step(double position, int from) {
        int step = from;
        while (step < steps.rates().length - 1 && position >= steps.sums()[step + 1] - slack) {
            step++;
        }
        return step;
    }

    private long due(double position, int step) {
        double inside = Math.max(0, position - steps.sums()[step]) * 1e9 / steps.rates()[step];
        return speed == 1 ? steps.starts()[step] + (long) inside : (long) ((steps.starts()[step] + inside) / speed);
    }

    @Override
    public long dueOf(long slot) {
        double position = slot / scale;
        int found = Arrays.binarySearch(steps.sums(), position);
        int before = found >= 0 ? found : -found - 2;
        return due(position, step(position, before));
    }

    @Override
    public Cursor cursor() {
        return new Cursor() {
            private int at;

            @Override
            public long due(long slot) {
                if (slot >= slots) {
                    return NEVER;
                }
                double position = slot / scale;
                at = step(position, at);
                return StepSchedule.this.due(position, at);
            }
        };
    }
}
