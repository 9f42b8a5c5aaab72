package dev.tidemark.driver.marklogic;

import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.driver.style.StyleDocument;
import java.util.List;

/**
 * The documents of a request, with what an application has ready before it.
 *
 * @param directory of the place
 * @param pojo      null unless the repository stores it
 */
record StyleBatch(String collection, String directory, List<StyleDocument> documents, List<String> uris,
        PojoDocument pojo) {

    static StyleBatch of(RestPlace place, List<StyleDocument> documents) {
        PojoDocument pojo = place.style().inCollection() && !documents.isEmpty()
                ? new PojoDocument(place.name(), documents.getFirst().object()) : null;
        return new StyleBatch(place.collection(), place.directory(), documents,
                documents.stream().map(document -> place.uri(document.id())).toList(), pojo);
    }

    int size() {
        return documents.size();
    }

    String uri(int number) {
        return uris.get(number);
    }

    NestedObject object(int number) {
        return documents.get(number).object();
    }

    List<NestedObject> objects() {
        return documents.stream().map(StyleDocument::object).toList();
    }

    String text() {
        return documents.getFirst().text();
    }
}
