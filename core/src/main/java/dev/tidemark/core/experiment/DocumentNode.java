package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

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
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        /** @return null for none */
        public DocumentNode get(String key) {
            return entries.get(key);
        }

        public boolean has(String key) {
            return entries.containsKey(key);
        }

        /** The same with another value in its place, or with one more entry. */
        public Mapping with(String key, DocumentNode value) {
            Map<String, DocumentNode> more = new LinkedHashMap<>(entries);
            more.put(key, value);
            return new Mapping(more, place);
        }

        public Mapping without(String key) {
            Map<String, DocumentNode> fewer = new LinkedHashMap<>(entries);
            fewer.remove(key);
            return new Mapping(fewer, place);
        }

        /** The same with another value in its place, where there is one. */
        public Mapping change(String key, UnaryOperator<DocumentNode> change) {
            return has(key) ? with(key, change.apply(get(key))) : this;
        }
    }

    /** @param plain a map or list of such, or a value that is written as its text; nodes stay as they are */
    static DocumentNode of(Object plain, String place) {
        return switch (plain) {
            case DocumentNode node -> node;
            case Map<?, ?> map -> {
                Map<String, DocumentNode> entries = new LinkedHashMap<>();
                map.forEach((key, value) -> entries.put((String) key, of(value, place)));
                yield new Mapping(entries, place);
            }
            case List<?> list -> new Sequence(list.stream().map(item -> of(item, place)).toList(), place);
            default -> new Scalar(plain.toString(), place);
        };
    }

    /** What it is, in words, for messages. */
    default String kind() {
        return switch (this) {
            case Scalar s -> "a single value";
            case Sequence s -> "a list";
            case Mapping m -> "a mapping";
        };
    }

    /** The same with other items or values; a single value as it is. */
    default DocumentNode map(UnaryOperator<DocumentNode> change) {
        return switch (this) {
            case Scalar s -> s;
            case Sequence s -> new Sequence(s.items().stream().map(change).toList(), s.place());
            case Mapping m -> {
                Map<String, DocumentNode> changed = new LinkedHashMap<>(m.entries());
                changed.replaceAll((key, value) -> change.apply(value));
                yield new Mapping(changed, m.place());
            }
        };
    }

    /**
     * The same with another text, or of a list or mapping with those of the single values in it.
     *
     * @throws InvalidInputException as the change does, with the place in front
     */
    default DocumentNode texts(UnaryOperator<String> change) {
        return this instanceof Scalar s ? new Scalar(s.at(() -> change.apply(s.text())), s.place())
                : map(item -> item instanceof Scalar ? item.texts(change) : item);
    }

    /** The items of a list; of anything else, itself alone. */
    default List<DocumentNode> items() {
        return List.of(this);
    }

    /** @throws InvalidInputException always, with the place in front of the complaint */
    default <T> T fail(String complaint) {
        throw new InvalidInputException(complaint).at(place());
    }

    /** Puts the place in front of a complaint. */
    default <T> T at(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidInputException e) {
            throw e.at(place());
        }
    }
}
