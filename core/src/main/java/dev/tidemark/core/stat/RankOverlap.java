package dev.tidemark.core.stat;

import module java.base;

/** How far two rankings agree. An item that comes again counts where it came first. */
public final class RankOverlap {

    private RankOverlap() {}

    /** Share of the items of the longer ranking that both have, in whichever order; 1 of two empty ones. */
    public static double share(List<?> a, List<?> b) {
        Set<Object> others = new HashSet<>(b);
        Set<Object> both = new HashSet<>(a);
        int longer = Math.max(both.size(), others.size());
        both.retainAll(others);
        return longer == 0 ? 1 : (double) both.size() / longer;
    }

    /**
     * Rank-biased overlap, extrapolated from the rankings as far as they are known: from 0, nothing in common, to 1.
     * W. Webber, A. Moffat and J. Zobel, "A similarity measure for indefinite rankings", ACM Transactions on
     * Information Systems 28(4), 2010, equation 32, which allows for rankings of different length: with {@code X(d)}
     * items in common at depth d, {@code s} the shorter and {@code l} the longer length,
     * {@code (1-p)/p * (sum of X(d)/d * p^d for d = 1..l + sum of X(s)(d-s)/(s*d) * p^d for d = s+1..l)
     * + ((X(l)-X(s))/l + X(s)/s) * p^l}. Two empty rankings agree, an empty one and another have nothing in common.
     *
     * @param p how likely a reader goes on from one item to the next; 0.9 gives the first ten 86 % of the weight
     */
    public static double rankBiased(List<?> a, List<?> b, double p) {
        if (a.equals(b)) {
            return 1;
        }
        List<?> one = a.stream().distinct().toList();
        List<?> two = b.stream().distinct().toList();
        List<?> shorter = one.size() <= two.size() ? one : two;
        List<?> longer = shorter == one ? two : one;
        int s = shorter.size();
        int l = longer.size();
        if (s == 0) {
            return 0;
        }
        Set<Object> seen = new HashSet<>();
        Set<Object> others = new HashSet<>();
        double sum = 0;
        double weight = 1;
        int common = 0;
        int commonAtShorter = 0;
        for (int d = 1; d <= l; d++) {
            weight *= p;
            Object next = longer.get(d - 1);
            common += seen.add(next) && others.contains(next) ? 1 : 0;
            if (d <= s) {
                Object other = shorter.get(d - 1);
                common += others.add(other) && seen.contains(other) ? 1 : 0;
                commonAtShorter = common;
            } else {
                sum += (double) commonAtShorter * (d - s) / ((double) s * d) * weight;
            }
            sum += (double) common / d * weight;
        }
        return (1 - p) / p * sum + ((double) (common - commonAtShorter) / l + (double) commonAtShorter / s) * weight;
    }
}
