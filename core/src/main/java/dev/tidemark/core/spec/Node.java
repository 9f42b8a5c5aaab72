package dev.tidemark.core.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A document as a tree that remembers where each part stands, for messages such as {@code matrix.yaml:7: …}. */
public sealed interface Node {

    /** Where it stands: {@code matrix.yaml:7}, or the flag that said it. */
    String place();

    /** A number, word or text, as written. */
    record Scalar(String text, String place) implements Node {}

    record Sequence(List<Node> items, String place) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    record Mapping(Map<String, Node> entries, String place) implements Node {
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
