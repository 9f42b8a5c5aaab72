package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.style.StyleSession;

/** Solr's own client, whose connections each send documents in one format. */
final class Solrj implements AutoCloseable {

    private final Connections<SolrjConnection> javabin;
    private final Connections<SolrjConnection> xml;

    private Solrj(ConnectionSettings settings) {
        javabin = new Connections<>(new SolrjConnector(settings, SolrjConnector.Format.JAVABIN), settings);
        xml = new Connections<>(new SolrjConnector(settings, SolrjConnector.Format.XML), settings);
    }

    /** @throws DriverException where the library is missing */
    static Solrj of(ConnectionSettings settings) throws DriverException {
        try {
            SolrjConnector.loadClient();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the Solr client library (SolrJ) is not on the class path", e);
        }
        return new Solrj(settings);
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
