package dev.tidemark.core.data.search;

import module java.base;

/** Numbered documents. Document {@code n} is the same on every call, in every process. Thread-safe. */
public interface SearchDocuments {

    long count();

    /** How many numbers a document's vector has; 0 where there are none. */
    int dimension();

    /** @throws IOException when it is read from a file, and that cannot be read */
    SearchDocument document(long n) throws IOException;

    /**
     * Words in a row of a document; fewer where it has fewer.
     *
     * @param at   where in the document, from 0 for its front to below 1
     * @param most how many words
     */
    default List<String> excerpt(long n, double at, int most) throws IOException {
        String text = document(n).text();
        List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
        int from = (int) (at * (Math.max(0, words.size() - most) + 1));
        return words.subList(from, Math.min(words.size(), from + most));
    }
}
