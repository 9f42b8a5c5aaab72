package dev.tidemark.core.data.search;

import java.io.IOException;

/** Numbered documents. Document {@code n} is the same on every call, in every process. Thread-safe. */
public interface SearchDocuments {

    long count();

    /** How many numbers a document's vector has; 0 where there are none. */
    int dimension();

    /** @throws IOException when it is read from a file, and that cannot be read */
    SearchDocument document(long n) throws IOException;
}
