package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import java.util.Map;

/** A style of BaseX's own protocol. */
final class ClientStyleSession extends BaseXStyleSession<ClientConnection> {

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
