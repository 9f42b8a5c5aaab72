package dev.tidemark.driver.postgres;

import module java.base;

/** A document's words and their positions as a {@code tsvector} is written, without any dictionary. */
final class TextVector {

    private TextVector() {}

    /**
     * The server keeps positions up to 16383, larger ones as that, and the first 256 of each word ("tsvector" in
     * PostgreSQL's manual).
     *
     * @param text words with a blank between
     */
    static String of(String text) {
        Map<String, StringBuilder> positions = new LinkedHashMap<>();
        int position = 0;
        for (String word : text.split(" ")) {
            if (!word.isEmpty()) {
                StringBuilder all = positions.computeIfAbsent(word, w -> new StringBuilder());
                all.append(all.isEmpty() ? ':' : ',').append(++position);
            }
        }
        StringBuilder vector = new StringBuilder();
        positions.forEach((word, all) -> vector.append(quoted(word)).append(all).append(' '));
        return vector.toString();
    }

    /** A word as it stands in a {@code tsvector} or {@code tsquery}, whatever is in it. */
    static String quoted(String word) {
        return '\'' + word.replace("\\", "\\\\").replace("'", "''") + '\'';
    }
}
