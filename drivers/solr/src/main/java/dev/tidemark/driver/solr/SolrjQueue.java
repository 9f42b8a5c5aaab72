package dev.tidemark.driver.solr;

import module java.base;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.ConcurrentUpdateHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.SolrInputDocument;

/** SolrJ's concurrent client with one thread, so that a batch is one request; what failed is kept instead of logged. */
final class SolrjQueue extends ConcurrentUpdateHttp2SolrClient {

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
