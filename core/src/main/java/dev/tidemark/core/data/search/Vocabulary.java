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

    private static final String CONSONANTS = "bdfghjklmnprstvwyzcx";
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
        return frequency(rank, 1);
    }

    /** Share of all words that are those of some ranks in a row. */
    double frequency(int from, int ranks) {
        return (integral(from + ranks) - integral(from)) / integral(size);
    }

    /** Of a word, by how frequent each is. */
    double meanLetters() {
        double letters = 0;
        int from = 0;
        for (int syllables = 2; from < size; syllables++) {
            int until = (int) Math.min(size, Math.pow(SYLLABLES, syllables) - FIRST);
            letters += 2 * syllables * frequency(from, until - from);
            from = until;
        }
        return letters;
    }

    /** The rank of one of the {@linkplain #word words}; -1 for any other text. */
    static int rankOf(String word) {
        int rank = 0;
        for (int i = word.length() - 2; i >= 0; i -= 2) {
            int consonant = CONSONANTS.indexOf(word.charAt(i));
            int vowel = VOWELS.indexOf(word.charAt(i + 1));
            if (consonant < 0 || vowel < 0) {
                return -1;
            }
            rank = rank * SYLLABLES + consonant * VOWELS.length() + vowel;
        }
        return rank < FIRST || word.length() % 2 > 0 ? -1 : rank - FIRST;
    }

    /** Of letters from a to z, unlike every other rank's. */
    static String word(int rank) {
        StringBuilder word = new StringBuilder();
        for (int left = rank + FIRST; left > 0; left /= SYLLABLES) {
            int syllable = left % SYLLABLES;
            word.append(CONSONANTS.charAt(syllable / VOWELS.length()))
                    .append(VOWELS.charAt(syllable % VOWELS.length()));
        }
        return word.toString();
    }
}
