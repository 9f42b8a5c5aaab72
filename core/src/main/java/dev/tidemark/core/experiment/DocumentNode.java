package dev.tidemark.core.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A document as a tree that remembers where each part stands, for messages such as {@code matrix.yaml:7: …}. */
public sealed interface DocumentNode {

    /** Where it stands: {@code matrix.yaml:7}, or the flag that said it. */
    String place();

    /** A number, word or text, as written. */
    record Scalar(String text, String place) implements DocumentNode {}

    record Sequence(List<DocumentNode> items, String place) implements DocumentNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    record Mapping(Map<String, DocumentNode> entries, String place) implements DocumentNode {
        public Mapping {
            entries = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** What it is, in words, for messages. */
    default String kind() {
        return switch (this) {
            case Scalar s -> "a single value";
            case Sequence s -> "a list";
            case Mapping m -> "a mapping";
        };
    }
}
