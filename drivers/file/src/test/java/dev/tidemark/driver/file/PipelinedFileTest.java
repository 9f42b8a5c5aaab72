package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The generator's pipelined workers on a real file. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PipelinedFileTest {

    private static final int DEPTH = 32;
    private static final int BLOCKS = 256;

    @TempDir
    Path directory;
    private final SeriesSet series = new SeriesSet();
    private final AtomicLongArray writes = new AtomicLongArray(BLOCKS);
    private final AtomicLong submitted = new AtomicLong();
    private LongConsumer onSubmit = count -> {};

    @BeforeEach
    void kernelHasIt() {
        Fixture.assumeIoUring();
    }

    /** Even operations write a block, odd ones read it and check what is there. */
    private final class ReadAndWrite implements AsyncActor, AsyncKeyValueSession.Completions {
        private final FileAsyncSession session;
        private final ByteBuffer[] buffers = new ByteBuffer[DEPTH];
        private final long[] numbers = new long[DEPTH];
        private Completions loop;

        ReadAndWrite(Fixture f) throws DriverException {
            session = f.asyncSession();
            for (int slot = 0; slot < DEPTH; slot++) {
                buffers[slot] = f.buffer();
            }
        }

        /** What is read was written long before or will be long after: never while it is being written. */
        private static long key(long n) {
            return (n / 2 + n % 2 * (BLOCKS / 2)) % BLOCKS;
        }

        @Override
        public int prepare(int slot, int lane, long n) {
            numbers[slot] = n;
            buffers[slot].clear().limit(Fixture.BLOCK);
            if (n % 2 == 0) {
                Fixture.value(0, key(n), n, buffers[slot]);
            }
            return (int) (n % 2);
        }

        @Override
        public void submit(int slot) throws DriverException {
            onSubmit.accept(submitted.incrementAndGet());
            long n = numbers[slot];
            if (n % 2 == 0) {
                session.submitPut(slot, 0, NumberedKeys.of(key(n)), buffers[slot]);
            } else {
                session.submitGet(slot, 0, NumberedKeys.of(key(n)), buffers[slot]);
            }
        }

        @Override
        public void await(int min, long timeoutNanos, Completions completions) throws DriverException {
            loop = completions;
            session.await(min, timeoutNanos, this);
        }

        @Override
        public void done(int slot, int size) {
            long n = numbers[slot];
            if (n % 2 == 0) {
                writes.incrementAndGet((int) key(n));
            } else {
                Fixture.update(0, key(n), buffers[slot]);
            }
            loop.tally(slot).units = 1;
            loop.done(slot, Outcome.OK);
        }

        @Override
        public void failed(int slot, Exception why) {
            loop.failed(slot, why);
        }

        @Override
        public void close() throws DriverException {
            session.close();
        }
    }

    private StageResult run(Fixture f, Limit limit, BooleanSupplier cancelled) {
        ActorFactory actorFactory = new ActorFactory() {
            @Override
            public Actor actor(int worker) {
                throw new AssertionError("one at a time was not asked for");
            }

            @Override
            public AsyncActor asyncActor(int worker, int depth) throws DriverException {
                return new ReadAndWrite(f);
            }
        };
        StageListener listener = new StageListener() {
            @Override
            public void interval(Interval interval) {
                series.add(SeriesCodec.decode(interval.series()));
            }

            @Override
            public void live(RunStatus runStatus) {}

            @Override
            public void event(Event event) {}
        };
        Stage stage = new Stage(Phase.MEASURE, new Load.Pipelined(1, DEPTH), limit,
                new OperationKinds(List.of("write", "read"), List.of()), actorFactory, 0, true);
        return new StageRunner(Clock.system(), new StageSettings(WaitStrategy.SLEEP, IntervalRule.AUTO,
                Duration.ofSeconds(30), Clock.system().nanoTime()), cancelled).run(0, stage, listener);
    }

    @Test
    void everyOperationIsDoneOnceAndTimedAndEveryBlockIsWhole() throws Exception {
        int operations = 8 * BLOCKS;
        try (Fixture f = Fixture.created(directory, BLOCKS, "queue-depth", "" + DEPTH)) {
            f.fill(0, 0, BLOCKS);
            StageResult result = run(f, Limit.operations(operations), () -> false);
            assertThat(result.broken()).isEmpty();
            assertThat(result.outcomes()).extracting(OutcomeCount::outcome).containsOnly(Outcome.OK);
            assertThat(series.overall(LatencyKind.SERVICE).count()).isEqualTo(operations);
            assertThat(result.span().censored()).isZero();
            for (int block = 0; block < BLOCKS; block++) {
                assertThat(writes.get(block)).isEqualTo(4);
            }
            assertThat(f.count(0)).isEqualTo(BLOCKS);
        }
    }

    @Test
    void stoppingInFlightKeepsEveryOperationThatWasSubmitted() throws Exception {
        try (Fixture f = Fixture.created(directory, BLOCKS, "queue-depth", "" + DEPTH)) {
            f.fill(0, 0, BLOCKS);
            StageResult result = run(f, new Limit(Limit.UNLIMITED, null), () -> submitted.get() > 500);
            assertThat(result.broken()).isEmpty();
            assertThat(series.total().operations()).isEqualTo(submitted.get());
            assertThat(result.span().censored()).isZero();
            assertThat(f.count(0)).isEqualTo(BLOCKS);
        }
    }

    @Test
    void afterAnAbortWhatIsInFlightEndsAndNothingMoreIsSubmitted() throws Exception {
        try (Fixture f = Fixture.created(directory, BLOCKS, "queue-depth", "" + DEPTH)) {
            f.fill(0, 0, BLOCKS);
            onSubmit = count -> {
                if (count == 500) {
                    f.target.abort();
                }
            };
            StageResult result = run(f, Limit.operations(4 * BLOCKS), () -> false);
            assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.FAILURE).isNotEmpty()
                    .allMatch(o -> o.reason().endsWith("the run was stopped"));
            assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.OK)
                    .extracting(OutcomeCount::operations).satisfies(
                            ok -> assertThat(ok.stream().mapToLong(n -> n).sum()).isEqualTo(499));
            assertThat(result.span().censored()).isZero();
            f.target.drop();
        }
    }
}
