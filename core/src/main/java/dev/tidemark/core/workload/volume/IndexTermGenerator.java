package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.param.Values;

/**
 * Index entries and queries for them. A key has three to five entries, four on average: one to three groups, one day
 * and the moment of its last change. A term is five digits, a bar and four hexadecimal digits, so that hardly two are
 * alike. Not thread-safe; allocates nothing.
 */
final class IndexTermGenerator {

    static final int GROUPS = 1;
    static final int DAYS = 2;
    static final int CHANGES = 3;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 5;
    private static final int TAIL = 4;
    private static final int ALL_CHANGES = 100_000;
    private static final int MOST_GROUPS = 3;

    private final int groups;
    private final int days;
    private final int queryDays;
    /** The last four digits of a term that passes the filter are less than this. */
    private final int passing;
    private final IndexEntries entries = new IndexEntries();
    private final ByteBuffer term = ByteBuffer.allocateDirect(DIGITS + 1 + TAIL);
    private final ByteBuffer from = ByteBuffer.allocateDirect(DIGITS);
    private final ByteBuffer to = ByteBuffer.allocateDirect(DIGITS + 1);
    private long random;

    IndexTermGenerator(Values v) {
        groups = Math.toIntExact(v.get(VolumeParams.INDEX_GROUPS));
        days = Math.toIntExact(v.get(VolumeParams.INDEX_DAYS));
        queryDays = Math.toIntExact(v.get(VolumeParams.QUERY_DAYS));
        passing = (int) Math.round(v.find(VolumeParams.QUERY_FILTER).orElse(1.0) * (1 << 4 * TAIL));
    }

    /** The entries that follow from a random number; valid until the next call. */
    IndexEntries of(long start) {
        random = start;
        entries.clear();
        int count = 1 + below(MOST_GROUPS);
        for (int i = 0; i < count; i++) {
            entries.add(GROUPS, term(below(groups)));
        }
        entries.add(DAYS, term(below(days)));
        entries.add(CHANGES, term(below(ALL_CHANGES)));
        return entries;
    }

    /** Sets {@link #from} and {@link #to} to what a query for one group, or for some days, goes over. */
    void query(long start, boolean forGroup) {
        random = start;
        int first = below(forGroup ? groups : days);
        int last = forGroup ? first : Math.min(days - 1, first + below(queryDays));
        digits(first, from.clear());
        from.flip();
        digits(last, to.clear());
        to.put((byte) '~').flip(); // behind the bar
    }

    ByteBuffer from() {
        return from;
    }

    ByteBuffer to() {
        return to;
    }

    /**
     * Whether a term passes the filter of {@code query-filter}: its last digits, which are random, are among the
     * lowest. A regular expression such as {@code [0-3]...$} would say the same of a quarter.
     */
    boolean passes(ByteBuffer found) {
        int tail = 0;
        for (int i = found.limit() - TAIL; i < found.limit(); i++) {
            byte digit = found.get(i);
            tail = tail << 4 | (digit <= '9' ? digit - '0' : digit - 'a' + 10);
        }
        return tail < passing;
    }

    private ByteBuffer term(int number) {
        digits(number, term.clear());
        term.put((byte) '|');
        long tail = next();
        for (int i = 0; i < TAIL; i++) {
            term.put(HEX[(int) (tail >>> 60)]);
            tail <<= 4;
        }
        return term.flip();
    }

    private static void digits(int number, ByteBuffer into) {
        int left = number;
        for (int at = DIGITS - 1; at >= 0; at--) {
            into.put(at, (byte) ('0' + left % 10));
            left /= 10;
        }
        into.position(DIGITS);
    }

    private int below(int bound) {
        return (int) Math.unsignedMultiplyHigh(next(), bound);
    }

    private long next() {
        random += SplitMix64.STEP;
        return SplitMix64.mix(random);
    }
}
