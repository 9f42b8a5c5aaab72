package dev.tidemark.core.measure;

import module java.base;

/**
 * When operations ended: stretches of time, in order and apart from each other, of which each begins and ends with an
 * operation's end. Between two stretches lies a gap in which none ended; a gap that is at least as long as the {@link
 * #resolution} is there with its exact ends, a shorter one may lie within a stretch. Sets add up, whoever recorded
 * them. There are {@link #MOST} stretches at most: of more, the shortest gaps are given up and the resolution grows.
 * Times are nanoseconds since the phase's start. Not thread-safe.
 */
public final class EndTimes {

    /** The most stretches. */
    static final int MOST = 4096;

    /** A time in which nothing ended, between two ends. */
    public record Gap(long from, long to) {

        public long nanos() {
            return to - from;
        }
    }

    private long resolution;
    private long[] from;
    private long[] to;
    private int size;

    /** None. */
    public EndTimes() {
        this(1, new long[0], new long[0], 0);
    }

    /** @param size of so many stretches, in order and apart from each other */
    EndTimes(long resolution, long[] from, long[] to, int size) {
        this.resolution = resolution;
        this.from = from;
        this.to = to;
        this.size = size;
    }

    /** Gaps at least as long are told, in nanoseconds. */
    public long resolution() {
        return resolution;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The first end; only where there is one. */
    public long first() {
        return from[0];
    }

    /** The last end; only where there is one. */
    public long last() {
        return to[size - 1];
    }

    /** Those between the first end and the last one, in order. */
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        for (int i = 1; i < size; i++) {
            gaps.add(new Gap(to[i - 1], from[i]));
        }
        return gaps;
    }

    /** The beginning of the first stretch that has not ended at a moment; {@link Long#MAX_VALUE} where there is none. */
    public long firstAfter(long moment) {
        for (int i = 0; i < size; i++) {
            if (to[i] >= moment) {
                return from[i];
            }
        }
        return Long.MAX_VALUE;
    }

    /** Adds what another holds. */
    public void add(EndTimes other) {
        if (other.size == 0) {
            return;
        }
        resolution = Math.max(resolution, other.resolution);
        long[] ofBoth = new long[size + other.size];
        long[] untilOfBoth = new long[size + other.size];
        int i = 0;
        int j = 0;
        while (i + j < ofBoth.length) {
            boolean own = j == other.size || i < size && from[i] <= other.from[j];
            ofBoth[i + j] = own ? from[i] : other.from[j];
            untilOfBoth[i + j] = own ? to[i] : other.to[j];
            i += own ? 1 : 0;
            j += own ? 0 : 1;
        }
        from = ofBoth;
        to = untilOfBoth;
        size = ofBoth.length;
        join();
        while (size > MOST) {
            resolution *= 2;
            join();
        }
    }

    /** Makes one of stretches that overlap, or between which the gap is too short to be told. */
    private void join() {
        int last = 0;
        for (int i = 1; i < size; i++) {
            if (from[i] - to[last] < resolution) {
                to[last] = Math.max(to[last], to[i]);
            } else {
                last++;
                from[last] = from[i];
                to[last] = to[i];
            }
        }
        size = Math.min(size, last + 1);
        if (from.length > 2 * size) {
            from = Arrays.copyOf(from, size);
            to = Arrays.copyOf(to, size);
        }
    }

    void write(DataOutput out) throws IOException {
        Varint.write(out, resolution);
        Varint.write(out, size);
        long at = 0;
        for (int i = 0; i < size; i++) {
            Varint.write(out, from[i] - at);
            Varint.write(out, to[i] - from[i]);
            at = to[i];
        }
    }

    /** @throws IOException when there are more than there can be, or they are in no order */
    static EndTimes read(DataInput in) throws IOException {
        long resolution = Varint.read(in);
        long size = Varint.read(in);
        if (resolution < 1 || size < 0 || size > MOST) {
            throw new IOException("times of ends are damaged");
        }
        EndTimes read = new EndTimes(resolution, new long[(int) size], new long[(int) size], (int) size);
        long at = 0;
        for (int i = 0; i < size; i++) {
            read.from[i] = at + Varint.read(in);
            read.to[i] = read.from[i] + Varint.read(in);
            if (read.from[i] < at || read.to[i] < read.from[i]) {
                throw new IOException("times of ends are damaged");
            }
            at = read.to[i];
        }
        return read;
    }
}
