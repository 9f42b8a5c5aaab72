package dev.tidemark.core.data;

/** How the URIs of made documents follow one another. */
public enum UriOrder {
    /** Anywhere among all, like a hash, yet no two alike. */
    SPREAD,
    /** In the order of the documents' numbers. */
    SEQUENTIAL
}
