package dev.tidemark.core.driver.style;

import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document in the form that a style takes.
 *
 * @param object it; always there, so that a driver can make what its client wants from it outside the clock
 * @param tree   null unless the style takes trees
 * @param text   null unless the style takes text
 */
public record StyleDocument(NestedObject object, ObjectNode tree, String text) {

    /** Unlike that of every other document of its place; the key is made from it. */
    public long id() {
        return object.id();
    }

    /** An object in the form that a style takes. */
    public static StyleDocument of(NestedObject object, ApiStyle.Input input) {
        return switch (input) {
            case NONE, OBJECT -> new StyleDocument(object, null, null);
            case TREE -> new StyleDocument(object, ObjectJson.tree(object), null);
            case TEXT -> new StyleDocument(object, null, ObjectJson.text(object));
        };
    }
}
