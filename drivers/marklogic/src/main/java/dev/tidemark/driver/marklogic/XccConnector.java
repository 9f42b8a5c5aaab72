package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** Opens and closes sessions of XCC. */
final class XccConnector implements Connector<XccConnection> {

    private final XccLibrary library;
    private final ConnectionSettings settings;
    private final int port;

    private XccConnector(XccLibrary library, ConnectionSettings settings, int port) {
        this.library = library;
        this.settings = settings;
        this.port = port;
    }

    static XccConnector load(Values values, ConnectionSettings settings) throws DriverException {
        XccLibrary library = XccLibrary.load(values.find(MarkLogicParams.XCC_JAR).orElseThrow(
                () -> new InvalidInputException(MarkLogicParams.XCC_JAR.name()
                        + ": the styles of xcc need MarkLogic's library")));
        return new XccConnector(library, settings, values.get(MarkLogicParams.XCC_PORT).intValue());
    }

    /** {@inheritDoc} And asks whether the server is there and lets the user in. */
    @Override
    public XccConnection connect() throws Exception {
        SSLContext tls = settings.tls().map(TlsSettings::context).orElse(null);
        Object source = library.source(settings.host(), port, settings.user().orElseThrow(),
                settings.password().orElse(""), settings.namespace(), tls);
        XccConnection made = new XccConnection(library, source, library.session(source,
                Math.toIntExact(settings.operationTimeout().toMillis())));
        try {
            library.eval(made.session(), Queries.NOOP, Map.of());
            return made;
        } catch (Exception e) {
            close(made);
            throw e;
        }
    }

    @Override
    public void close(XccConnection connection) throws Exception {
        library.close(connection.source(), connection.session());
    }
}
