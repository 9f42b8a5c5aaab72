package dev.tidemark.core.load.schedule;

/** A schedule that ends by itself, so that how much it offers is known beforehand. */
public interface EndingSchedule extends Schedule {

    /** How long it lasts, in nanoseconds; every slot is due before, or at it. */
    long end();

    /** How many slots there are in all. */
    long slots();

    /** When a slot is due, whichever was asked for before; of those there are. */
    long dueOf(long slot);

    /**
     * The same with more or fewer slots, or in another time; made of the same record.
     *
     * @param scale times as many slots in the same time
     * @param speed times as fast: every time is divided, so that the rate is multiplied, too
     */
    EndingSchedule stretched(double scale, double speed);

    /** How many slots are due before a moment, in nanoseconds since the phase's start. */
    default long slotsBefore(long nanos) {
        long low = 0;
        long high = slots();
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (dueOf(middle) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    default double meanRate() {
        return end() == 0 ? 0 : slots() * 1e9 / end();
    }
}
