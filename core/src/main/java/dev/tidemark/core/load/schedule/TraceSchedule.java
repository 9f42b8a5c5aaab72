package dev.tidemark.core.load.schedule;

/**
 * Slots at recorded moments. Scaled by {@code k}, slot {@code n} is due at position {@code n / k} of the record,
 * between two recorded moments in proportion: so the rate is {@code k} times as high everywhere, and with {@code k = 1}
 * each slot is due when it was recorded.
 */
final class TraceSchedule implements EndingSchedule {

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
