package dev.tidemark.core.param;

import module java.base;

/** Finds the valid name that a mistyped one was probably meant to be. */
public final class Suggestions {

    private Suggestions() {}

    /**
     * The candidate with the smallest edit distance, if it is near enough to be a likely slip. One that begins with
     * what was typed, or the other way round, counts as one slip away.
     */
    public static Optional<String> of(String typed, Collection<String> candidates) {
        String input = typed.toLowerCase(Locale.ROOT).replace('_', '-');
        int furthest = Math.max(2, input.length() / 3);
        return candidates.stream().filter(c -> slips(input, c, furthest) <= furthest)
                .min(Comparator.comparingInt((String c) -> slips(input, c, furthest))
                        .thenComparingInt(c -> distance(input, c.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** @param furthest more than that need not be counted exactly */
    private static int slips(String input, String candidate, int furthest) {
        String name = candidate.toLowerCase(Locale.ROOT);
        if (Math.min(input.length(), name.length()) > 2 && (name.startsWith(input) || input.startsWith(name))) {
            return input.equals(name) ? 0 : 1;
        }
        int apart = Math.abs(input.length() - name.length()); // each slip makes up for one character at most
        return apart > furthest ? apart : distance(input, name);
    }

    /** {@code " (did you mean 'shards'?)"}, or nothing when no candidate is near. */
    public static String hint(String typed, Collection<String> candidates) {
        return of(typed, candidates).map(c -> " (did you mean '" + c + "'?)").orElse("");
    }

    /** One of the names. @throws InvalidInputException where it is none: that it is unknown, and the nearest */
    public static String known(String what, String name, Collection<String> names) {
        if (!names.contains(name)) {
            throw unknown(what, name, names);
        }
        return name;
    }

    /** That a name is none of those that there are, and the nearest. */
    public static InvalidInputException unknown(String what, String name, Collection<String> names) {
        return new InvalidInputException("unknown " + what + " '" + name + "'" + hint(name, names));
    }

    /** That there is nothing of a name, and the nearest. */
    public static InvalidInputException none(String what, String name, Collection<String> names) {
        return new InvalidInputException("no " + what + " '" + name + "'" + hint(name, names));
    }

    /** The one of a name. @throws InvalidInputException where there is none: that, and the nearest */
    public static <T> T named(String what, String name, List<T> all, Function<T, String> names) {
        return all.stream().filter(one -> names.apply(one).equals(name)).findFirst()
                .orElseThrow(() -> none(what, name, all.stream().map(names).toList()));
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
