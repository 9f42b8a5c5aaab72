package dev.tidemark.core.result;

/**
 * One phase as it was run. Times are nanoseconds since the iteration's start.
 *
 * @param index     position among the iteration's phases, from 0
 * @param phase     its name
 * @param headline  whether the iteration's numbers come from it
 * @param start     first slot due
 * @param end       last acknowledgement, or the end of a timed phase that lost workers; for a phase without load, its
 *                  end
 * @param censored  slots that were due but never finished
 * @param workers   workers issuing operations; 0 for a phase without load
 * @param open      whether slots came from a schedule rather than from the last answer
 * @param lateFree  slots that the generator made start more than 1 ms late: at least half of the delay was its own
 *                  (open loop)
 * @param outside   nanoseconds of worker time spent outside the target, summed over workers (closed loop)
 */
public record PhaseSpan(int index, Phase phase, boolean headline, long start, long end, long censored, int workers,
        boolean open, long lateFree, long outside) {

    public long nanos() {
        return end - start;
    }
}
