package dev.tidemark.core.param;

import module java.base;

/**
 * Words of the field for values that are written down under older ones: what was stored keeps its word, so that old and
 * new results of a label are of one setting.
 */
final class Synonyms {

    private static final Map<String, String> WRITTEN = Map.of("unthrottled", "unpaced", "random", "diced",
            "exact-ratio", "dealt");

    private Synonyms() {}

    /** The word that is written down for one that was typed; itself where there is no other. */
    static String written(String typed) {
        String word = typed.strip().toLowerCase(Locale.ROOT);
        return WRITTEN.getOrDefault(word, word);
    }
}
