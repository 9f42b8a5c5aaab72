package dev.tidemark.core.driver.search.http;

import module java.base;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.RankFusion;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.param.Printable;

/**
 * One worker's side of an index on a server. Words and neighbours of one query are two requests, whose rankings are
 * joined here: so they are joined in the same way whatever the server.
 */
public abstract class HttpSearchSession extends RemoteSession<HttpConnection> implements SearchSession {

    /** What is kept of an explanation. */
    public static final int LONGEST_EXPLANATION = 8_001;

    protected HttpSearchSession(Connections<HttpConnection> connections) {
        super(connections);
    }

    /** Asks for words. @param top hits that are wanted of it */
    protected abstract void words(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception;

    /** Asks for neighbours. @param top hits that are wanted of it */
    protected abstract void near(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception;

    /** Asks for words once more. @return where the server says that its time went */
    protected abstract String explainedWords(HttpConnection connection, SearchRequest request) throws Exception;

    /** Asks for neighbours once more. @return where the server says that its time went */
    protected abstract String explainedNear(HttpConnection connection, SearchRequest request) throws Exception;

    @Override
    public final void search(SearchRequest request, SearchAnswer into) throws Exception {
        into.clear();
        call(connection -> {
            if (request.query().vector() == null) {
                words(connection, request, request.top(), into);
            } else if (!request.query().hasWords()) {
                near(connection, request, request.top(), into);
                into.hits = into.size();
            } else {
                joined(connection, request, into);
            }
            return null;
        });
    }

    private void joined(HttpConnection connection, SearchRequest request, SearchAnswer into) throws Exception {
        SearchAnswer words = new SearchAnswer(request.candidates());
        SearchAnswer near = new SearchAnswer(request.candidates());
        words(connection, request, request.candidates(), words);
        near(connection, request, request.candidates(), near);
        RankFusion.join(words, near, request.top(), into);
    }

    /** {@inheritDoc} Of words and neighbours one behind the other. */
    @Override
    public final String explain(SearchRequest request) throws Exception {
        List<String> explained = call(connection -> {
            List<String> parts = new ArrayList<>();
            if (request.query().hasWords()) {
                parts.add(explainedWords(connection, request));
            }
            if (request.query().vector() != null) {
                parts.add(explainedNear(connection, request));
            }
            return parts;
        });
        return Printable.shortened(String.join(" ", explained), LONGEST_EXPLANATION);
    }
}
