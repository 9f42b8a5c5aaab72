package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.document.DocumentWriteSet;
import dev.tidemark.core.driver.ApiStyle;

/** How the styles of the REST API are done. */
enum RestStyle {

    DOCUMENT_DATABIND(Styles.DOCUMENT_DATABIND) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            client.documents().write(batch.uri(0), StyleClient.handle(batch.object(0)));
            return 1;
        }
    },

    DOCUMENT_SET_DATABIND(Styles.DOCUMENT_SET_DATABIND) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            DocumentWriteSet all = client.documents().newWriteSet();
            for (int i = 0; i < batch.size(); i++) {
                all.add(batch.uri(i), StyleClient.handle(batch.object(i)));
            }
            client.documents().write(all);
            return batch.size();
        }
    },

    POJO_REPOSITORY(Styles.POJO_REPOSITORY) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            client.pojos().write(batch.pojo(), batch.collection());
            return 1;
        }
    },

    EVAL_OBJECT(Styles.EVAL_OBJECT) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            return eval(client, Queries.INSERT_OBJECT, Map.of("uri", batch.uri(0),
                    "content", StyleClient.handle(batch.object(0))));
        }
    },

    EVAL_TEXT(Styles.EVAL_TEXT) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            return eval(client, Queries.INSERT_TEXT, Map.of("uri", batch.uri(0), "content", batch.text()));
        }
    },

    EVAL_ARRAY(Styles.EVAL_ARRAY) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            return eval(client, Queries.INSERT_ARRAY, Map.of("directory", batch.directory(),
                    "content", StyleClient.handle(batch.objects())));
        }
    },

    NOOP(Styles.NOOP) {
        @Override
        long store(StyleClient client, StyleBatch batch) {
            eval(client, Queries.NOOP, Map.of());
            return 0;
        }
    };

    private final ApiStyle style;

    RestStyle(ApiStyle style) {
        this.style = style;
    }

    static Optional<RestStyle> named(String name) {
        return Arrays.stream(values()).filter(s -> s.style.name().equals(name)).findFirst();
    }

    /** Stores a batch as one transaction. @return how many documents the server says it stored */
    abstract long store(StyleClient client, StyleBatch batch);

    /** Whether the repository chooses where documents are. */
    boolean inCollection() {
        return this == POJO_REPOSITORY;
    }

    private static long eval(StyleClient client, String query, Map<String, ?> variables) {
        return MarkLogicConnection.number(MarkLogicConnection.eval(client.client(), query, variables));
    }
}
