package dev.tidemark.core.workload;

import dev.tidemark.core.data.Documents;
import dev.tidemark.core.driver.DocumentWriter;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One worker of {@link Ingest}: operation {@code n} is transaction {@code n}, with documents {@code n·batch} up to
 * {@code (n+1)·batch}. Generated documents are made in {@code prepare}, outside the clock; files are read in a step of
 * their own. Buffers are made once and reused.
 */
final class IngestActor implements Actor {

    private static final int READ = 0;
    private static final int CHECK = 1;
    private static final int PUT = 2;
    private static final int COMMIT = 3;

    private final DocumentWriter writer;
    private final Documents documents;
    private final IngestAmount amount;
    private final int batchSize;
    private final int[] stepKinds;
    private final boolean readIsStep;
    private final IngestVerification.Acknowledged acknowledged;
    private final ByteBuffer[] uris;
    private final ByteBuffer[] contents;

    private long transaction;
    private long first;
    private int count;
    private boolean open;

    IngestActor(Session session, Documents documents, IngestAmount amount, int batchSize, boolean blind,
            boolean readIsStep, IngestVerification verification) {
        this.writer = (DocumentWriter) session;
        this.documents = documents;
        this.amount = amount;
        this.batchSize = batchSize;
        this.readIsStep = readIsStep;
        this.stepKinds = stepKinds(blind, readIsStep);
        this.acknowledged = verification.acknowledged();
        this.uris = new ByteBuffer[batchSize];
        this.contents = new ByteBuffer[batchSize];
        for (int i = 0; i < batchSize; i++) {
            uris[i] = ByteBuffer.allocateDirect(documents.maxUriBytes());
            contents[i] = ByteBuffer.allocateDirect(0);
        }
    }

    private static int[] stepKinds(boolean blind, boolean readIsStep) {
        java.util.stream.IntStream.Builder kinds = java.util.stream.IntStream.builder();
        if (readIsStep) {
            kinds.add(READ);
        }
        kinds.add(PUT);
        if (!blind) {
            kinds.add(CHECK);
        }
        return kinds.add(COMMIT).build().toArray();
    }

    @Override
    public int prepare(int lane, long n) throws IOException {
        if (open) {
            writer.rollback();
            open = false;
        }
        transaction = n;
        first = n * batchSize;
        count = amount.inBatch(n, batchSize);
        for (int i = 0; i < count; i++) {
            documents.uri(first + i, uris[i].clear());
            uris[i].flip();
            if (!readIsStep) {
                content(i);
            }
        }
        return 0;
    }

    private void content(int i) throws IOException {
        int needed = documents.maxContentBytes(first + i);
        if (contents[i].capacity() < needed) {
            contents[i] = ByteBuffer.allocateDirect(needed);
        }
        documents.content(first + i, contents[i].clear());
        contents[i].flip();
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
            case PUT -> put();
            case CHECK -> check(tally);
            default -> commit(tally);
        };
    }

    private Outcome read() throws IOException {
        for (int i = 0; i < count; i++) {
            content(i);
        }
        return Outcome.OK;
    }

    private Outcome put() throws Exception {
        open = true;
        for (int i = 0; i < count; i++) {
            writer.add(uris[i], contents[i]);
        }
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
        tally.bytesIn = bytes() * tally.units / count; // which ones were not stored, the target does not say
        if (failed == 0) {
            acknowledged.add(transaction);
            return Outcome.OK;
        }
        tally.reason = "documents not stored";
        return failed < count ? Outcome.PARTIAL : Outcome.FAILURE;
    }

    private long bytes() {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += uris[i].remaining() + contents[i].remaining();
        }
        return bytes;
    }

    @Override
    public void close() throws Exception {
        acknowledged.close();
        writer.close();
    }
}
