package dev.tidemark.driver.marklogic;

import module java.base;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.driver.marklogic.XccLibrary.Variable;

/** How the styles of XCC are done. */
enum XccStyle {

    JSON_TREE(Styles.XCC_JSON_TREE) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            connection.library().insert(connection.session(), batch.contents(connection).getFirst());
            return 1;
        }
    },

    JSON_TEXT(Styles.XCC_JSON_TEXT) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            return JSON_TREE.store(connection, batch);
        }
    },

    JSON_TREE_BATCH(Styles.XCC_JSON_TREE_BATCH) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            connection.library().insertAll(connection.session(), batch.contents(connection));
            return batch.size();
        }
    },

    JSON_TREE_BATCH_COLLECT(Styles.XCC_JSON_TREE_BATCH_COLLECT) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            return batch.size() - connection.library().insertCollecting(connection.session(),
                    batch.contents(connection));
        }
    },

    JSON_TEXT_BATCH(Styles.XCC_JSON_TEXT_BATCH) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            return JSON_TREE_BATCH.store(connection, batch);
        }
    },

    EVAL(Styles.XCC_EVAL) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            return eval(connection, Queries.INSERT_OBJECT, Map.of("uri", new Variable(STRING, batch.uris().getFirst()),
                    "content", new Variable("OBJECT_NODE", batch.json().getFirst())));
        }
    },

    EVAL_ARRAY(Styles.XCC_EVAL_ARRAY) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            ArrayNode array = MAPPER.createArrayNode();
            batch.json().forEach(tree -> array.add((JsonNode) tree));
            return eval(connection, Queries.INSERT_ARRAY_NODE, Map.of("directory",
                    new Variable(STRING, batch.directory()), "content", new Variable("ARRAY_NODE", array)));
        }
    },

    NOOP(Styles.XCC_NOOP) {
        @Override
        long store(XccConnection connection, Batch batch) throws Exception {
            eval(connection, Queries.NOOP, Map.of());
            return 0;
        }
    };

    private static final String STRING = "XS_STRING";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiStyle style;

    XccStyle(ApiStyle style) {
        this.style = style;
    }

    static XccStyle named(String name) {
        return Arrays.stream(values()).filter(s -> s.style.name().equals(name)).findFirst().orElseThrow();
    }

    /** Stores a batch. @return how many documents the server says it stored */
    abstract long store(XccConnection connection, Batch batch) throws Exception;

    private static long eval(XccConnection connection, String query, Map<String, Variable> variables) throws Exception {
        return MarkLogicConnection.number(connection.library().eval(connection.session(), query, variables));
    }

    /**
     * The documents of a request, as an application has them ready before it.
     *
     * @param json texts, or trees of Jackson 2
     */
    record Batch(String directory, List<String> uris, List<Object> json) {

        static Batch of(RestPlace place, List<StyleDocument> documents) throws JsonProcessingException {
            List<Object> json = new ArrayList<>();
            for (StyleDocument document : documents) {
                json.add(document.text() != null ? document.text() : MAPPER.readTree(ObjectJson.text(document.tree())));
            }
            return new Batch(place.directory(), documents.stream().map(document -> place.uri(document.id())).toList(),
                    json);
        }

        int size() {
            return json.size();
        }

        List<Object> contents(XccConnection connection) throws Exception {
            List<Object> contents = new ArrayList<>();
            for (int i = 0; i < json.size(); i++) {
                contents.add(connection.library().content(uris.get(i), json.get(i)));
            }
            return contents;
        }
    }
}
