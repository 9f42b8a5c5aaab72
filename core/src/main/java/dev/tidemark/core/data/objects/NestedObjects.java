package dev.tidemark.core.data.objects;

import module java.base;
import dev.tidemark.core.data.Corpus;
import dev.tidemark.core.data.RandomNumbers;
import dev.tidemark.core.data.keys.KeyPermutation;

/**
 * Numbered objects whose sizes are uniform within their bounds, both included. Immutable, and the same for a seed
 * wherever they are made.
 */
public final class NestedObjects {

    /** How many different ids there are: as many as a JSON number holds exactly in any program. */
    public static final long IDS = 1L << 53;

    private static final long PURPOSE = 41;

    private static final List<String> FIRST_NAMES = List.of("Ada", "Bela", "Carmen", "Dmitri", "Elif", "Farid", "Greta",
            "Hiroshi", "Ines", "Jonas", "Keiko", "Lars", "Mei", "Noor", "Oskar", "Priya");
    private static final List<String> LAST_NAMES = List.of("Abebe", "Bianchi", "Castillo", "Dubois", "Eriksen",
            "Fischer", "Gupta", "Haddad", "Ivanova", "Jansen", "Kowalski", "Lindqvist", "Moreau", "Nakamura", "Okafor",
            "Pereira");

    private final long seed;
    private final int innerSize;
    private final KeyPermutation ids;

    /** @param innerSize elements of each object's array */
    public NestedObjects(long seed, int innerSize) {
        this.seed = seed;
        this.innerSize = innerSize;
        this.ids = new KeyPermutation(seed, IDS);
    }

    /** The id of object {@code n}, unlike every other's. */
    public long id(long n) {
        return ids.apply(n);
    }

    public NestedObject object(long n) {
        RandomNumbers random = new RandomNumbers(seed, PURPOSE, n);
        return new NestedObject(id(n), name(random), words(random, 10), letters(random, 10), letters(random, 50),
                words(random, 5), Stream.generate(() -> inner(random)).limit(innerSize).toList());
    }

    private static NestedObject.Inner inner(RandomNumbers random) {
        return new NestedObject.Inner(name(random), words(random, 5), letters(random, 10),
                letters(random, 20) + " " + letters(random, 30), words(random, 10),
                random.below(Integer.MAX_VALUE), random.below(1_000_000_000) / 100.0);
    }

    private static String name(RandomNumbers random) {
        return FIRST_NAMES.get(random.below(FIRST_NAMES.size())) + " "
                + LAST_NAMES.get(random.below(LAST_NAMES.size()));
    }

    private static String words(RandomNumbers random, int most) {
        Corpus corpus = Corpus.own();
        int count = random.below(most + 1);
        return Stream.generate(() -> corpus.word(random.below(corpus.words()))).limit(count)
                .collect(Collectors.joining(" "));
    }

    private static String letters(RandomNumbers random, int most) {
        int count = random.below(most + 1);
        StringBuilder text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append((char) ('a' + random.below(26)));
        }
        return text.toString();
    }
}
