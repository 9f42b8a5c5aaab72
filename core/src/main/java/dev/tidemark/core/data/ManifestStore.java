package dev.tidemark.core.data;

import module java.base;

/**
 * Keeps a dataset's manifest with the dataset's data: in its folder, or in a table of the target. What makes the data
 * anew or drops it removes the manifest, too.
 */
public interface ManifestStore {

    /** What is kept; empty when there is none. */
    Optional<byte[]> read() throws IOException;

    /** Takes the place of what is kept, whole or not at all. */
    void write(byte[] manifest) throws IOException;

    /** Removes what is kept, if there is any; the data is then no dataset any more. */
    void remove() throws IOException;

    /** Where the data is, for people: a folder, a namespace of a server. */
    String place();

    /** What the manifest itself is called there, for people: a file, a row of a table. */
    String name();
}
