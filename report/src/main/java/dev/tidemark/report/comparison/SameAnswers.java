package dev.tidemark.report.comparison;

/**
 * How likely it is that sides that are the same seem to answer queries differently. Then any order of a query's
 * answers is as likely as any other. Of those that are not all the same, each side has one and the other another in at
 * most 2 of the ways to deal {@code a + b} answers to the sides; queries are taken to change by themselves,
 * independently of each other (a permutation test of each query, and of their number the tail of a binomial).
 */
final class SameAnswers {

    private SameAnswers() {}

    /**
     * The chance that of so many queries with several answers so many, or more, are one answer on each side.
     *
     * @param several   queries to which not all answers are the same
     * @param otherwise those of them of which each side has one answer of its own
     * @param a         answers of the first side to each
     * @param b         answers of the second
     */
    static double chance(long several, long otherwise, int a, int b) {
        double each = separated(a, b);
        if (otherwise == 0 || each == 1) {
            return 1;
        }
        double below = 0;
        double log = several * Math.log1p(-each);
        for (long k = 0; k < otherwise; k++) {
            below += Math.exp(log);
            log += Math.log((double) (several - k) / (k + 1)) + Math.log(each) - Math.log1p(-each);
        }
        return Math.max(0, 1 - below);
    }

    /** The chance at which one of {@code a + b} things that are dealt at random separates the sides. */
    static double separated(int a, int b) {
        double ways = 1;
        for (int i = 1; i <= b; i++) {
            ways *= (double) (a + i) / i;
        }
        return Math.min(1, (a == b ? 2 : 1) / ways);
    }
}
