package dev.tidemark.core.result;

/**
 * One phase as it was run. Times are nanoseconds since the iteration's start.
 *
 * <p>A phase is told when it begins, so that what is measured in it belongs to it even if nobody lives to tell how it
 * ended. Until it has {@link #ended}, its end is as far as its intervals reach, and what is only summed up at the end
 * is {@link #UNKNOWN}.
 *
 * @param index     position among the iteration's phases, from 0
 * @param phase     its name
 * @param headline  whether the iteration's numbers come from it
 * @param start     first slot due
 * @param end       last acknowledgement, the end of what a rate offered if that is later, or the end of a timed phase
 *                  that lost workers; for a phase without load, its end
 * @param censored  slots that were due but never finished
 * @param workers   workers issuing operations; 0 for a phase without load
 * @param open      whether slots came from a schedule rather than from the last answer
 * @param lateFree  slots that the generator made start more than 1 ms late: at least half of the delay was its own
 *                  (open loop)
 * @param outside   nanoseconds of worker time spent outside the target, summed over workers (closed loop)
 */
public record PhaseSpan(int index, Phase phase, boolean headline, long start, long end, long censored, int workers,
        boolean open, long lateFree, long outside) {

    /** In place of a number that only the end of the phase tells. */
    public static final long UNKNOWN = -1;

    /** A phase that begins. */
    public static PhaseSpan begun(int index, Phase phase, boolean headline, long start, int workers, boolean open) {
        return new PhaseSpan(index, phase, headline, start, start, UNKNOWN, workers, open, UNKNOWN, UNKNOWN);
    }

    /** A phase without load, which has ended. */
    public static PhaseSpan idle(int index, Phase phase, long start, long end) {
        return new PhaseSpan(index, phase, false, start, end, 0, 0, false, 0, 0);
    }

    /** The same with so many workers. */
    public PhaseSpan with(int together) {
        return new PhaseSpan(index, phase, headline, start, end, censored, together, open, lateFree, outside);
    }

    /** The same at another place on the time axis. @param nanos to be added */
    public PhaseSpan moved(long nanos) {
        return new PhaseSpan(index, phase, headline, start + nanos, end + nanos, censored, workers, open, lateFree,
                outside);
    }

    /** Whether its end was told. One that has not ended is in progress, or was interrupted. */
    public boolean ended() {
        return censored != UNKNOWN;
    }

    /** The same, as far as is known. */
    PhaseSpan reaching(long moment) {
        return new PhaseSpan(index, phase, headline, start, Math.max(start, moment), censored, workers, open, lateFree,
                outside);
    }

    public long nanos() {
        return end - start;
    }
}
