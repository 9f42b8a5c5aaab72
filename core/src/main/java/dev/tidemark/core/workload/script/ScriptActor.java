package dev.tidemark.core.workload.script;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;

/** One worker's side of {@link ScriptWorkload}: draws an operation by the weights, and carries it out. */
final class ScriptActor implements Actor {

    private final StatementSession session;
    private final ScriptExecution[] operations;
    private final int[] bounds;
    private final long seed;
    private final Retries retries;
    private final Positions positions;
    private final long first;
    private long drawn;
    private long position;
    private int kind;

    /**
     * @param operations of its own
     * @param bounds     up to which number, exclusive, the share of each reaches
     * @param positions  of all workers and stages
     */
    ScriptActor(StatementSession session, ScriptExecution[] operations, int[] bounds, long seed, Retries retries,
            Positions positions) {
        this.session = session;
        this.operations = operations;
        this.bounds = bounds;
        this.seed = seed;
        this.retries = retries;
        this.positions = positions;
        first = positions.free();
        position = first - 1;
    }

    @Override
    public int prepare(int lane, long n) {
        drawn = SplitMix64.mix(SplitMix64.mix(seed + n * SplitMix64.STEP) ^ lane);
        position = positions.at(first, n);
        kind = kind(drawn, bounds);
        return kind;
    }

    /** Which operation a random number draws. */
    static int kind(long drawn, int[] bounds) {
        int at = (int) Math.floorMod(drawn, (long) bounds[bounds.length - 1]);
        int kind = 0;
        while (bounds[kind] <= at) {
            kind++;
        }
        return kind;
    }

    /** Its only step is the operation; what is timed within it the operation times itself. */
    @Override
    public long stepNanos(int i, long clocked) {
        return -1;
    }

    /** {@inheritDoc} What the database rolled back is tried again with the same values. */
    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        for (int attempt = 1;; attempt++) {
            try {
                operations[kind].carryOut(SplitMix64.mix(drawn + SplitMix64.STEP), position, positions.turn(position),
                        tally);
                tally.units = 1;
                return Outcome.OK;
            } catch (StatementException e) {
                if (!retries.cover(e)) {
                    throw e;
                }
                if (attempt >= retries.tries()) {
                    tally.reason = (tally.place == null ? "" : tally.place + ": ") + e.getMessage();
                    return Outcome.ROLLED_BACK;
                }
                tally.retries++;
            }
        }
    }

    @Override
    public void close() throws Exception {
        positions.use(position + 1);
        session.close();
    }
}
