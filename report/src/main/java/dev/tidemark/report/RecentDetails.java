package dev.tidemark.report;

import dev.tidemark.core.result.IterationDetail;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The raw data of the iterations that were asked for last, since who makes a report asks for some several times: short
 * ones by the thousand, of which each reading takes milliseconds. Of long runs, which would fill the memory, nothing is
 * kept. Not thread-safe.
 */
public final class RecentDetails implements LongFunction<IterationDetail> {

    /** Bytes of series that are kept in all, and at most of one iteration. */
    private static final long MOST = 64_000_000;
    private static final long MOST_OF_ONE = MOST / 8;

    private final LongFunction<IterationDetail> source;
    private final Map<Long, IterationDetail> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** @param source raw data of an iteration by its id, as {@code Results::detail} gives it */
    public RecentDetails(LongFunction<IterationDetail> source) {
        this.source = source;
    }

    @Override
    public IterationDetail apply(long iteration) {
        IterationDetail known = kept.get(iteration);
        if (known != null) {
            return known;
        }
        IterationDetail detail = source.apply(iteration);
        long size = bytes(detail);
        if (size <= MOST_OF_ONE) {
            kept.put(iteration, detail);
            bytes += size;
            forgetOldest();
        }
        return detail;
    }

    private void forgetOldest() {
        Iterator<IterationDetail> oldest = kept.values().iterator();
        while (bytes > MOST) {
            bytes -= bytes(oldest.next());
            oldest.remove();
        }
    }

    /** Of its series, and an estimate for its readings. */
    private static long bytes(IterationDetail detail) {
        return 1000L + detail.intervals().stream().mapToLong(i -> i.series().length).sum()
                + 1000L * detail.readings().size();
    }
}
