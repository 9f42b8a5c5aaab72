package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.script.language.Script;

/** Fills tables from files and finishes them: what the sections {@code \load} and {@code \finish} say. */
final class ScriptLoading {

    private final WorkloadContext context;
    private final ScriptSet set;
    private final Map<String, String> found;
    private final LoadBatches batches;

    /** @param found what the set-up has put into variables by the time that it is asked for */
    ScriptLoading(WorkloadContext context, ScriptSet set, Map<String, String> found) {
        this.found = found;
        this.context = context;
        this.set = set;
        batches = batches(set, context.values());
    }

    /** @throws dev.tidemark.core.param.InvalidInputException when a file is not what it should be, naming file and line */
    void check() {
        if (set.fills()) {
            batches.check();
        }
    }

    static LoadBatches batches(ScriptSet set, Values values) {
        return new LoadBatches(set.loads(), Math.toIntExact(values.get(ScriptParams.BATCH_SIZE)));
    }

    /** @param measured how it is offered, where it is what is measured; empty where it comes before that */
    List<Supplier<Stage>> stages(Optional<Load> measured) {
        List<Supplier<Stage>> stages = new ArrayList<>();
        if (set.fills()) {
            stages.add(() -> load(measured));
        }
        if (!set.finishes().isEmpty()) {
            stages.add(this::finish);
        }
        return stages;
    }

    private Stage load(Optional<Load> measured) {
        Load load = measured.orElseGet(() -> new Load.Closed(Math.toIntExact(context.values().get(ScriptParams.WORKERS)),
                Duration.ZERO));
        List<String> kinds = set.loads().stream().map(TableLoad::kind).distinct().toList();
        return new Stage(measured.isPresent() ? Phase.MEASURE : Phase.PRELOAD, load, Limit.operations(batches.count()),
                new OperationKinds(kinds, List.of()), worker -> {
                    StatementSession session = context.target().session(worker, StatementSession.class);
                    return new LoadActor(session, connecting(session, worker), set.ownTables(), set.loads(), batches,
                            context.values().get(ScriptParams.WAY), kinds);
                }, batches.count(), measured.isPresent());
    }

    private ConnectionSetUp connecting(StatementSession session, int worker) {
        return new ConnectionSetUp(context, context, set.with(found), session, worker);
    }

    private Stage finish() {
        List<String> kinds = set.finishes().stream().map(ScriptOperation::name).distinct().toList();
        int count = set.finishes().size();
        return new Stage(Phase.FINISH, new Load.Closed(1, Duration.ZERO), Limit.operations(count),
                new OperationKinds(kinds, List.of()), worker -> new Finisher(
                context.target().session(worker, StatementSession.class), worker, kinds), count, false);
    }

    /** Carries the sections out, one after another. */
    private final class Finisher implements Actor {

        private final StatementSession session;
        private final ConnectionSetUp connecting;
        private final List<Script> scripts = set.with(found).parsed(set.finishes(), 0, context.seed());
        private final List<String> kinds;
        private int section;

        Finisher(StatementSession session, int worker, List<String> kinds) {
            this.session = session;
            this.kinds = kinds;
            connecting = connecting(session, worker);
        }

        @Override
        public int prepare(int lane, long n) {
            section = Math.toIntExact(n);
            return kinds.indexOf(set.finishes().get(section).name());
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            long start = context.context().clock().nanoTime();
            new ScriptExecution(session, set.ownTables(), context.context().clock(), scripts.get(section), null)
                    .after(connecting).carryOut(context.seed(), 0, tally);
            tally.units = 1;
            context.context().note().accept(String.format(Locale.ROOT, "\\finish %s took %.3f s.",
                    set.finishes().get(section).name(), (context.context().clock().nanoTime() - start) / 1e9));
            return Outcome.OK;
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }

    /** What is measured on tables that are not as they should be is not what was asked for. */
    static Optional<String> unfinished(List<StageResult> results) {
        return results.stream().filter(r -> !r.span().headline()
                && (r.span().phase() == Phase.PRELOAD || r.span().phase() == Phase.FINISH)).flatMap(r -> {
                    List<OutcomeCount> lost = r.outcomes().stream().filter(o -> o.outcome() != Outcome.OK).toList();
                    return lost.isEmpty() ? Optional.<String>empty().stream() : Optional.of((r.span().phase() == Phase.FINISH
                            ? "\\finish " + lost.getFirst().kind() : "\\load of " + lost.getFirst().kind()) + " failed: "
                            + lost.getFirst().reason()).stream();
                }).findFirst();
    }
}
