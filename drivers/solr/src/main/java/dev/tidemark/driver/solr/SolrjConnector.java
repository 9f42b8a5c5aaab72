package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.io.IOException;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.client.solrj.impl.BinaryRequestWriter;
import org.apache.solr.client.solrj.impl.BinaryResponseParser;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.XMLRequestWriter;
import org.apache.solr.common.util.DataInputInputStream;
import org.apache.solr.common.util.JavaBinCodec;
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

    /** SolrJ's answers, no larger and no deeper than they may be: it takes memory for whatever size it is told. */
    private static final class BoundedAnswers extends BinaryResponseParser {

        private static final int DEEPEST = 64;

        @Override
        protected JavaBinCodec createCodec() {
            return new Codec();
        }

        private static final class Codec extends JavaBinCodec {
            private int depth;

            /** Of elements each is more in memory than on its way. */
            private static final int MOST_ELEMENTS = Failure.MOST_BYTES >> 4;

            private static int bounded(int size, int most, String of) throws IOException {
                if (size < 0 || size > most) {
                    throw new IOException("it answers with " + of + " of more than " + most);
                }
                return size;
            }

            @Override
            public int readSize(DataInputInputStream in) throws IOException {
                return bounded(super.readSize(in), MOST_ELEMENTS, "a size");
            }

            @Override
            public byte[] readByteArray(DataInputInputStream in) throws IOException {
                byte[] bytes = new byte[bounded(readVInt(in), Failure.MOST_BYTES, "bytes")];
                in.readFully(bytes);
                return bytes;
            }

            @Override
            public Object readVal(DataInputInputStream in) throws IOException {
                if (depth == DEEPEST) {
                    throw new IOException("an answer of lists in lists in lists");
                }
                depth++;
                try {
                    return super.readVal(in);
                } finally {
                    depth--;
                }
            }
        }
    }
}
