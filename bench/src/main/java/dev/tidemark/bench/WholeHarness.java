package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Allocation;
import dev.tidemark.bench.support.Cost;
import dev.tidemark.bench.support.ZipfKeys;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;

/** The harness as it is, reading from the null driver, which answers at once and keeps nothing. */
final class WholeHarness {

    private final Clock clock = Clock.system();
    private final ZipfKeys keys = new ZipfKeys();
    private final OpenTarget target;

    WholeHarness() throws DriverException {
        Driver driver = Drivers.named("null");
        target = driver.open(driver.params().defaults(),
                new Context(clock, Path.of("unused"), Secrets.ofThisProcess(), note -> {}, () -> false));
    }

    /** As fast as it goes. */
    Cost closed(int workers, long operations) {
        LongAdder allocated = new LongAdder();
        long half = operations / workers / 2;
        StageResult result = run(new Load.Closed(workers, Duration.ZERO), WaitStrategy.SLEEP, operations,
                worker -> new Reads(target.session(worker, DocumentSession.class), keys, half, allocated), new SeriesSet());
        return new Cost((double) result.span().nanos() * workers / operations,
                (double) allocated.sum() / (operations - half * workers));
    }

    /** Runs a load and adds what was recorded to {@code recorded}. */
    StageResult run(Load load, WaitStrategy waitStrategy, long operations, SeriesSet recorded) {
        return run(load, waitStrategy, operations, worker -> new Reads(target.session(worker, DocumentSession.class), keys,
                Long.MAX_VALUE, new LongAdder()), recorded);
    }

    /** The same with other actors. */
    StageResult run(Load load, WaitStrategy waitStrategy, long operations, ActorFactory actorFactory,
            SeriesSet recorded) {
        StageSettings settings = new StageSettings(waitStrategy, IntervalRule.AUTO, Duration.ofSeconds(10),
                clock.nanoTime());
        Stage stage = new Stage(Phase.MEASURE, load, Limit.operations(operations),
                new OperationKinds(List.of("read"), List.of()), actorFactory, operations, true);
        StageResult result = new StageRunner(clock, settings, () -> false).run(0, stage, new Listener(recorded));
        result.broken().ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        return result;
    }

    /** Reads one document by a key of 8 bytes. */
    private static final class Reads implements Actor {
        private final DocumentSession session;
        private final ZipfKeys keys;
        private final long half;
        private final LongAdder allocated;
        private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES);
        private final ByteBuffer content = ByteBuffer.allocateDirect(1000);
        private long done;
        private long allocatedAtHalf;

        /** @param half the operation of this worker after which it counts in {@code allocated} what it allocates */
        Reads(DocumentSession session, ZipfKeys keys, long half, LongAdder allocated) {
            this.session = session;
            this.keys = keys;
            this.half = half;
            this.allocated = allocated;
        }

        @Override
        public int prepare(int lane, long n) {
            if (done++ == half) {
                allocatedAtHalf = Allocation.ofThisThread();
            }
            key.putLong(0, keys.key(n));
            return 0;
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            int size = session.read(key, content);
            if (size == DocumentSession.ABSENT) {
                return Outcome.MISS;
            }
            tally.units = 1;
            tally.bytesOut = size;
            return Outcome.OK;
        }

        @Override
        public void close() throws Exception {
            if (done > half) {
                allocated.add(Allocation.ofThisThread() - allocatedAtHalf);
            }
            session.close();
        }
    }

    private record Listener(SeriesSet recorded) implements StageListener {

        @Override
        public void interval(Interval interval) {
            recorded.add(SeriesCodec.decode(interval.series()));
        }

        @Override
        public void live(RunStatus runStatus) {}

        @Override
        public void event(Event event) {
            System.err.println(event.text());
        }
    }
}
