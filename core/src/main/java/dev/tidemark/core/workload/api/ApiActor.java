package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;

/**
 * One worker's side of a style: operation {@code n} is request {@code n}, with documents {@code n·batch} up to
 * {@code (n+1)·batch}, or none for a no-op.
 */
final class ApiActor implements Actor {

    private final StyleSession session;
    private final StyleRequests requests;
    private final List<StyleDocument> documents = new ArrayList<>();
    private final int[] steps;
    private final int[] stepsAnew;
    private long begun;
    private int[] current;
    private int size;
    private long bytes;
    private int lost;

    ApiActor(StyleSession session, StyleRequests requests) {
        this.session = session;
        this.requests = requests;
        List<String> usual = requests.style().steps();
        steps = kinds(usual.stream());
        stepsAnew = kinds(Stream.concat(Stream.of(StyleRequests.RECONNECT), usual.stream()));
        current = steps;
    }

    private static int[] kinds(Stream<String> steps) {
        return steps.mapToInt(StyleRequests.STEPS::indexOf).toArray();
    }

    @Override
    public int prepare(int lane, long n) throws Exception {
        documents.clear();
        bytes = 0;
        size = requests.documents(n);
        if (!requests.style().noop()) {
            long first = n * requests.batch();
            for (long d = first; d < first + size; d++) {
                documents.add(requests.pool().document(d, requests.style().input()));
                bytes += requests.pool().bytes(d);
            }
        }
        current = requests.reconnects(begun++) ? stepsAnew : steps;
        session.prepare(documents);
        return 0;
    }

    @Override
    public int steps() {
        return current.length;
    }

    @Override
    public int stepKind(int i) {
        return current[i];
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        tally.failedUnits = size; // until the last step says otherwise
        switch (StyleRequests.STEPS.get(current[i])) {
            case StyleRequests.RECONNECT -> session.reconnect();
            case ApiStyle.MAP -> session.map();
            case ApiStyle.CALL -> lost = session.call();
            default -> session.commit();
        }
        return i == current.length - 1 ? stored(tally) : Outcome.OK;
    }

    private Outcome stored(Tally tally) {
        tally.failedUnits = lost;
        tally.units = size - lost;
        // which ones were not stored, the target does not say
        tally.bytesIn = size == 0 ? 0 : bytes * tally.units / size;
        if (lost == 0) {
            return Outcome.OK;
        }
        tally.reason = "documents not stored";
        return lost < size ? Outcome.PARTIAL : Outcome.FAILURE;
    }

    @Override
    public String name(int lane, long n) {
        return requests.style().noop() ? "" : "document " + requests.pool().id(n * requests.batch())
                + (requests.documents(n) > 1 ? " and " + (requests.documents(n) - 1) + " more" : "");
    }

    @Override
    public void close() throws Exception {
        session.close();
    }
}
