package dev.tidemark.driver.marklogic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.marklogic.client.DatabaseClient;
import com.marklogic.client.document.JSONDocumentManager;
import com.marklogic.client.io.Format;
import com.marklogic.client.io.JacksonDatabindHandle;
import com.marklogic.client.pojo.PojoRepository;

/**
 * What an application makes once for a client and keeps: a mapper takes longer to make than a document to be mapped.
 */
record StyleClient(DatabaseClient client, JSONDocumentManager documents, PojoRepository<PojoDocument, String> pojos) {

    /** Set up as the client does it for a handle that is given none. */
    private static final ObjectMapper MAPPER = new JacksonDatabindHandle<>(Object.class).getMapper();

    static StyleClient of(DatabaseClient client) {
        return new StyleClient(client, client.newJSONDocumentManager(),
                client.newPojoRepository(PojoDocument.class, String.class));
    }

    static JacksonDatabindHandle<Object> handle(Object object) {
        JacksonDatabindHandle<Object> handle = new JacksonDatabindHandle<>(object);
        handle.setMapper(MAPPER);
        handle.setFormat(Format.JSON);
        return handle;
    }
}
