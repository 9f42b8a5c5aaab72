package dev.tidemark.driver.marklogic;

import com.marklogic.client.DatabaseClient;
import com.marklogic.client.document.DocumentWriteSet;
import com.marklogic.client.document.JSONDocumentManager;
import com.marklogic.client.io.Format;
import com.marklogic.client.io.JacksonDatabindHandle;
import dev.tidemark.core.driver.ApiStyle;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** How the styles of the REST API are done. */
enum RestStyle {

    DOCUMENT_DATABIND(Styles.DOCUMENT_DATABIND) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
            client.newJSONDocumentManager().write(batch.uri(0), handle(batch.object(0)));
            return 1;
        }
    },

    DOCUMENT_SET_DATABIND(Styles.DOCUMENT_SET_DATABIND) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
            JSONDocumentManager documents = client.newJSONDocumentManager();
            DocumentWriteSet all = documents.newWriteSet();
            for (int i = 0; i < batch.size(); i++) {
                all.add(batch.uri(i), handle(batch.object(i)));
            }
            documents.write(all);
            return batch.size();
        }
    },

    POJO_REPOSITORY(Styles.POJO_REPOSITORY) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
            client.newPojoRepository(PojoDocument.class, String.class).write(batch.pojo(), batch.collection());
            return 1;
        }
    },

    EVAL_OBJECT(Styles.EVAL_OBJECT) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
            return eval(client, Queries.INSERT_OBJECT, Map.of("uri", batch.uri(0), "content", handle(batch.object(0))));
        }
    },

    EVAL_TEXT(Styles.EVAL_TEXT) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
            return eval(client, Queries.INSERT_TEXT, Map.of("uri", batch.uri(0), "content", batch.text()));
        }
    },

    EVAL_ARRAY(Styles.EVAL_ARRAY) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
            return eval(client, Queries.INSERT_ARRAY, Map.of("directory", batch.directory(),
                    "content", handle(batch.objects())));
        }
    },

    NOOP(Styles.NOOP) {
        @Override
        long store(DatabaseClient client, StyleBatch batch) {
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
    abstract long store(DatabaseClient client, StyleBatch batch);

    /** Whether the repository chooses where documents are. */
    boolean inCollection() {
        return this == POJO_REPOSITORY;
    }

    private static JacksonDatabindHandle<Object> handle(Object object) {
        JacksonDatabindHandle<Object> handle = new JacksonDatabindHandle<>(object);
        handle.setFormat(Format.JSON);
        return handle;
    }

    private static long eval(DatabaseClient client, String query, Map<String, ?> variables) {
        return MarkLogicConnection.number(MarkLogicConnection.eval(client, query, variables));
    }
}
