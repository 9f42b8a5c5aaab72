package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;

/**
 * One worker's side of a style, over a connection of its own.
 *
 * @param <C> a connection
 */
abstract class BaseXStyleSession<C> implements StyleSession {

    private final BaseXTarget target;
    private final BaseXPlace place;
    private final ApiStyle style;
    private final OwnConnection<C> connection;
    private List<StyleDocument> documents = List.of();
    private List<String> paths = List.of();
    private String mapped = "";

    BaseXStyleSession(BaseXTarget target, BaseXPlace place, ApiStyle style, Connector<C> connector)
            throws DriverException {
        this.target = target;
        this.place = place;
        this.style = style;
        connection = OwnConnection.open(connector, target.settings());
        target.own(connection);
    }

    final BaseXTarget target() {
        return target;
    }

    /** What the style evaluates, with the name of the database. */
    final Optional<String> query() {
        return BaseXStyles.query(style).map(target.namespace()::query);
    }

    final ApiStyle style() {
        return style;
    }

    @Override
    public final void prepare(List<StyleDocument> next) {
        documents = next;
        paths = next.stream().map(document -> place.path(document.id())).toList();
    }

    @Override
    public final void map() {
        mapped = ObjectJson.text(documents.getFirst().object());
    }

    /** The path of the only document. */
    final String path() {
        return paths.getFirst();
    }

    /** The only document. */
    final String text() {
        return style.maps() ? mapped : documents.getFirst().text();
    }

    /** Those of all documents, which have no blanks in them. */
    final String allPaths() {
        return String.join(" ", paths);
    }

    /** All documents as one array. */
    final String array() {
        return documents.stream().map(StyleDocument::text).collect(Collectors.joining(",", "[", "]"));
    }

    final <T> T ask(Connections.Call<C, T> call) throws Exception {
        return connection.ask(call);
    }

    /** Does the request. */
    abstract void store(C over) throws Exception;

    /** What is said over a connection that is given up in good order. */
    void leave(C over) throws Exception {}

    /** {@inheritDoc} BaseX stores all of a request, or refuses it. */
    @Override
    public final int call() throws Exception {
        ask(over -> {
            store(over);
            return null;
        });
        return 0;
    }

    @Override
    public final void reconnect() throws Exception {
        leave();
        connection.renew();
    }

    private void leave() {
        try {
            ask(over -> {
                leave(over);
                return null;
            });
        } catch (Exception e) {
            // it is given up in any case
        }
    }

    @Override
    public final void close() {
        leave();
        connection.close();
        target.disown(connection);
    }
}
