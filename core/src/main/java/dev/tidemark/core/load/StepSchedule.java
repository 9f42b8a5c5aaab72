package dev.tidemark.core.load;

import java.util.ArrayList;
import java.util.List;

/** Constant rates one after the other. */
final class StepSchedule implements Schedule {

    /** A step with its place: slots from {@code first} on are due from {@code start} on. */
    private record Placed(ConstantSchedule slots, long first, long end, long start) {}

    private final List<Placed> steps = new ArrayList<>();
    private final double meanRate;

    StepSchedule(List<Schedules.Step> given) {
        long slots = 0;
        long time = 0;
        for (Schedules.Step step : given) {
            long length = step.duration().toNanos();
            if (length < 0 || step.rate() < 0) {
                throw new IllegalArgumentException("a step's rate and duration cannot be negative");
            }
            if (step.rate() > 0) {
                ConstantSchedule constant = new ConstantSchedule(Schedules.checked(step.rate()));
                long end = slots + constant.slotsBefore(length);
                steps.add(new Placed(constant, slots, end, time));
                slots = end;
            }
            time += length;
        }
        meanRate = time == 0 ? 0 : slots * 1e9 / time;
    }

    @Override
    public Cursor cursor() {
        return new Cursor() {
            private int at;

            @Override
            public long due(long slot) {
                while (at < steps.size() && slot >= steps.get(at).end()) {
                    at++;
                }
                if (at == steps.size()) {
                    return NEVER;
                }
                Placed step = steps.get(at);
                return step.start() + step.slots().due(slot - step.first());
            }
        };
    }

    @Override
    public double meanRate() {
        return meanRate;
    }
}
