package dev.tidemark.core.workload.ingest;

import module java.base;
import dev.tidemark.core.data.DocumentSource;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.WorkloadContext;

/**
 * Reads acknowledged documents back and compares them with what they must be. Workers note the transactions that were
 * acknowledged; a share of their documents, spread evenly, is then verified.
 */
final class IngestVerification {

    /** The most documents that one verification reads; a larger share is thinned out evenly to this many. */
    private static final int MOST = 10_000_000;
    /** How many transactions a block of notes has, a bit each: 8 KiB. */
    private static final int BLOCK = 1 << 16;

    private final double share;
    private final int batchSize;
    private final IngestLimit amount;
    private final int most;
    private List<String> warnings = List.of();
    /** Notes of all workers, by what their transactions' numbers have in common; made as far as they are needed. */
    private final NavigableMap<Long, AtomicLongArray> blocks = new ConcurrentSkipListMap<>();

    IngestVerification(double share, int batchSize, IngestLimit amount) {
        this(share, batchSize, amount, MOST);
    }

    /** @param most documents that are read */
    IngestVerification(double share, int batchSize, IngestLimit amount, int most) {
        this.share = share;
        this.batchSize = batchSize;
        this.amount = amount;
        this.most = most;
    }

    boolean isEnabled() {
        return share > 0;
    }

    /**
     * One worker's notes; not thread-safe. They join the others' when it comes to transactions elsewhere, and when it
     * is closed: most transactions touch nothing that is shared.
     */
    final class Acknowledged {
        private long block = -1;
        private AtomicLongArray words;
        /** Of {@code Long.SIZE} transactions. */
        private long word = -1;
        private long bits;

        void add(long transaction) {
            if (!isEnabled()) {
                return;
            }
            if (transaction / Long.SIZE != word) {
                close();
                word = transaction / Long.SIZE;
            }
            bits |= 1L << transaction;
        }

        void close() {
            if (bits == 0) {
                return;
            }
            long first = word * Long.SIZE;
            if (first / BLOCK != block) {
                block = first / BLOCK;
                words = blocks.computeIfAbsent(block, number -> new AtomicLongArray(BLOCK / Long.SIZE));
            }
            words.accumulateAndGet((int) (first % BLOCK) / Long.SIZE, bits, (all, mine) -> all | mine);
            bits = 0;
        }
    }

    Acknowledged acknowledged() {
        return new Acknowledged();
    }

    /** The verification of what has been acknowledged by now. */
    Stage stage(WorkloadContext workloadContext, IngestContent content, int workers) {
        long[] sample = sample();
        return new Stage(Phase.VERIFY, new Load.Closed(workers, Duration.ZERO), Limit.operations(sample.length),
                Ingest.VERIFICATIONS,
                worker -> new Reader(workloadContext.target().session(worker, DocumentSession.class),
                        content.documents(), sample),
                sample.length, false);
    }

    private LongStream transactions() {
        return blocks.entrySet().stream().flatMapToLong(block -> IntStream.range(0, BLOCK)
                .filter(i -> (block.getValue().get(i / Long.SIZE) >>> i & 1) != 0)
                .mapToLong(i -> block.getKey() * BLOCK + i));
    }

    /** The numbers of the documents to verify, ascending. */
    long[] sample() {
        long acknowledged = transactions().map(t -> amount.inBatch(t, batchSize)).sum();
        double take = Math.min(share, (double) most / Math.max(1, acknowledged));
        long[] sample = new long[(int) Math.ceil(acknowledged * take) + 1];
        int taken = 0;
        long seen = 0;
        for (PrimitiveIterator.OfLong all = transactions().iterator(); all.hasNext();) {
            long t = all.nextLong();
            for (int i = 0; i < amount.inBatch(t, batchSize); i++, seen++) {
                if (Math.ceil((seen + 1) * take) > Math.ceil(seen * take)) {
                    sample[taken++] = t * batchSize + i;
                }
            }
        }
        if (take < share) {
            warnings = List.of("Of " + (long) Math.ceil(acknowledged * share) + " documents to verify, " + taken
                    + " were read back, spread evenly: a verification reads no more.");
        }
        return Arrays.copyOf(sample, taken);
    }

    /** What the sample lacks of the share that was asked for, in whole sentences. */
    List<String> warnings() {
        return warnings;
    }

    /** One worker that verifies: operation {@code n} reads back the n-th document of the sample. */
    private static final class Reader implements Actor {
        private final DocumentSession reader;
        private final DocumentSource documentSource;
        private final long[] sample;
        private final ByteBuffer uri;
        private ByteBuffer content = ByteBuffer.allocateDirect(64 << 10);
        private long document;

        Reader(DocumentSession session, DocumentSource documentSource, long[] sample) {
            this.reader = session;
            session.openAhead();
            this.documentSource = documentSource;
            this.sample = sample;
            this.uri = ByteBuffer.allocateDirect(documentSource.maxUriBytes());
        }

        @Override
        public int prepare(int lane, long n) {
            document = sample[(int) n];
            documentSource.uri(document, uri.clear());
            uri.flip();
            return 0;
        }

        @Override
        public String name(int lane, long n) {
            return IngestActor.uri(documentSource, sample[(int) n], uri);
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            int size = reader.read(uri, content.clear());
            if (size > content.capacity()) {
                content = ByteBuffer.allocateDirect(size);
                size = reader.read(uri, content);
            }
            if (size == DocumentSession.ABSENT) {
                tally.failedUnits = 1;
                tally.reason = "an acknowledged document is not there";
                return Outcome.MISS;
            }
            tally.bytesOut = size;
            if (documentSource.matches(document, content.limit(size)) || reader.isSame(content, stored())) {
                tally.units = 1;
                return Outcome.OK;
            }
            tally.failedUnits = 1;
            tally.reason = "the content differs from what was stored";
            return Outcome.FAILURE;
        }

        private ByteBuffer stored() throws IOException {
            ByteBuffer stored = ByteBuffer.allocateDirect(documentSource.maxContentBytes(document));
            documentSource.content(document, stored);
            return stored.flip();
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }
}
