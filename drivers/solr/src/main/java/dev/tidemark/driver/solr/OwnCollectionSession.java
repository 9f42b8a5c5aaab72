package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.http.HttpSearchSession;
import dev.tidemark.core.driver.search.http.SentRequestSession;
import dev.tidemark.core.param.Printable;
import java.net.http.HttpResponse;

/** One worker's side of a collection that others have made. */
final class OwnCollectionSession extends SentRequestSession {

    /** Solr's servlet container takes 8 KiB for the first line of a request and its headers together. */
    private static final int LONGEST_ADDRESS = 7000;
    private static final byte[] NOTHING = new byte[0];

    private final String root;
    private final SolrAnswers answers;

    /**
     * @param root      the collection's path
     * @param uniqueKey the field that tells documents apart
     */
    OwnCollectionSession(Connections<HttpConnection> connections, String root, String uniqueKey) {
        super(connections);
        this.root = root;
        answers = new SolrAnswers(uniqueKey);
    }

    @Override
    protected void ask(HttpConnection connection, SentRequest sent, SearchAnswer into) throws Exception {
        answers.read(send(connection, sent), into);
    }

    /** By GET; with a body, or parameters that no address holds, by POST. */
    private HttpResponse<byte[]> send(HttpConnection connection, SentRequest sent) throws Exception {
        String address = root + sent.address();
        if (sent.body() != null) {
            return connection.exchange("POST", address, HttpConnection.JSON,
                    sent.body().getBytes(StandardCharsets.UTF_8));
        }
        return address.length() <= LONGEST_ADDRESS ? connection.exchange("GET", address, HttpConnection.JSON, NOTHING)
                : connection.exchange("POST", root + new SentRequest(sent.path(), "", null).address(), SolrApi.FORM,
                        sent.form().getBytes(StandardCharsets.US_ASCII));
    }

    /** {@inheritDoc} The time of each component, and of each shard's requests. */
    @Override
    public String explain(SearchRequest request) throws Exception {
        SentRequest sent = sent(request).with(Map.of("wt", "json", "debug", "timing"));
        SentRequest debugged = new SentRequest(sent.path(), sent.parameters() + "&debug=track", sent.body());
        String explanation = call(connection ->
                SolrAnswers.debugging(HttpConnection.json(send(connection, debugged).body())));
        return Printable.shortened(explanation, HttpSearchSession.LONGEST_EXPLANATION);
    }
}
