package dev.tidemark.core.workload.script;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.RandomDraw;
import dev.tidemark.core.workload.script.language.Script;
import dev.tidemark.core.workload.script.language.ScriptException;
import dev.tidemark.core.workload.script.language.Value;
import java.time.Duration;
import java.util.List;

/** One worker's side of {@link ScriptWorkload}: draws a script, and carries it out as one operation. */
final class ScriptActor implements Actor {

    /** A script with what its statements take their values from; for one worker. */
    private static final class Part {

        private final Script script;
        private final StatementSession.Binding[] bindings;

        Part(Script script) {
            this.script = script;
            bindings = script.statements().stream().map(sql -> binding(script, sql))
                    .toArray(StatementSession.Binding[]::new);
        }

        private static StatementSession.Binding binding(Script script, Command.Sql sql) {
            int[] places = sql.parameters().stream().mapToInt(Integer::intValue).toArray();
            return to -> {
                for (int place : places) {
                    Value value = script.variables().get(place);
                    switch (value.kind()) {
                        case INTEGER -> to.add(value.integer());
                        case DOUBLE -> to.add(value.number());
                        default -> to.add(value.text());
                    }
                }
            };
        }
    }

    private final StatementSession session;
    private final boolean ownTables;
    private final Clock clock;
    private final long seed;
    private final int tries;
    private final Part[] parts;
    private final int[] bounds;
    private final RandomDraw random = new RandomDraw();
    private long drawn;
    private int kind;
    private int rows;

    /** @param scripts of its own, in the order of their sources */
    ScriptActor(StatementSession session, ScriptSet set, List<Script> scripts, Clock clock, long seed, int tries) {
        this.session = session;
        ownTables = set.ownTables();
        this.clock = clock;
        this.seed = seed;
        this.tries = tries;
        parts = scripts.stream().map(Part::new).toArray(Part[]::new);
        bounds = set.bounds();
    }

    @Override
    public int prepare(int lane, long n) {
        drawn = SplitMix64.mix(SplitMix64.mix(seed + n * SplitMix64.STEP) ^ lane);
        int at = (int) Math.floorMod(drawn, (long) bounds[bounds.length - 1]);
        kind = 0;
        while (bounds[kind] <= at) {
            kind++;
        }
        return kind;
    }

    @Override
    public int steps() {
        return 1;
    }

    @Override
    public int stepKind(int i) {
        return 0;
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        for (int attempt = 1;; attempt++) {
            try {
                carryOut();
                tally.units = 1;
                tally.hits = rows;
                return Outcome.OK;
            } catch (OverloadedException e) {
                if (attempt == tries) {
                    throw e;
                }
            }
        }
    }

    private void carryOut() throws Exception {
        rows = 0;
        random.seed(SplitMix64.mix(drawn + SplitMix64.STEP));
        session.begin(ownTables);
        try {
            run(parts[kind], parts[kind].script.commands());
        } catch (Exception | Error e) {
            try {
                session.end();
            } catch (Exception broken) {
                e.addSuppressed(broken);
            }
            throw e;
        }
        session.end();
    }

    private void run(Part part, List<Command> commands) throws Exception {
        for (int i = 0; i < commands.size(); i++) { // an iterator would be made anew each time
            switch (commands.get(i)) {
                case Command.Set set -> part.script.variables().set(set.place(),
                        set.expression().evaluate(part.script.variables(), random));
                case Command.Sql sql -> execute(part, sql);
                case Command.If branches -> branch(part, branches);
                case Command.Sleep sleep -> clock.sleepUntil(clock.nanoTime() + Duration.of(
                        sleep.length().evaluate(part.script.variables(), random).integer(), sleep.unit()).toNanos());
            }
        }
    }

    private void branch(Part part, Command.If branches) throws Exception {
        for (int i = 0; i < branches.branches().size(); i++) {
            Command.Branch branch = branches.branches().get(i);
            if (branch.condition().evaluate(part.script.variables(), random).holds()) {
                run(part, branch.commands());
                return;
            }
        }
        run(part, branches.otherwise());
    }

    private void execute(Part part, Command.Sql sql) throws Exception {
        if (sql.keep().isEmpty()) {
            rows += session.execute(sql.text(), part.bindings[sql.number()], null);
            return;
        }
        String prefix = sql.keep().get();
        int answered = session.execute(sql.text(), part.bindings[sql.number()],
                (row, name, text) -> part.script.variables().define(prefix + name, text));
        if (answered != 1) {
            throw new ScriptException("\\gset wants one row, and the statement answered " + answered);
        }
        rows++;
    }

    @Override
    public void close() throws Exception {
        session.close();
    }
}
