package dev.tidemark.core.data.search;

/**
 * A document as every engine gets it.
 *
 * @param number its own, from 0; what an answer names it by
 * @param text   words in lower case, of letters and digits alone, one blank between: every engine takes them as they
 *               are, so that all find the same documents
 * @param bucket from 0 to {@link #BUCKETS} - 1, for filters
 * @param vector of the index's dimension; null where it has none
 */
public record SearchDocument(long number, String text, int bucket, float[] vector) {

    /** How many buckets there are; a filter up to bucket b lets b thousandths of the documents through. */
    public static final int BUCKETS = 1000;
}
