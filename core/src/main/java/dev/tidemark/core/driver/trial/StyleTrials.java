package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import tools.jackson.databind.JsonNode;

/**
 * Stores a few documents by every style, and reads them back.
 *
 * @param keeps whether what is stored can be read back
 */
record StyleTrials(StyleTarget target, List<ApiStyle> styles, boolean keeps) {

    private static final int DOCUMENTS = 3;
    private static final int INNER = 2;

    void run() throws Exception {
        for (ApiStyle style : styles) {
            try (StylePlace place = target.place(style, "trial"); StyleSession session = place.session(0)) {
                store(style, session);
                require(style, place);
            } catch (WrongAnswerException e) {
                throw e;
            } catch (Exception e) {
                throw new WrongAnswerException("style " + style.name() + ": " + e.getMessage());
            }
        }
    }

    private static List<NestedObject> objects() {
        NestedObjects objects = new NestedObjects(1, INNER);
        return LongStream.range(0, DOCUMENTS).mapToObj(objects::object).toList();
    }

    private static void store(ApiStyle style, StyleSession session) throws Exception {
        List<StyleDocument> documents = objects().stream().map(o -> StyleDocument.of(o, style.input())).toList();
        int batch = style.batches() ? documents.size() : 1;
        for (int i = 0; i < documents.size(); i += batch) {
            int lost = session.carryOut(style, style.noop() ? List.of() : documents.subList(i, i + batch));
            if (lost > 0) {
                throw new WrongAnswerException("style " + style.name() + ": " + lost + " of " + batch
                        + " documents were not stored");
            }
        }
    }

    private void require(ApiStyle style, StylePlace place) throws Exception {
        long expected = style.noop() ? 0 : DOCUMENTS;
        long found = place.count();
        if (found != expected) {
            throw new WrongAnswerException("style " + style.name() + " stored " + expected + " documents, and there are "
                    + found);
        }
        for (NestedObject object : keeps && !style.noop() ? objects() : List.<NestedObject>of()) {
            JsonNode read = place.read(object.id()).orElseThrow(() -> new WrongAnswerException("style " + style.name()
                    + ": document " + object.id() + " is not there"));
            if (!ObjectJson.same(ObjectJson.tree(object), read)) {
                throw new WrongAnswerException("style " + style.name() + ": document " + object.id()
                        + " came back otherwise than it was stored");
            }
        }
    }
}
