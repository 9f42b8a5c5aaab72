package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentSession;
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
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;

/** Puts load on a null target and adds up what was recorded. */
final class Bench implements StageListener {

    final Clock clock;
    final OpenTarget target;
    final SeriesSet total = new SeriesSet();

    /** @param settings name, text, name, text … */
    Bench(Clock clock, String... settings) {
        this.clock = clock;
        target = new NullTarget(values(settings), context(clock));
    }

    static Values values(String... settings) {
        Values values = NullParams.ALL.defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        NullParams.ALL.check(values);
        return values;
    }

    static Context context(Clock clock) {
        return new Context(clock, Path.of("unused"), Secrets.ofThisProcess(), note -> {}, () -> false);
    }

    StageResult run(Load load, Limit limit) {
        return run(load, limit, worker -> new Commits(target.session(worker, DocumentSession.class)));
    }

    StageResult run(Load load, Limit limit, ActorFactory actorFactory) {
        StageSettings settings = new StageSettings(WaitStrategy.SLEEP, IntervalRule.AUTO, Duration.ofSeconds(30),
                clock.nanoTime());
        return new StageRunner(clock, settings, () -> false).run(0, new Stage(Phase.MEASURE, load, limit,
                new OperationKinds(List.of("insert"), List.of()), actorFactory, 0, true), this);
    }

    /** Commits one document at a time. */
    static class Commits implements Actor {
        private final ByteBuffer uri = ByteBuffer.allocateDirect(8);
        private final ByteBuffer content = ByteBuffer.allocateDirect(100);
        private final DocumentSession session;

        Commits(DocumentSession session) {
            this.session = session;
        }

        @Override
        public int prepare(int lane, long n) {
            uri.putLong(0, n);
            return 0;
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            session.add(uri, content);
            int lost = session.commit();
            tally.units = 1 - lost;
            tally.failedUnits = lost;
            tally.bytesIn = content.remaining();
            return lost == 0 ? Outcome.OK : Outcome.PARTIAL;
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }

    @Override
    public void interval(Interval interval) {
        total.add(SeriesCodec.decode(interval.series()));
    }

    @Override
    public void live(RunStatus runStatus) {}

    @Override
    public void event(Event event) {}
}
