package dev.tidemark.core.workload.script.language;

import dev.tidemark.core.data.SplitMix64;

/**
 * Random whole numbers by pgbench's laws, from one stream of a seed. Not thread-safe.
 *
 * <p>The laws are those of PostgreSQL's manual, "pgbench", Built-in Functions.
 */
public final class RandomDraw {

    private static final double LEAST_GAUSSIAN = 2;
    private static final double LEAST_ZIPFIAN = 1.001;
    private static final double MOST_ZIPFIAN = 1000;
    private static final long LONGEST_TEXT = 1 << 20;

    /** One per worker, so that permuting allocates nothing. */
    final Permutation permutation = new Permutation();
    private long state;
    private long position;
    private long turn;

    /**
     * Begins the stream anew at another place.
     *
     * @param position of the operation that draws from it, which no other one has
     * @param turn     of the operation among those of its group
     */
    public void seed(long seed, long position, long turn) {
        state = seed;
        this.position = position;
        this.turn = turn;
    }

    /** The same where there is one group. */
    public void seed(long seed, long position) {
        seed(seed, position, position);
    }

    /** Which of its group's operations it is, from 0. */
    long turn() {
        return turn;
    }

    /** The position of the operation. */
    long position() {
        return position;
    }

    private long bits() {
        state += SplitMix64.STEP;
        return SplitMix64.mix(state);
    }

    /** 0 inclusive to 1 exclusive. */
    double fraction() {
        return (bits() >>> 11) * 0x1p-53;
    }

    private static long size(long least, long most) {
        if (most < least) {
            throw new ScriptException("empty range given to random");
        }
        long size = most - least + 1;
        if (size <= 0) {
            throw new ScriptException("random range is too large");
        }
        return size;
    }

    /** Each number from least to most is as likely as another. */
    public long uniform(long least, long most) {
        long size = size(least, most);
        long bits = bits() >>> 1;
        long drawn = bits % size;
        while (bits - drawn + (size - 1) < 0) { // the last, incomplete run of numbers would favour the small ones
            bits = bits() >>> 1;
            drawn = bits % size;
        }
        return least + drawn;
    }

    /**
     * A bell over the range, cut off at {@code parameter} standard deviations on both sides: number i comes with
     * probability F(i + 0.5) − F(i − 0.5), where F(x) = Φ(2 · parameter · (x − mean) / size) / (2 · Φ(parameter) − 1).
     */
    long gaussian(long least, long most, double parameter) {
        long size = size(least, most);
        if (!(parameter >= LEAST_GAUSSIAN)) {
            throw new ScriptException("gaussian parameter must be at least 2.0 (not " + parameter + ")");
        }
        double normal;
        do {
            normal = normal();
        } while (normal < -parameter || normal >= parameter);
        return within(least, most, size, (normal + parameter) / (2 * parameter));
    }

    /** By Box and Muller. */
    private double normal() {
        return Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
    }

    /**
     * The least number is the likeliest: i comes with probability F(i) − F(i + 1), where F(x) =
     * exp(−parameter · (x − least) / size) / (1 − exp(−parameter)).
     */
    long exponential(long least, long most, double parameter) {
        long size = size(least, most);
        if (!(parameter > 0)) {
            throw new ScriptException("exponential parameter must be greater than zero (not " + parameter + ")");
        }
        double cut = Math.exp(-parameter);
        return within(least, most, size, -Math.log(cut + (1 - cut) * (1 - fraction())) / parameter);
    }

    /** Rounding can bring a share to 1, and with it the number behind the last. */
    private static long within(long least, long most, long size, double share) {
        return Math.min(most, least + Math.min(size - 1, (long) (size * share)));
    }

    /**
     * The k-th number of the range comes k^parameter times as seldom as the first. By rejection, after Luc Devroye,
     * "Non-Uniform Random Variate Generation", 1986, page 551.
     */
    long zipfian(long least, long most, double parameter) {
        long size = size(least, most);
        if (!(parameter >= LEAST_ZIPFIAN && parameter <= MOST_ZIPFIAN)) {
            throw new ScriptException("zipfian parameter must be in range [1.001, 1000] (not " + parameter + ")");
        }
        if (size == 1) {
            return least;
        }
        double power = parameter - 1;
        double bound = Math.pow(2, power);
        while (true) {
            double rank = Math.floor(Math.pow(fraction(), -1 / power));
            double t = Math.pow(1 + 1 / rank, power);
            if (fraction() * rank * (t - 1) / (bound - 1) <= t / bound && rank <= size) {
                return least - 1 + (long) rank;
            }
        }
    }

    /** Small letters, as many as one of the numbers from least to most, each as likely. */
    String letters(long least, long most) {
        if (least < 0 || most > LONGEST_TEXT) {
            throw new ScriptException("the length of a random text is 0 to " + LONGEST_TEXT);
        }
        char[] letters = new char[(int) uniform(least, most)];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) ('a' + uniform(0, 25));
        }
        return new String(letters);
    }

    /** A text in which each {@code #} has become a digit and each {@code @} a small letter. */
    public String filled(String pattern) {
        char[] signs = pattern.toCharArray();
        for (int i = 0; i < signs.length; i++) {
            if (signs[i] == '#') {
                signs[i] = (char) ('0' + uniform(0, 9));
            } else if (signs[i] == '@') {
                signs[i] = (char) ('a' + uniform(0, 25));
            }
        }
        return new String(signs);
    }
}
