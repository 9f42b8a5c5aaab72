package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.ResourceNotFoundException;
import com.marklogic.client.io.StringHandle;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;

/** A directory of the target's database; of objects that the repository places itself, a collection. */
final class RestPlace implements StylePlace {

    private static final String FOLDER = "/styles/";

    private final MarkLogicTarget target;
    private final Connections<MarkLogicConnection> connections;
    private final RestStyle style;
    private final String name;

    RestPlace(MarkLogicTarget target, Connections<MarkLogicConnection> connections, RestStyle style, String name) {
        this.target = target;
        this.connections = connections;
        this.style = style;
        this.name = name;
    }

    RestStyle style() {
        return style;
    }

    String name() {
        return name;
    }

    String directory() {
        return FOLDER + name + "/";
    }

    String collection() {
        return directory();
    }

    String uri(long id) {
        return style.inCollection() ? PojoDocument.uri(name, id) : directory() + id + ".json";
    }

    /** Removes what is there. */
    void clear() throws DriverException {
        target.ours(style.inCollection()
                ? connection -> connection.eval(Queries.DELETE_COLLECTION, Map.of("collection", collection()))
                : connection -> connection.eval(Queries.DELETE_DIRECTORY, Map.of("directory", directory())));
    }

    @Override
    public StyleSession session(int worker) throws DriverException {
        return new RestStyleSession(this, connections);
    }

    @Override
    public long count() throws DriverException {
        return target.ours(style.inCollection()
                ? connection -> connection.number(Queries.COUNT_COLLECTION, Map.of("collection", collection()))
                : connection -> connection.number(Queries.COUNT_DIRECTORY, Map.of("directory", directory())));
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        return target.ours(connection -> connection.ask(client -> {
            try {
                return Optional.of(client.newJSONDocumentManager().read(uri(id), new StringHandle()).get());
            } catch (ResourceNotFoundException e) {
                return Optional.<String>empty();
            }
        })).map(ObjectJson::parse).map(RestPlace::withoutType);
    }

    /** Without the member that is named after the class, which the repository puts around an object. */
    private static JsonNode withoutType(JsonNode stored) {
        JsonNode typed = stored.path(PojoDocument.class.getName());
        return stored.size() == 1 && typed.isObject() ? typed : stored;
    }

    @Override
    public void close() throws DriverException {
        clear();
    }
}
