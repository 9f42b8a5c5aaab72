package dev.tidemark.core.workload.ingest;

import module java.base;
import dev.tidemark.core.data.DocumentSource;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;

/**
 * One worker of {@link Ingest}: operation {@code n} is transaction {@code n}, with documents {@code n·batch} up to
 * {@code (n+1)·batch}. Generated documents are made and gathered in {@code prepare}, outside the clock; files are read
 * and gathered in a step of their own. One buffer serves all documents, so that a large batch does not push the
 * engine's data out of the processor's caches.
 */
final class IngestActor implements Actor {

    private static final int READ = 0;
    private static final int CHECK = 1;
    private static final int COMMIT = 2;

    private final DocumentSession writer;
    private final DocumentSource documentSource;
    private final IngestLimit amount;
    private final int batchSize;
    private final int[] stepKinds;
    private final boolean readIsStep;
    private final IngestVerification.Acknowledged acknowledged;
    private final ByteBuffer uri;
    private ByteBuffer content = ByteBuffer.allocateDirect(0);

    private long transaction;
    private int count;
    /** Of the documents gathered. */
    private long bytes;
    private boolean open;

    IngestActor(DocumentSession session, DocumentSource documentSource, IngestLimit amount, int batchSize, boolean blind,
            boolean readIsStep, IngestVerification verification) {
        this.writer = session;
        session.openAhead();
        this.documentSource = documentSource;
        this.amount = amount;
        this.batchSize = batchSize;
        this.readIsStep = readIsStep;
        this.stepKinds = stepKinds(blind, readIsStep);
        this.acknowledged = verification.acknowledged();
        this.uri = ByteBuffer.allocateDirect(documentSource.maxUriBytes());
    }

    private static int[] stepKinds(boolean blind, boolean readIsStep) {
        IntStream.Builder kinds = IntStream.builder();
        if (readIsStep) {
            kinds.add(READ);
        }
        if (!blind) {
            kinds.add(CHECK);
        }
        return kinds.add(COMMIT).build().toArray();
    }

    @Override
    public int prepare(int lane, long n) throws Exception {
        if (open) {
            writer.rollback();
            open = false;
        }
        transaction = n;
        count = amount.inBatch(n, batchSize);
        if (!readIsStep) {
            gather();
        }
        return 0;
    }

    private void gather() throws Exception {
        open = true;
        bytes = 0;
        long first = transaction * batchSize;
        for (long n = first; n < first + count; n++) {
            documentSource.uri(n, uri.clear());
            content(n);
            writer.add(uri.flip(), content.flip());
            bytes += uri.remaining() + content.remaining();
        }
    }

    private void content(long n) throws IOException {
        int needed = documentSource.maxContentBytes(n);
        if (content.capacity() < needed) {
            content = ByteBuffer.allocateDirect(needed);
        }
        documentSource.content(n, content.clear());
    }

    @Override
    public int steps() {
        return stepKinds.length;
    }

    @Override
    public int stepKind(int i) {
        return stepKinds[i];
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        tally.failedUnits = count; // until the commit says otherwise
        return switch (stepKinds[i]) {
            case READ -> read();
            case CHECK -> check(tally);
            default -> commit(tally);
        };
    }

    private Outcome read() throws Exception {
        gather();
        return Outcome.OK;
    }

    private Outcome check(Tally tally) throws Exception {
        tally.hits = writer.findExisting();
        return Outcome.OK;
    }

    private Outcome commit(Tally tally) throws Exception {
        int failed = writer.commit();
        open = false;
        tally.failedUnits = failed;
        tally.units = count - failed;
        tally.bytesIn = bytes * tally.units / count; // which ones were not stored, the target does not say
        if (failed == 0) {
            acknowledged.add(transaction);
            return Outcome.OK;
        }
        tally.reason = "documents not stored";
        return failed < count ? Outcome.PARTIAL : Outcome.FAILURE;
    }

    @Override
    public String name(int lane, long n) {
        int more = amount.inBatch(n, batchSize) - 1;
        return uri(documentSource, n * batchSize, uri) + (more > 0 ? " and " + more + " more" : "");
    }

    /** The URI of a document as text. @param into has room for it */
    static String uri(DocumentSource documentSource, long n, ByteBuffer into) {
        documentSource.uri(n, into.clear());
        return StandardCharsets.UTF_8.decode(into.flip()).toString();
    }

    @Override
    public void close() throws Exception {
        acknowledged.close();
        writer.close();
    }
}
