package dev.tidemark.core.load;

/** Slots at recorded moments. */
final class TraceSchedule implements Schedule {

    private final long[] due;

    TraceSchedule(long[] dueNanos) {
        due = dueNanos.clone();
        long last = 0;
        for (int i = 0; i < due.length; i++) {
            if (due[i] < last) {
                throw new IllegalArgumentException("slot " + i + " of a trace is due at " + due[i]
                        + " ns, before " + last + " ns");
            }
            last = due[i];
        }
    }

    @Override
    public Cursor cursor() {
        return slot -> slot < due.length ? due[(int) slot] : Cursor.NEVER;
    }

    @Override
    public double meanRate() {
        return due.length == 0 || due[due.length - 1] == 0 ? 0 : due.length * 1e9 / due[due.length - 1];
    }
}
