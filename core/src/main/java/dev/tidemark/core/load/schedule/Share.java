package dev.tidemark.core.load.schedule;

/**
 * Which part of a load one of several generators offers. The load is numbered as a whole, whatever the number of
 * generators: of workers and their own lanes generator {@code i} of {@code n} has those whose number leaves the remainder
 * {@code i}; slots of a schedule, and blocks of positions of a shared lane, are dealt to all workers by turns, so that where
 * {@code n} divides the workers it has those whose number leaves that remainder, too.
 *
 * @param number from 0
 * @param of     how many there are; 1 for a single one, which offers everything
 */
public record Share(int number, int of) {

    /** Of a single generator. */
    public static final Share WHOLE = new Share(0, 1);
    /** The first of several makes and drops the target's data, and does what is not shared out. */
    public static final int LEAD = 0;

    private static final long UNLIMITED = Long.MAX_VALUE;

    public Share {
        if (number < 0 || of < 1) {
            throw new IllegalArgumentException("share " + number + " of " + of);
        }
    }

    public boolean leads() {
        return number == LEAD;
    }

    public boolean whole() {
        return of == 1 && number == LEAD;
    }

    /** Among the first so many generators, where there is not one thing for each; the others have nothing then. */
    public Share among(int most) {
        return of <= most ? this : new Share(number, most);
    }

    /** How many of so many workers, of which the first has the first and so on by turns. */
    public int workers(int all) {
        return number >= of ? 0 : all / of + (number < all % of ? 1 : 0);
    }

    /** The number of a worker among those of all. @param own its number here, from 0 */
    public int worker(int own) {
        return number + own * of;
    }

    /**
     * How many of so many positions are in it: dealt to all workers by turns, so that each generator has as many as its
     * workers can do.
     *
     * @param all     {@link Long#MAX_VALUE} where there is no limit
     * @param block   how many that follow each other stay together
     * @param workers of all generators
     */
    public long count(long all, long block, int workers) {
        if (whole() || all == UNLIMITED) {
            return workers(workers) == 0 ? 0 : all;
        }
        long round = block * workers;
        long count = all / round * block * workers(workers);
        for (int own = 0; own < workers(workers); own++) {
            count += Math.clamp(all % round - worker(own) * block, 0, block);
        }
        return count;
    }

    /** The number among all positions of one that is in it. @param own its number here, from 0 */
    public long position(long own, long block, int workers) {
        if (whole()) {
            return own;
        }
        long turn = own / block;
        int mine = workers(workers);
        return (turn / mine * workers + worker((int) (turn % mine))) * block + own % block;
    }
}
