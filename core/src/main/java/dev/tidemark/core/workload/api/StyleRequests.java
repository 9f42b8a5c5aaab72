package dev.tidemark.core.workload.api;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.load.OperationKinds;
import java.util.List;

/**
 * The requests of one style.
 *
 * @param documents to store in all
 * @param batch     in each request, but the last
 * @param reconnect after how many requests of a worker its connection is made anew; 0 for never
 */
record StyleRequests(ApiStyle style, DocumentPool pool, long documents, int batch, long reconnect) {

    static final String STORE = "store";
    static final String NOOP = "noop";

    static final String RECONNECT = "reconnect";
    /** All that requests can have. */
    static final List<String> STEPS = List.of(RECONNECT, ApiStyle.MAP, ApiStyle.CALL, ApiStyle.COMMIT);

    OperationKinds kinds() {
        return new OperationKinds(List.of(style.noop() ? NOOP : STORE), STEPS);
    }

    /** Requests in all. */
    long count() {
        return Math.ceilDiv(documents, (long) batch);
    }

    /** Documents in request {@code n}; of a no-op, calls. */
    int documents(long n) {
        return (int) Math.min(batch, documents - n * batch);
    }

    /** Whether a worker makes its connection anew before a request. @param before how many it has begun */
    boolean reconnects(long before) {
        return reconnect > 0 && before > 0 && before % reconnect == 0;
    }
}
