package dev.tidemark.driver.nulldriver;

/**
 * Times in which nothing is served. All times are nanoseconds since the first operation.
 *
 * @param at     beginning of the first stall
 * @param every  from the beginning of one to that of the next; {@link Long#MAX_VALUE} when there is only one
 * @param length of each; 0 for none
 */
record Stalls(long at, long every, long length) {

    boolean none() {
        return length == 0;
    }

    /** When work of a given length is done that could begin at {@code begin}: stalls interrupt it. */
    long completion(long begin, long work) {
        if (none()) {
            return begin + work;
        }
        long now = begin;
        long left = work;
        while (true) {
            long stall = lastStallAt(now);
            if (stall >= 0 && now < stall + length) {
                now = stall + length;
            }
            long next = nextStallAfter(now);
            if (left <= next - now) {
                return now + left;
            }
            left -= next - now;
            now = next;
        }
    }

    /** The beginning of the last stall that began by then; -1 if none has. */
    private long lastStallAt(long now) {
        if (now < at) {
            return -1;
        }
        return every == Long.MAX_VALUE ? at : now - (now - at) % every;
    }

    private long nextStallAfter(long now) {
        if (now < at) {
            return at;
        }
        return every == Long.MAX_VALUE ? Long.MAX_VALUE : lastStallAt(now) + every;
    }
}
