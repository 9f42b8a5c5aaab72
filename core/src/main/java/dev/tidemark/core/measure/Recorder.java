package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.Outcome;

/**
 * One worker's record of what its operations took. The worker writes onto a {@link IntervalBuffer} of its own and hands
 * it over itself, with one atomic exchange, when one of its clock readings passes the interval's end; the collector
 * gives the buffer back empty. So nothing is locked, shared or allocated per operation, and no reader ever disturbs the
 * worker.
 *
 * <p>What an operation amounted to belongs to the interval in which it ended, how long it took to the one in which it
 * was due. A worker with a backlog therefore has a second buffer, for latencies of an interval that is over. As the
 * slots that a worker serves are due one after the other, one is enough: it is handed over when the next operation was
 * due later, or with the other buffer. So a worker hands over one buffer for each interval in which operations were due
 * that ended in another one, and over a run at most two for each interval, however long the backlog. A worker with
 * several operations in flight, which end in any order, keeps a few of them.
 *
 * <p>The methods in the first half are for the worker's thread only, those in the second for the collector's.
 */
public final class Recorder {

    /** One in use, one on its way to the collector, one on its way back. */
    private static final int BUFFERS = 3;
    /** Nothing was told of when operations were due: they are taken to belong to the interval in which they end. */
    private static final long NOT_SCHEDULED = Long.MIN_VALUE;

    private final int kinds;
    private final int steps;
    private final IntervalRule rule;
    private final int mostLate;
    private final LiveCounters live = new LiveCounters();
    private final OperationLog log;
    /** Which operations are logged one by one; null for none. */
    private final LogSample logged;
    private final int logCapacity;
    private final AtomicReference<LogBuffer> logHandedOver = new AtomicReference<>();
    private final AtomicReference<LogBuffer> logReturned = new AtomicReference<>();
    private LogBuffer logFree;
    private LogBuffer logBuffer;
    private final FailureReasons[] reasons;
    private final AtomicReference<IntervalBuffer> handedOver = new AtomicReference<>();
    private final AtomicReference<IntervalBuffer> returned = new AtomicReference<>();
    private IntervalBuffer free;
    private IntervalBuffer intervalBuffer;
    /**
     * For latencies of operations that were due in earlier intervals, linked, the one that was used last in front; null
     * while there are none.
     */
    private IntervalBuffer late;
    private int lateCount;
    private long lateStart;
    private long lateEnd;
    private long phaseStart;
    private long intervalStart;
    private long intervalEnd;
    /** When the operation in progress was due, since the phase's start. */
    private long due = NOT_SCHEDULED;
    private long lastEnd;
    private volatile int reached;

    /**
     * @param kinds how many kinds of operations there are
     * @param steps how many kinds of steps are recorded; 0 for none
     * @param rule  where intervals end
     */
    public Recorder(int kinds, int steps, IntervalRule rule) {
        this(kinds, steps, rule, 1);
    }

    /**
     * The same for a worker whose operations end in another order than that in which they were due.
     *
     * @param mostLate intervals that are over for which latencies are kept at a time, before they are handed over
     */
    public Recorder(int kinds, int steps, IntervalRule rule, int mostLate) {
        this(kinds, steps, rule, mostLate, null, 1);
    }

    /**
     * The same for a worker that logs its operations one by one, too.
     *
     * @param logged  which of them; null for none
     * @param workers how many share that
     */
    public Recorder(int kinds, int steps, IntervalRule rule, int mostLate, LogSample logged, int workers) {
        this.logged = logged;
        logCapacity = LogBuffer.capacity(workers);
        for (int i = 0; logged != null && i < BUFFERS; i++) {
            LogBuffer spare = new LogBuffer(logCapacity);
            spare.next = logFree;
            logFree = spare;
        }
        logBuffer = logged == null ? null : takeFreeLog();
        this.mostLate = mostLate;
        this.kinds = kinds;
        this.steps = steps;
        this.rule = rule;
        log = new OperationLog(kinds);
        reasons = new FailureReasons[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            reasons[kind] = new FailureReasons();
        }
        for (int i = 0; i < BUFFERS; i++) {
            IntervalBuffer spare = new IntervalBuffer(kinds, steps);
            spare.next = free;
            free = spare;
        }
        intervalBuffer = takeFree();
    }

    /** Sets the clock reading at which the phase starts, before the first operation. */
    public void begin(long start) {
        phaseStart = start;
        intervalStart = 0;
        intervalEnd = start + rule.end(0);
        intervalBuffer.belongsTo(0, rule);
    }

    /** The clock reading that ends the interval being recorded. */
    public long intervalEnd() {
        return intervalEnd;
    }

    /** An operation goes into the target. */
    public void enter(int kind, long start) {
        live.set(LiveCounters.KIND, kind);
        live.setRelease(LiveCounters.STARTED, start - phaseStart + 1);
    }

    /**
     * A worker that keeps several operations in flight tells how many are inside the target now, and which of them was
     * started first. Takes the place of {@link #enter}; to be called again after {@link #count}.
     *
     * @param kind  of the oldest; any when there is none
     * @param start of the oldest; any when there is none
     */
    public void inFlight(int count, int kind, long start) {
        live.set(LiveCounters.KIND, kind);
        live.set(LiveCounters.IN_FLIGHT, count);
        live.setRelease(LiveCounters.STARTED, count == 0 ? 0 : start - phaseStart + 1);
    }

    /**
     * The clock read {@code now}: nothing that comes belongs to an interval that ended before. Hands the buffer over
     * where such an interval was being recorded.
     */
    public void reach(long now) {
        if (now - intervalEnd > 0) {
            startInterval(now);
        }
    }

    private void startInterval(long now) {
        int seq = rule.seqAt(now - phaseStart);
        handOverAll();
        intervalBuffer.belongsTo(seq, rule);
        intervalStart = rule.start(seq);
        intervalEnd = phaseStart + rule.end(seq);
        reached = seq;
    }

    private void handOverAll() {
        while (late != null) {
            handOver(takeLate(null));
        }
        if (!intervalBuffer.isEmpty()) {
            handOver(intervalBuffer);
            intervalBuffer = takeFree();
        }
        if (logged != null && logBuffer.size() > 0) {
            handOverLog();
        }
    }

    private void handOverLog() {
        LogBuffer full = logBuffer;
        logged.handedOver(full.size());
        logBuffer = takeFreeLog();
        do {
            full.next = logHandedOver.get();
        } while (!logHandedOver.compareAndSet(full.next, full));
    }

    /** A new buffer is made only when the collector has not been there for a while. */
    private LogBuffer takeFreeLog() {
        if (logFree == null) {
            logFree = logReturned.getAndSet(null);
        }
        if (logFree == null) {
            return new LogBuffer(logCapacity);
        }
        LogBuffer taken = logFree;
        logFree = taken.next;
        taken.next = null;
        return taken;
    }

    private void handOver(IntervalBuffer full) {
        do {
            full.next = handedOver.get();
        } while (!handedOver.compareAndSet(full.next, full));
    }

    /** Where latencies of the operation in progress belong: to the interval in which it was due. */
    private IntervalBuffer bufferForDue() {
        return due >= intervalStart || due == NOT_SCHEDULED ? intervalBuffer : lateBuffer();
    }

    private IntervalBuffer lateBuffer() {
        if (late == null || due < lateStart || due >= lateEnd) {
            int seq = rule.seqAt(due + 1); // the first moment after an interval's end is the next one's for what is due
            IntervalBuffer front = lateBufferOf(seq);
            front.next = late;
            late = front;
            lateCount++;
            lateStart = rule.start(seq);
            lateEnd = rule.end(seq);
        }
        return late;
    }

    /** The buffer of an earlier interval, taken out of the others, or a new one in the place of the oldest. */
    private IntervalBuffer lateBufferOf(int seq) {
        IntervalBuffer before = null;
        for (IntervalBuffer at = late; at != null; before = at, at = at.next) {
            if (at.seq() == seq) {
                return takeLate(before);
            }
            if (at.next == null && lateCount == mostLate) {
                handOver(takeLate(before));
                break;
            }
        }
        IntervalBuffer fresh = takeFree();
        fresh.belongsTo(seq, rule);
        return fresh;
    }

    /** Takes out the buffer behind one of those that are late, or the one in front. */
    private IntervalBuffer takeLate(IntervalBuffer before) {
        IntervalBuffer taken = before == null ? late : before.next;
        if (before == null) {
            late = taken.next;
        } else {
            before.next = taken.next;
        }
        lateCount--;
        return taken;
    }

    /** A new buffer is made only when the collector is more than an interval behind. */
    private IntervalBuffer takeFree() {
        if (free == null) {
            free = returned.getAndSet(null);
        }
        if (free == null) {
            return new IntervalBuffer(kinds, steps);
        }
        IntervalBuffer taken = free;
        free = taken.next;
        taken.next = null;
        return taken;
    }

    /**
     * The operation that comes next was due at {@code moment}, not before the one before it but where intervals that
     * are late are kept; in a closed loop that is when it was started.
     */
    public void due(long moment) {
        due = moment - phaseStart;
    }

    /** A step was answered after {@code nanos}. */
    public void step(int kind, int step, long nanos) {
        bufferForDue().stepped(kind, step, nanos);
    }

    /** What the parts of the operation took that is counted next, of which its actor kept the time. */
    public void parts(int kind, PartTimes parts) {
        for (int i = 0; i < parts.count(); i++) {
            if (parts.isAnswered(i)) {
                bufferForDue().part(kind, parts.step(i), parts.nanos(i), parts.rows(i));
            } else {
                bufferForDue().partFailed(kind, parts.step(i), parts.nanos(i));
            }
        }
    }

    /** An operation of a closed loop ended. */
    public void closed(int kind, Outcome outcome, long service) {
        if (outcome.answered()) {
            bufferForDue().answered(kind, LatencyKind.SERVICE, service);
        } else {
            bufferForDue().failed(kind, LatencyKind.SERVICE, service);
        }
    }

    /**
     * The operation of an open loop that was {@link #due} ended; see {@link LatencyKind}. One that was not answered
     * leaves how long it was waited for: its answer would have taken longer.
     *
     * @param own of the time from when it was due to {@code start}, the generator's doing
     */
    public void open(int kind, Outcome outcome, long own, long start, long end) {
        long moment = phaseStart + due;
        IntervalBuffer intervalBuffer = bufferForDue();
        if (outcome.answered()) {
            intervalBuffer.answered(kind, LatencyKind.RESPONSE, end - moment);
            intervalBuffer.answered(kind, LatencyKind.SERVICE, end - start);
            intervalBuffer.answered(kind, LatencyKind.WAIT, start - moment - own);
            intervalBuffer.answered(kind, LatencyKind.SELF, own);
        } else {
            intervalBuffer.failed(kind, LatencyKind.RESPONSE, end - moment);
            intervalBuffer.failed(kind, LatencyKind.SERVICE, end - start);
        }
    }

    /** The operation of an open loop that was {@link #due} was refused a connection, which is no response. */
    public void refused(int kind) {
        bufferForDue().refused(kind);
    }

    /** A slot was started late, and at least half of that is the generator's doing. */
    public void lateFree() {
        live.add(LiveCounters.LATE_FREE, 1);
    }

    /** The operation that was counted last went over so many rows. */
    public void scanned(int kind, long rows) {
        intervalBuffer.scanned(kind, rows);
    }

    /** The operation that was counted last stored, changed or deleted so many rows. */
    public void wrote(int kind, long rows) {
        intervalBuffer.wrote(kind, rows);
    }

    /** The operation that was counted last was tried again so often. */
    public void retried(int kind, long times) {
        intervalBuffer.retried(kind, times);
    }

    /** An operation was cut off when the stage was stopped; it is counted nowhere else. */
    public void cutOff() {
        live.add(LiveCounters.CUT_OFF, 1);
    }

    /** The worker spent some time on a target that refused its connections. */
    public void delayed(long nanos) {
        live.add(LiveCounters.KEPT_WAITING, nanos);
    }

    /**
     * What the operation that ended at {@code end} amounted to; {@code reason} may be null. To be told after how long it
     * took, which may belong to an earlier interval.
     */
    public void count(int kind, Outcome outcome, long end, long units, long failedUnits, long bytesIn, long bytesOut,
            long hits, String reason) {
        reach(end);
        intervalBuffer.count(kind, outcome, units, failedUnits, bytesIn, bytesOut, hits);
        intervalBuffer.ended(kind, outcome.answered(), end - phaseStart);
        if (reason != null && outcome != Outcome.OK) {
            reasons[kind].add(outcome, reason, 1, outcome.answered() ? units : failedUnits);
        }
        live.add(LiveCounters.UNITS, units);
        if (bytesIn + bytesOut != 0) {
            live.add(LiveCounters.BYTES, bytesIn + bytesOut);
        }
        if (failedUnits != 0) {
            live.add(LiveCounters.FAILED_UNITS, failedUnits);
        }
        lastEnd = Math.max(lastEnd, end - phaseStart);
        live.set(LiveCounters.LAST_END, lastEnd);
        live.set(LiveCounters.STARTED, 0);
    }

    /**
     * The operation at {@code n} of a lane ended, which was due at {@code due}; remembered if it is slow, or if any of
     * its units were lost. To be told beside {@link #count}.
     */
    public void log(int kind, Outcome outcome, String reason, long lost, int lane, long n, long due, long start,
            long end) {
        log.add(kind, outcome, reason, lost, lane, n, due, start, end);
    }

    /** Whether operations are logged one by one, too. */
    public boolean logsEach() {
        return logged != null;
    }

    /**
     * The same operation for the log of all, where there is one.
     *
     * @param item   which of the things that repeat it was about; -1 where nothing does
     * @param engine nanoseconds that it took as the engine says; -1 where it does not
     */
    public void logEach(int kind, Outcome outcome, String reason, int lane, long n, long item, long due, long start,
            long end, long engine, long hits) {
        if (!logged.has(lane, n)) {
            return;
        }
        if (logBuffer.isFull()) {
            handOverLog();
        }
        logBuffer.add(kind, outcome, reason, lane, n, item, due - phaseStart, start - phaseStart, end - phaseStart,
                engine, hits);
    }

    /** The worker is done: hands over what there is. @param namer of the operations that are remembered */
    public void finish(OperationLog.Namer namer) {
        log.finish(namer);
        finish();
    }

    /** The worker is done: hands over what there is, but for the operations that are remembered. */
    public void finish() {
        handOverAll();
        live.set(LiveCounters.STARTED, 0);
        live.set(LiveCounters.IN_FLIGHT, 0);
        reached = Integer.MAX_VALUE;
    }

    // ---- the collector's side

    /**
     * The interval that is being recorded; of what is handed over later, only latencies may belong to an earlier one.
     */
    public int reached() {
        return reached;
    }

    /** All buffers handed over since the last call, linked, the latest first; null if there are none. */
    IntervalBuffer collect() {
        return handedOver.getAndSet(null);
    }

    /** Gives back a buffer that was collected, emptied. */
    void recycle(IntervalBuffer done) {
        done.clear();
        do {
            done.next = returned.get();
        } while (!returned.compareAndSet(done.next, done));
    }

    /** Operations that were logged one by one and handed over since the last call, as {@link #collect}. */
    LogBuffer collectLog() {
        return logHandedOver.getAndSet(null);
    }

    /** Gives back a buffer that was collected, emptied. */
    void recycle(LogBuffer done) {
        done.clear();
        do {
            done.next = logReturned.get();
        } while (!logReturned.compareAndSet(done.next, done));
    }

    /** What a lost worker has not handed over, as {@link #takeFromLost}; null where nothing is logged. */
    LogBuffer takeLogFromLost() {
        live.getAcquire(LiveCounters.STARTED);
        return logBuffer;
    }

    /**
     * Takes the buffers away from a worker that is lost inside an operation and was told not to record any more. What
     * it wrote before it entered the target is visible here.
     */
    List<IntervalBuffer> takeFromLost() {
        live.getAcquire(LiveCounters.STARTED);
        List<IntervalBuffer> all = new ArrayList<>(List.of(intervalBuffer));
        for (IntervalBuffer at = late; at != null; at = at.next) {
            all.add(at);
        }
        return all;
    }

    /** Whether an operation is inside the target now. */
    public boolean inside() {
        return live.get(LiveCounters.STARTED) != 0;
    }

    /** How many operations are inside the target now. */
    public int insideCount() {
        long several = live.get(LiveCounters.IN_FLIGHT);
        return several > 0 ? (int) several : inside() ? 1 : 0;
    }

    /**
     * When the running operation, or the oldest of several, was started, in nanoseconds since the phase's start; -1 if
     * there is none.
     */
    public long insideSince() {
        return live.get(LiveCounters.STARTED) - 1;
    }

    /** The kind of the running operation, or of the oldest of several. */
    public int insideKind() {
        return (int) live.get(LiveCounters.KIND);
    }

    public long units() {
        return live.get(LiveCounters.UNITS);
    }

    public long failedUnits() {
        return live.get(LiveCounters.FAILED_UNITS);
    }

    /** User bytes, in and out. */
    public long bytes() {
        return live.get(LiveCounters.BYTES);
    }

    /** The last acknowledgement, in nanoseconds since the phase's start; 0 before the first. */
    public long lastEnd() {
        return live.get(LiveCounters.LAST_END);
    }

    /** Operations that were cut off. */
    public long cutOffOperations() {
        return live.get(LiveCounters.CUT_OFF);
    }

    /** Nanoseconds for which the target refused connections. */
    public long keptWaiting() {
        return live.get(LiveCounters.KEPT_WAITING);
    }

    /** Slots that were started late through the generator's doing. */
    public long lateFreeSlots() {
        return live.get(LiveCounters.LATE_FREE);
    }

    /** Only when the worker is done. */
    OperationLog log() {
        return log;
    }

    FailureReasons reasons(int kind) {
        return reasons[kind];
    }
}
