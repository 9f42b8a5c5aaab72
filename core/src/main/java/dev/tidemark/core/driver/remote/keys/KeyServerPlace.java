package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;

/** Documents as JSON text, each under a key of its own. */
final class KeyServerPlace<C> implements StylePlace {

    private final KeyServerTarget<C> target;
    private final Connections<C> connections;
    private final ApiStyle style;
    private final KeyBytes prefix;

    KeyServerPlace(KeyServerTarget<C> target, Connections<C> connections, ApiStyle style, KeyBytes prefix) {
        this.target = target;
        this.connections = connections;
        this.style = style;
        this.prefix = prefix;
    }

    private KeyBytes key(long id) {
        return prefix.plus(StandardCharsets.UTF_8.encode(Long.toString(id)));
    }

    @Override
    public StyleSession session(int worker) throws DriverException {
        return new Storing();
    }

    @Override
    public long count() throws DriverException {
        return target.ask(connection -> target.server().count(connection, prefix.bytes(), prefix.end()));
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        return Optional.ofNullable(target.ask(connection -> target.server().get(connection, key(id).bytes())))
                .map(json -> ObjectJson.parse(new String(json, StandardCharsets.UTF_8)));
    }

    @Override
    public void close() throws DriverException {
        target.ask(connection -> {
            target.server().delete(connection, prefix.bytes(), prefix.end());
            return null;
        });
    }

    /** Of the no-op, a key is read that is not there. */
    private final class Storing extends RemoteSession<C> implements StyleSession {

        private final SequencedMap<KeyBytes, byte[]> documents = new LinkedHashMap<>();

        Storing() throws DriverException {
            super(connections);
            requireConnection();
        }

        @Override
        public void prepare(List<StyleDocument> next) {
            documents.clear();
            next.forEach(document -> documents.put(key(document.id()),
                    document.text().getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public int call() throws Exception {
            this.<Object>call(connection -> {
                if (style.noop()) {
                    return target.server().get(connection, prefix.bytes());
                }
                target.server().update(connection, documents);
                return null;
            });
            return 0;
        }

        @Override
        public void reconnect() throws Exception {
            openAnew();
        }
    }
}
