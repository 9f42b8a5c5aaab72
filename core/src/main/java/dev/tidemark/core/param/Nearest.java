package dev.tidemark.core.param;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid name that a mistyped one was probably meant to be. */
public final class Nearest {

    private Nearest() {}

    /** The candidate with the smallest edit distance, if it is near enough to be a likely slip. */
    public static Optional<String> of(String typed, Collection<String> candidates) {
        String wanted = typed.toLowerCase(Locale.ROOT).replace('_', '-');
        return candidates.stream()
                .min(Comparator.comparingInt((String c) -> distance(wanted, c.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(c -> {
                    String name = c.toLowerCase(Locale.ROOT);
                    return distance(wanted, name) <= Math.max(2, wanted.length() / 3)
                            || wanted.length() > 2 && (name.startsWith(wanted) || wanted.startsWith(name));
                });
    }

    /** {@code " (did you mean 'shards'?)"}, or nothing when no candidate is near. */
    public static String hint(String typed, Collection<String> candidates) {
        return of(typed, candidates).map(c -> " (did you mean '" + c + "'?)").orElse("");
    }

    /** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 ? j : j == 0 ? i : step(d, a, b, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(int[][] d, String a, String b, int i, int j) {
        int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + substitution);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}
