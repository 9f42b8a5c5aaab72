package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.ConnectorInTurn;
import dev.tidemark.core.driver.style.StyleSession;
import java.util.List;

/** Solr's own client, whose connections each send documents in one format. */
final class Solrj implements AutoCloseable {

    private final Connections<SolrjConnection> javabin;
    private final Connections<SolrjConnection> xml;

    private Solrj(List<ConnectionSettings> nodes) {
        javabin = connections(nodes, SolrjConnector.Format.JAVABIN);
        xml = connections(nodes, SolrjConnector.Format.XML);
    }

    private static Connections<SolrjConnection> connections(List<ConnectionSettings> nodes, SolrjConnector.Format format) {
        return new Connections<>(new ConnectorInTurn<>(nodes, node -> new SolrjConnector(node, format)), nodes.getFirst());
    }

    /** @throws DriverException where the library is missing */
    static Solrj of(List<ConnectionSettings> nodes) throws DriverException {
        try {
            SolrjConnector.loadClient();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the Solr client library (SolrJ) is not on the class path", e);
        }
        return new Solrj(nodes);
    }

    StyleSession session(SolrStylePlace place, ApiStyle style, String collection) throws DriverException {
        return SolrjSession.open(style.name().equals(SolrStyles.XML) ? xml : javabin, place, style, collection);
    }

    long reconnects() {
        return javabin.reconnects() + xml.reconnects();
    }

    @Override
    public void close() {
        javabin.close();
        xml.close();
    }
}
