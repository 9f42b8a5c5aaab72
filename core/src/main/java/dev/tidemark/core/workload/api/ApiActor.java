package dev.tidemark.core.workload.api;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import java.util.ArrayList;
import java.util.List;

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
        steps = steps(requests.style(), false);
        stepsAnew = steps(requests.style(), true);
        current = steps;
    }

    private static int[] steps(ApiStyle style, boolean anew) {
        List<Integer> steps = new ArrayList<>();
        if (anew) {
            steps.add(StyleRequests.RECONNECT);
        }
        if (style.maps()) {
            steps.add(StyleRequests.MAP);
        }
        steps.add(StyleRequests.CALL);
        if (style.commits()) {
            steps.add(StyleRequests.COMMIT);
        }
        return steps.stream().mapToInt(Integer::intValue).toArray();
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
        current = begun > 0 && requests.reconnects(begun) ? stepsAnew : steps;
        begun++;
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
        switch (current[i]) {
            case StyleRequests.RECONNECT -> session.reconnect();
            case StyleRequests.MAP -> session.map();
            case StyleRequests.CALL -> lost = session.call();
            default -> session.commit();
        }
        return i == current.length - 1 ? stored(tally) : Outcome.OK;
    }

    private Outcome stored(Tally tally) {
        tally.failedUnits = lost;
        tally.units = size - lost;
        tally.bytesIn = size == 0 ? 0 : bytes * tally.units / size; // which ones were not stored, the target does not say
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
