package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;

/** The paths of the database that begin alike. */
final class BaseXPlace implements StylePlace {

    private static final String READ = "declare variable $path external; "
            + "if (db:exists(DB, $path)) then db:get(DB, $path) else false()";
    private static final String READ_VALUE = "declare variable $path external; "
            + "if (db:exists(DB, $path)) then db:get-value(DB, $path) else false()";

    private final BaseXTarget target;
    private final ApiStyle style;
    private final String folder;

    BaseXPlace(BaseXTarget target, ApiStyle style, String name) {
        this.target = target;
        this.style = style;
        folder = "styles/" + name + "/";
    }

    String path(long id) {
        return folder + id + ".json";
    }

    @Override
    public StyleSession session(int worker) throws DriverException {
        return BaseXStyles.usesClient(style) ? new ClientStyleSession(target, this, style)
                : new RestStyleSession(target, this, style);
    }

    @Override
    public long count() throws DriverException {
        return target.ours(connection -> target.namespace().count(connection, folder));
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        String query = style.name().equals(BaseXStyles.CLIENT_EVAL_JSON) ? READ_VALUE : READ;
        return Optional.of(target.ours(RestQuery.asJson(target.namespace().query(query)).bind("path", path(id))::ask))
                .filter(JsonNode::isObject);
    }

    @Override
    public void close() throws DriverException {
        target.ours(connection -> {
            target.namespace().delete(connection, folder);
            return null;
        });
    }

    /** A style of BaseX's own protocol. */
    private static final class ClientStyleSession extends BaseXStyleSession<ClientConnection> {

        private static final Map<String, String> TEXT = Map.of();
        private static final Map<String, String> JSON = Map.of("json", "json");

        ClientStyleSession(BaseXTarget target, BaseXPlace place, ApiStyle style) throws DriverException {
            super(target, place, style, new ClientConnection.Opener(target.settings(), target.clientPort(),
                    target.namespace().name(), target.autoFlush(),
                    BaseXStyles.query(style).map(target.namespace()::query)));
        }

        @Override
        void store(ClientConnection over) throws Exception {
            switch (style().name()) {
                case BaseXStyles.CLIENT_ADD -> over.add(path(), text());
                case BaseXStyles.CLIENT_PUT -> over.put(path(), text());
                case BaseXStyles.CLIENT_EVAL_TEXT -> evaluate(over, text(), path(), TEXT);
                case BaseXStyles.CLIENT_EVAL_JSON -> evaluate(over, text(), path(), JSON);
                case BaseXStyles.CLIENT_EVAL_ARRAY -> evaluate(over, array(), allPaths(), TEXT);
                case BaseXStyles.CLIENT_NOOP -> over.command(ClientConnection.NOTHING);
                default -> throw new IllegalStateException(style().name());
            }
        }

        private void evaluate(ClientConnection over, String json, String path, Map<String, String> types)
                throws Exception {
            over.evaluate(query().orElseThrow(), Map.of("json", json, "path", path), types);
        }

        @Override
        void leave(ClientConnection over) throws Exception {
            over.leave();
        }
    }
}
