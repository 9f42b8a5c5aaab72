package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.ConcurrentUpdateHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.HealthCheckRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;

/** A client of SolrJ, whose failures come as those of other connections over HTTP. Another thread may close it. */
final class SolrjConnection {

    private static final int UNAUTHORIZED = 401;
    /** Before what the server itself says. */
    private static final Pattern LEAD = Pattern.compile(
            "(?s)^.*(?:Error from server at \\S+: |Remote error message: )");

    private final Http2SolrClient client;
    /** Null until it is needed. */
    private SolrjQueue queue;

    SolrjConnection(Http2SolrClient client) {
        this.client = client;
    }

    /** What is done with the client. */
    @FunctionalInterface
    private interface Request {
        void send() throws SolrServerException, IOException;
    }

    private static void requesting(Request request) throws Exception {
        try {
            request.send();
        } catch (SolrException e) {
            throw refusal(e);
        } catch (SolrServerException e) {
            throw e.getCause() instanceof SolrException refused ? refusal(refused)
                    : e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static HttpRefusedException refusal(SolrException e) {
        String message = SolrApi.brief(LEAD.matcher(String.valueOf(e.getMessage())).replaceFirst(""));
        return new HttpRefusedException(e.code(), e.code() == UNAUTHORIZED ? "user or password is wrong" : message);
    }

    void ping() throws Exception {
        requesting(() -> new HealthCheckRequest().process(client));
    }

    void add(String collection, List<SolrInputDocument> documents) throws Exception {
        requesting(() -> {
            if (documents.size() == 1) {
                client.add(collection, documents.getFirst());
            } else {
                client.add(collection, documents);
            }
        });
    }

    /** By the concurrent client. */
    void queue(String collection, List<SolrInputDocument> documents) throws Exception {
        requesting(() -> {
            if (queue == null) {
                queue = SolrjQueue.over(client, collection);
            }
            queue.addAll(documents);
        });
    }

    void commit(String collection, boolean soft) throws Exception {
        requesting(() -> client.commit(collection, true, true, soft));
    }

    void close() {
        if (queue != null) {
            queue.shutdownNow();
        }
        client.close();
    }

    /**
     * SolrJ's concurrent client with one thread, so that a batch is one request; what failed is kept instead of logged.
     */
    private static final class SolrjQueue extends ConcurrentUpdateHttp2SolrClient {

        private static final int ROOM = 10_000;

        private final transient AtomicReference<Throwable> failure = new AtomicReference<>();

        private SolrjQueue(Builder builder) {
            super(builder);
        }

        /** @param client is not closed with it */
        static SolrjQueue over(Http2SolrClient client, String collection) {
            return new SolrjQueue(new Builder(client.getBaseURL(), client).withDefaultCollection(collection)
                    .withQueueSize(ROOM).withThreadCount(1));
        }

        @Override
        public void handleError(Throwable e) {
            failure.compareAndSet(null, e);
        }

        /** Returns when the server has answered for all of them. */
        void addAll(List<SolrInputDocument> documents) throws SolrServerException, IOException {
            failure.set(null);
            for (SolrInputDocument document : documents) {
                add(document);
            }
            blockUntilFinished();
            Throwable met = failure.get();
            if (met != null) {
                throw new SolrServerException(met.getMessage(), met);
            }
        }
    }
}
