package dev.tidemark.core.workload.ingest;

import module java.base;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;

/**
 * How much to store.
 *
 * @param documents documents in all; {@link Limit#UNLIMITED} when only time ends it
 * @param time      limit on the time
 */
record IngestLimit(long documents, Optional<Duration> time) {

    /** What values that are {@link #effective} ask for. */
    static IngestLimit of(Values values) {
        Values v = effective(values);
        if (Arrivals.scheduled(v)) {
            return new IngestLimit(Arrivals.amount(v, v.find(IngestParams.DURATION),
                    v.find(IngestParams.DOCUMENTS).orElse(Limit.UNLIMITED)).units(), Optional.empty());
        }
        Optional<Duration> duration = v.find(IngestParams.DURATION);
        Optional<Long> product = product(v);
        Optional<Long> documents = v.find(IngestParams.DOCUMENTS);
        boolean timeIsTheAmount = product.isPresent() && documents.map(product.get()::equals).orElse(true);
        return new IngestLimit(documents.or(() -> product).orElse(Limit.UNLIMITED),
                timeIsTheAmount ? Optional.empty() : duration);
    }

    /** Documents that are due within the duration at the rate; empty when one of them is not set. */
    static Optional<Long> product(Values v) {
        return v.find(IngestParams.RATE).flatMap(rate -> v.find(IngestParams.DURATION)
                .map(duration -> Math.max(1, Math.round(rate * (duration.toNanos() / 1e9)))));
    }

    /**
     * Either documents, or rate × duration, a duration alone, or the files of a folder: what was said more particularly
     * wins (an experiment's {@code set} or {@code vary} over a preset, a preset over a stored default), and the other
     * is left unset. A duration beside documents is a limit on the time, unless it came with a rate, as an amount that
     * is outdone. Steps and a trace are an amount, too.
     */
    static Values effective(Values point) {
        Values v = Arrivals.effective(point);
        if (Arrivals.scheduled(v)) {
            boolean outdone = Arrivals.weight(v, IngestParams.DOCUMENTS) < Arrivals.weight(v, Arrivals.ARRIVALS);
            return outdone && v.find(IngestParams.DOCUMENTS).isPresent()
                    ? v.with(IngestParams.DOCUMENTS, null, v.origin(Arrivals.ARRIVALS)) : v;
        }
        int documents = Arrivals.weight(v, IngestParams.DOCUMENTS);
        int duration = Arrivals.weight(v, IngestParams.DURATION);
        if (documents > 0 && documents >= duration) {
            boolean outdone = duration > 0 && duration < documents && v.find(IngestParams.RATE).isPresent();
            return outdone ? v.with(IngestParams.DURATION, null, v.origin(IngestParams.DOCUMENTS)) : v;
        }
        boolean filesOnce = v.get(IngestParams.SOURCE) == IngestParams.Source.DIRECTORY && !v.get(IngestParams.WRAP);
        boolean auto = v.find(IngestParams.DOCUMENTS).isPresent() && (duration > 0 || filesOnce);
        return auto ? v.with(IngestParams.DOCUMENTS, null, v.origin(IngestParams.DURATION)) : v;
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
