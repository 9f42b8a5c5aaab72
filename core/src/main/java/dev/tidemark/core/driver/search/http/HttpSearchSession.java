package dev.tidemark.core.driver.search.http;

import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.RankFusion;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;

/**
 * One worker's side of an index on a server. Words and neighbours of one query are two requests, whose rankings are
 * joined here: so they are joined in the same way whatever the server.
 */
public abstract class HttpSearchSession extends RemoteSession<HttpConnection> implements SearchSession {

    protected HttpSearchSession(Connections<HttpConnection> connections) {
        super(connections);
    }

    /** Asks for words. @param top hits that are wanted of it */
    protected abstract void words(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception;

    /** Asks for neighbours. @param top hits that are wanted of it */
    protected abstract void near(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception;

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
        RankFusion.join(numbers(words), numbers(near), request.top(), into);
        into.hits = into.size();
        into.missingShards = Math.max(words.missingShards, near.missingShards);
        into.engineNanos = words.engineNanos == SearchAnswer.UNKNOWN || near.engineNanos == SearchAnswer.UNKNOWN
                ? SearchAnswer.UNKNOWN : words.engineNanos + near.engineNanos;
    }

    private static long[] numbers(SearchAnswer answer) {
        long[] numbers = new long[answer.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = answer.number(i);
        }
        return numbers;
    }
}
