package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import tools.jackson.databind.node.ObjectNode;

/**
 * Documents that were made before, so that making them takes no time from storing them. Document {@code n} has an id of
 * its own and the members of one of so many objects, which repeat. Filled by one thread before others read it.
 */
final class DocumentPool {

    /** Objects, at most. */
    private static final int MOST = 1000;
    /** Bytes that they may take. */
    private static final long MEMORY = 64L << 20;

    private static final String BEGIN = "{\"id\":";

    /** A document without its id. */
    private record Body(NestedObject object, ObjectNode tree, String text, int bytes) {}

    private final NestedObjects objects;
    private final List<Body> bodies = new ArrayList<>();
    /** The first documents as each form of them was wanted. */
    private final Map<ApiStyle.Input, List<StyleDocument>> made = new EnumMap<>(ApiStyle.Input.class);
    /** How many objects there are when it is full. */
    private final int size;

    DocumentPool(long seed, int innerSize) {
        objects = new NestedObjects(seed, innerSize);
        size = Math.toIntExact(Math.clamp(MEMORY / ApiParams.memory(innerSize), 1, MOST));
    }

    /** Makes what so many documents take, as far as it is not there; the first ones whole. */
    void fill(long documents, ApiStyle.Input input) {
        for (int n = bodies.size(); n < Math.min(documents, size); n++) {
            bodies.add(body(objects.object(n)));
        }
        List<StyleDocument> first = made.computeIfAbsent(input, _ -> new ArrayList<>());
        for (int n = first.size(); n < Math.min(documents, size); n++) {
            first.add(make(n, input));
        }
    }

    private static Body body(NestedObject object) {
        String text = ObjectJson.text(object);
        String rest = text.substring(text.indexOf(','));
        return new Body(object, ObjectJson.tree(object), rest, rest.getBytes(StandardCharsets.UTF_8).length);
    }

    private Body body(long n) {
        return bodies.get((int) (n % size));
    }

    /** Document {@code n}, in the form that a style takes. */
    StyleDocument document(long n, ApiStyle.Input input) {
        List<StyleDocument> first = made.getOrDefault(input, List.of());
        return n < first.size() ? first.get((int) n) : make(n, input);
    }

    /** Document {@code n} as a tree of its own, which nobody has had in hand. */
    ObjectNode expected(long n) {
        return ObjectJson.tree(object(n));
    }

    private NestedObject object(long n) {
        return body(n).object.withId(objects.id(n));
    }

    private StyleDocument make(long n, ApiStyle.Input input) {
        Body body = body(n);
        NestedObject object = object(n);
        return switch (input) {
            case NONE, OBJECT -> new StyleDocument(object, null, null);
            case TREE -> new StyleDocument(object, body.tree.objectNode().setAll(body.tree).put("id", object.id()),
                    null);
            case TEXT -> new StyleDocument(object, null, BEGIN + object.id() + body.text);
        };
    }

    /** The id of document {@code n}. */
    long id(long n) {
        return objects.id(n);
    }

    /** Bytes of document {@code n} as JSON text in UTF-8. */
    int bytes(long n) {
        return BEGIN.length() + String.valueOf(objects.id(n)).length() + body(n).bytes;
    }
}
