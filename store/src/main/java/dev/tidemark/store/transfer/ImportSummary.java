package dev.tidemark.store.transfer;

import java.util.List;

/**
 * What an import brought.
 *
 * @param labels     labels in the file
 * @param iterations iterations that are new
 * @param known      iterations that were in the store already and were left as they are
 */
public record ImportSummary(List<String> labels, int iterations, int known) {

    public ImportSummary {
        labels = List.copyOf(labels);
    }
}
