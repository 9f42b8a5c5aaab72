package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.client.solrj.impl.BinaryRequestWriter;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.XMLRequestWriter;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Opens clients of SolrJ, each with one connection of HTTP 1.1 as all others have, and knows what its errors mean. */
record SolrjConnector(ConnectionSettings settings, Format format) implements Connector<SolrjConnection> {

    private static final SolrApi API = new SolrApi();

    /** What documents are sent as. */
    enum Format { JAVABIN, XML }

    /** Fails with a {@link NoClassDefFoundError} where the library is missing. */
    static void loadClient() {
        new Http2SolrClient.Builder();
    }

    /** {@inheritDoc} And asks whether the server is there and knows the user. */
    @Override
    public SolrjConnection connect() throws Exception {
        SolrjConnection made = new SolrjConnection(client());
        try {
            made.ping();
            return made;
        } catch (ConnectException e) {
            made.close();
            throw new ConnectException("nobody listens there");
        } catch (Exception e) {
            made.close();
            throw e;
        }
    }

    private Http2SolrClient client() {
        long answer = settings.operationTimeout().toMillis();
        Http2SolrClient.Builder builder = new Http2SolrClient.Builder(
                (settings.tls().isPresent() ? "https://" : "http://") + settings.address() + "/solr");
        builder.withResponseParser(new BoundedAnswers());
        builder.useHttp1_1(true).withMaxConnectionsPerHost(1).withFollowRedirects(false)
                .withRequestWriter(format == Format.XML ? new XMLRequestWriter() : new BinaryRequestWriter())
                .withConnectionTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .withIdleTimeout(Math.max(1, answer), TimeUnit.MILLISECONDS)
                .withRequestTimeout(Math.max(1, answer), TimeUnit.MILLISECONDS);
        settings.user().ifPresent(user -> builder.withBasicAuthCredentials(user, settings.password().orElse("")));
        settings.tls().ifPresent(tls -> builder.withSSLConfig(new Encryption(tls.context(), tls.insecure())));
        return builder.build();
    }

    /** As the driver's settings say, instead of those of the JVM. */
    private static final class Encryption extends SSLConfig {
        private final SSLContext context;
        private final boolean insecure;

        Encryption(SSLContext context, boolean insecure) {
            super(true, false, null, null, null, null);
            this.context = context;
            this.insecure = insecure;
        }

        @Override
        public SslContextFactory.Client createClientContextFactory() {
            SslContextFactory.Client factory = new SslContextFactory.Client();
            factory.setSslContext(context);
            factory.setEndpointIdentificationAlgorithm(insecure ? null : "HTTPS");
            return factory;
        }
    }

    @Override
    public void close(SolrjConnection connection) {
        connection.close();
    }

    @Override
    public Failure failure(Exception e) {
        return e instanceof HttpRefusedException refused ? API.isOverload(refused.status()) ? Failure.OVERLOADED
                : Failure.REFUSED : Failure.of(e);
    }
}
