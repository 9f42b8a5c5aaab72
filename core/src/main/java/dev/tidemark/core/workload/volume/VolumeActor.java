package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.ValueGenerator;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.ValueParams;

/**
 * One worker of {@link Volume}. Key, value and entries are made outside the clock, and what was read is checked outside
 * it, before the next operation. A value is read into the same buffer each time.
 */
final class VolumeActor implements Actor {

    static final String NOT_FOUND = "the key is not there";
    private static final String NOT_STORED = "the update was not stored";
    private static final VolumeOperation[] OPERATIONS = VolumeOperation.values();
    private static final long QUERIES = 15;
    private static final long ENTRIES = 16;
    /** Keys of a walk between two looks at whether to go on. */
    private static final int CHUNK = 1000;

    /** The kinds of steps, in the order of their names. */
    private enum Step {
        GET, HEAD, PUT, DELETE, PUT_INDEXED, QUERY, SCAN, LIST
    }

    private final KeyValueSession session;
    private final VolumeKeyspace store;
    private final VolumeKeyspace.Done done;
    private final VolumeKeys.Cursors keys;
    private final KeyFormat format;
    private final ValueGenerator values;
    private final IndexTermGenerator terms;
    private final boolean missIsFailure;
    private final boolean wantTerms;
    private final boolean filters;
    private final int scanLength;
    private final long seed;
    private final ByteBuffer key;
    private final ByteBuffer written;
    private final ByteBuffer read;
    private final KeyValueSession.RowVisitor scanned = (k, value) -> count(value.remaining());
    private final Walk.Visitor listed = (k, size, value) -> count(k.remaining());
    private final KeyValueSession.IndexVisitor found =
            (k, term) -> count(k.remaining() + (term == null ? 0 : term.remaining()));
    private final KeyValueSession.IndexVisitor filtered = this::filter;

    private VolumeOperation operation;
    private long number;
    private long random;
    private IndexEntries entries;
    private boolean open;
    /** Size of the value that was read and is to be checked; none below 0. */
    private int unchecked = -1;
    private boolean check;
    private long rows;
    /** Rows that a query went over and did not count. */
    private long passedOver;
    private long bytes;

    VolumeActor(VolumeKeyspace store, KeyValueSession session, VolumeGroup group, VolumeKeys keys, long seed) {
        Values v = group.values();
        this.session = session;
        this.store = store;
        this.done = store.counter();
        this.keys = keys.cursors();
        this.format = store.format(KeyParams.format(v));
        this.values = ValueParams.values(v, seed);
        this.terms = new IndexTermGenerator(v);
        this.missIsFailure = v.get(VolumeParams.NOT_FOUND) == VolumeParams.NotFound.FAILURE;
        this.wantTerms = v.get(VolumeParams.QUERY_TERMS);
        this.filters = v.find(VolumeParams.QUERY_FILTER).isPresent();
        this.scanLength = Math.toIntExact(v.get(VolumeParams.SCAN_LENGTH));
        this.seed = seed;
        this.key = ByteBuffer.allocateDirect(format.largest());
        this.written = ByteBuffer.allocateDirect(values.sizes().largest());
        this.read = ByteBuffer.allocateDirect(Math.max(values.sizes().largest(), store.largestFound()));
    }

    /** The names of the steps, as {@link #stepKind} counts them. */
    static List<String> stepNames() {
        return Arrays.stream(Step.values()).map(Types::word).toList();
    }

    private boolean count(int size) {
        rows++;
        bytes += size;
        return true;
    }

    private boolean filter(ByteBuffer found, ByteBuffer term) {
        if (terms.passes(term)) {
            return count(found.remaining() + (wantTerms ? term.remaining() : 0));
        }
        passedOver++;
        return true;
    }

    @Override
    public int prepare(int lane, long n) {
        checkRead();
        if (open) {
            session.rollback();
            open = false;
        }
        int kind = keys.kind(lane, n);
        operation = OPERATIONS[kind];
        random = SplitMix64.mix(SplitMix64.mix(seed + QUERIES ^ lane * SplitMix64.STEP) + n);
        if (operation.queries()) {
            terms.query(random, operation == VolumeOperation.GROUP_QUERY);
            return kind;
        }
        if (operation == VolumeOperation.LIST_KEYS) {
            return kind;
        }
        number = keys.key(kind, lane, n);
        format.put(number, key.clear());
        key.flip();
        check = operation.readsValue() && store.verifies(lane, n);
        if (operation.puts() || operation == VolumeOperation.INSERT) {
            values.write(number, lane, n, written.clear());
            written.flip();
        }
        if (operation.indexes()) {
            entries = terms.of(SplitMix64.mix(random + ENTRIES));
        }
        return kind;
    }

    /** Compares what the last operation read, if it was chosen for that. */
    private void checkRead() {
        if (unchecked < 0) {
            return;
        }
        Optional<String> fault = unchecked > read.capacity()
                ? Optional.of("the value has " + unchecked + " bytes, more than any that was stored")
                : values.fault(number, read.limit(unchecked).position(0));
        if (fault.isPresent()) {
            store.fault(number, fault.get());
        }
        unchecked = -1;
    }

    @Override
    public int steps() {
        return operation.updates() ? 2 : 1;
    }

    @Override
    public int stepKind(int i) {
        return step(i).ordinal();
    }

    private Step step(int i) {
        return switch (operation) {
            case GET -> Step.GET;
            case HEAD -> Step.HEAD;
            case PUT, INSERT -> Step.PUT;
            case UPDATE -> i == 0 ? Step.GET : Step.PUT;
            case DELETE -> Step.DELETE;
            case PUT_INDEXED -> Step.PUT_INDEXED;
            case UPDATE_INDEXED -> i == 0 ? Step.GET : Step.PUT_INDEXED;
            case INDEX_QUERY, GROUP_QUERY -> Step.QUERY;
            case SCAN -> Step.SCAN;
            case LIST_KEYS -> Step.LIST;
        };
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        Outcome outcome = perform(step(i), tally);
        done.add(tally.units);
        return outcome;
    }

    private Outcome perform(Step step, Tally tally) throws Exception {
        return switch (step) {
            case GET -> get(tally);
            case HEAD -> head(tally);
            case PUT, DELETE, PUT_INDEXED -> write(step, tally);
            case QUERY -> query(tally);
            case SCAN -> scan(tally);
            case LIST -> list(tally);
        };
    }

    private Outcome get(Tally tally) throws Exception {
        int size = session.get(VolumeKeyspace.KEYSPACE, key, read.clear());
        if (size == KeyValueSession.ABSENT) {
            return notFound(tally);
        }
        unchecked = check ? size : -1;
        tally.bytesOut += size;
        return found(tally);
    }

    private Outcome head(Tally tally) throws Exception {
        return session.head(VolumeKeyspace.KEYSPACE, key) == KeyValueSession.ABSENT
                ? notFound(tally)
                : found(tally);
    }

    /** An update is one unit, which is done when its value is stored. */
    private Outcome found(Tally tally) {
        tally.hits = 1;
        tally.units = operation.updates() ? 0 : 1;
        return Outcome.OK;
    }

    private Outcome notFound(Tally tally) {
        tally.reason = NOT_FOUND;
        if (missIsFailure) {
            return Outcome.FAILURE;
        }
        tally.units = operation.updates() ? 0 : 1;
        return Outcome.MISS;
    }

    private Outcome write(Step step, Tally tally) throws Exception {
        open = true;
        switch (step) {
            case DELETE -> session.delete(VolumeKeyspace.KEYSPACE, key);
            case PUT_INDEXED -> session.put(VolumeKeyspace.KEYSPACE, key, written, entries);
            default -> session.put(VolumeKeyspace.KEYSPACE, key, written);
        }
        int lost = session.commit();
        open = false;
        if (lost > 0) {
            tally.failedUnits = 1;
            tally.reason = NOT_STORED;
            return Outcome.FAILURE;
        }
        tally.units = 1;
        tally.bytesIn = step == Step.DELETE ? 0 : written.remaining();
        return Outcome.OK;
    }

    private Outcome query(Tally tally) throws Exception {
        boolean forGroup = operation == VolumeOperation.GROUP_QUERY;
        boolean filter = filters && !forGroup;
        rows = 0;
        passedOver = 0;
        bytes = 0;
        session.query(VolumeKeyspace.KEYSPACE, forGroup ? IndexTermGenerator.GROUPS
                : IndexTermGenerator.DAYS,
                terms.from(), terms.to(), wantTerms || filter, filter ? filtered : found);
        tally.rowsRead = rows + passedOver;
        return answered(tally);
    }

    private Outcome scan(Tally tally) throws Exception {
        rows = 0;
        bytes = 0;
        int most = 1 + (int) Math.unsignedMultiplyHigh(random, scanLength);
        session.scan(VolumeKeyspace.KEYSPACE, key, most, scanned);
        return answered(tally);
    }

    private Outcome list(Tally tally) throws Exception {
        rows = 0;
        bytes = 0;
        try (Walk walk = session.walk(VolumeKeyspace.KEYSPACE, Walk.Depth.KEYS)) {
            while (walk.next(CHUNK, listed) > 0) {
                // the next chunk
            }
        }
        return answered(tally);
    }

    private Outcome answered(Tally tally) {
        tally.units = 1;
        tally.hits = rows;
        tally.bytesOut = bytes;
        return Outcome.OK;
    }

    @Override
    public String name(int lane, long n) {
        int kind = keys.kind(lane, n);
        VolumeOperation of = OPERATIONS[kind];
        return of.queries() || of == VolumeOperation.LIST_KEYS ? "" : "key " + keys.key(kind, lane, n);
    }

    @Override
    public void close() throws Exception {
        checkRead();
        session.close();
    }
}
