package dev.tidemark.core.workload;

import dev.tidemark.core.load.Limit;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Values;
import java.time.Duration;
import java.util.Optional;

/**
 * How much to store.
 *
 * @param documents documents in all; {@link Limit#UNLIMITED} when only time ends it
 * @param time      limit on the time
 */
record IngestAmount(long documents, Optional<Duration> time) {

    /**
     * Documents, or rate × duration; what was said more particularly wins (an experiment's {@code set} over a preset,
     * a preset over a stored default). A duration alone is a limit on the time.
     */
    static IngestAmount of(Values v) {
        Optional<Double> rate = v.find(IngestParams.RATE);
        Optional<Duration> duration = v.find(IngestParams.DURATION);
        Origin said = v.origin(IngestParams.DOCUMENTS);
        Origin otherwise = max(v.origin(IngestParams.RATE), v.origin(IngestParams.DURATION));
        boolean byDocuments = duration.isEmpty() || said != Origin.DECLARED && said.compareTo(otherwise) >= 0;
        if (byDocuments) {
            return new IngestAmount(v.get(IngestParams.DOCUMENTS), duration);
        }
        return rate.map(r -> new IngestAmount(Math.max(1, Math.round(r * duration.get().toNanos() / 1e9)),
                        Optional.<Duration>empty()))
                .orElseGet(() -> new IngestAmount(Limit.UNLIMITED, duration));
    }

    private static Origin max(Origin a, Origin b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    boolean bounded() {
        return documents != Limit.UNLIMITED;
    }

    /** Transactions needed; the last one may be smaller. */
    long batches(int batchSize) {
        return bounded() ? Math.ceilDiv(documents, (long) batchSize) : Limit.UNLIMITED;
    }

    /** Documents in transaction {@code n}. */
    int inBatch(long n, int batchSize) {
        return bounded() ? (int) Math.min(batchSize, documents - n * batchSize) : batchSize;
    }
}
