package dev.tidemark.core.load.stage;

/**
 * Tells how much of a slot's delay is the generator's own doing; one for each worker of an open loop.
 *
 * <p>A slot is late for two reasons. Its worker was still at an earlier slot when it became due; and once the worker
 * took it, preparing it took time. The second is ours altogether. The first is what filled the worker's time since it
 * was last free to begin a slot when it was due: the share that it spent outside the target is ours, that inside is the
 * target's. So a slow generator cannot pass for a slow target, nor a saturated target for a slow generator, however
 * long the queue before either becomes. Where the generator stood still, for longer than {@link OpenLoop#LATE} and than
 * the slot was inside the target, all that the worker has not made up for since is ours.
 */
final class GeneratorDelay {

    /** Since the worker was last free, without what is in {@link #lag}. */
    private long outside;
    private long inside;
    /** What the generator's halts have left of delay. */
    private long lag;
    /** Of the last slot, from when the worker could have started it until it did. */
    private long direct;

    /**
     * The generator's part of the time from {@code due} to {@code start}.
     *
     * @param taken when the worker was done with the slot before
     */
    long of(long due, long taken, long start) {
        long wait = taken - due;
        if (wait <= 0) {
            outside = 0;
            inside = 0;
            lag = 0;
            direct = start - due;
            return direct;
        }
        lag = Math.min(lag, wait);
        long shared = outside == 0 ? 0 : (long) ((wait - lag) * ((double) outside / (outside + inside)));
        direct = start - taken;
        return lag + shared + direct;
    }

    /** The slot was inside the target for so long. */
    void served(long nanos) {
        inside += nanos;
        if (direct > OpenLoop.LATE && direct >= nanos) {
            lag += direct;
        } else {
            outside += direct;
        }
    }
}
