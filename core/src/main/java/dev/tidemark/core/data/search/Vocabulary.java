package dev.tidemark.core.data.search;

/**
 * Words by rank, the most frequent first, with the frequencies of natural language as Zipf and Mandelbrot have them:
 * that of rank {@code r}, from 0, goes with {@code 1 / (r + 1 + SHIFT)^EXPONENT} (Mandelbrot, "An informational theory
 * of the statistical structure of language", 1953). Drawn by inverting the integral of that, so that a rank's
 * frequency is the integral from {@code r} to {@code r + 1}.
 *
 * @param size how many words there are
 */
record Vocabulary(int size) {

    static final double EXPONENT = 1.05;
    static final double SHIFT = 2.7;

    private static final String CONSONANTS = "bdfghjklmnprstvwyzct";
    private static final String VOWELS = "aeiou";
    private static final int SYLLABLES = 100;
    /** So that the shortest word has two syllables. */
    private static final int FIRST = SYLLABLES;

    private static double integral(double rank) {
        return (1 - Math.pow((rank + 1 + SHIFT) / (1 + SHIFT), 1 - EXPONENT)) / (EXPONENT - 1);
    }

    /** The rank at a share of all words, from 0 to below 1, when they are sorted by rank. */
    int rank(double share) {
        double within = share * integral(size);
        double rank = (1 + SHIFT) * Math.pow(1 - within * (EXPONENT - 1), 1 / (1 - EXPONENT)) - 1 - SHIFT;
        return (int) Math.clamp(rank, 0, size - 1);
    }

    /** Share of all words that are the one of a rank. */
    double frequency(int rank) {
        return (integral(rank + 1) - integral(rank)) / integral(size);
    }

    /** Of letters from a to z, unlike every other rank's. */
    static String word(int rank) {
        StringBuilder word = new StringBuilder();
        for (int left = rank + FIRST; left > 0; left /= SYLLABLES) {
            int syllable = left % SYLLABLES;
            word.append(CONSONANTS.charAt(syllable / VOWELS.length())).append(VOWELS.charAt(syllable % VOWELS.length()));
        }
        return word.toString();
    }
}
