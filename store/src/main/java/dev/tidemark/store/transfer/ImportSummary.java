package dev.tidemark.store.transfer;

import module java.base;

/**
 * What an import brought.
 *
 * @param labels     labels in the file
 * @param iterations iterations that are new
 * @param known      iterations that were in the store already and were left as they are
 * @param joined     labels that were in the store already and to which something was added
 */
public record ImportSummary(List<String> labels, int iterations, int known, List<String> joined) {

    public ImportSummary {
        labels = List.copyOf(labels);
        joined = List.copyOf(joined);
    }

    /** What was added to nothing that was there. */
    public ImportSummary(List<String> labels, int iterations, int known) {
        this(labels, iterations, known, List.of());
    }

    /** That results were put together which may have nothing to do with each other; empty where none were. */
    public Optional<String> together() {
        return joined.isEmpty() ? Optional.empty() : Optional.of((joined.size() == 1 ? "Label " : "Labels ")
                + String.join(", ", joined) + (joined.size() == 1 ? " was" : " were")
                + " there already, and what was imported stands together with that; to keep two apart, rename the one "
                + "that is there before the import.");
    }
}
