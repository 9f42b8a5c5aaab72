package dev.tidemark.core.workload.script;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.script.language.Script;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is done before the measurement and after it: tables of built-in scripts, set-up and tear-down of others.
 *
 * @param found takes what the set-up puts into variables
 */
record ScriptPreparation(WorkloadContext context, ScriptSet set, ScriptLoading loading, Map<String, String> found) {

    boolean isNeeded() {
        return set.ownTables() || !set.setUps().isEmpty() || set.fills();
    }

    /** Has the server learn about new tables, too, as it would by itself in time. */
    void prepare(Progress progress) throws Exception {
        loading.check();
        try (StatementSession session = (StatementSession) context.target().session(0)) {
            for (Tables tables : set.tables()) {
                tables.make(session, context.values(), context.seed(), progress);
            }
            carryOut(session, set.setUps(), "set-up");
        }
        if (set.ownTables()) {
            context.settleLimit().settle(context.target(), progress);
        }
    }

    /** @return why it failed; empty when it did not */
    Optional<String> tearDown() {
        if (set.tearDowns().isEmpty()) {
            return Optional.empty();
        }
        try (StatementSession session = (StatementSession) context.target().session(0)) {
            carryOut(session, set.tearDowns(), "tear-down");
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e.getMessage());
        }
    }

    private void carryOut(StatementSession session, List<Operation> some, String what) throws Exception {
        for (Operation operation : some) {
            Script script = set.with(found).parsed(List.of(operation), 0, context.seed()).getFirst();
            Tally tally = new Tally();
            try {
                new ScriptExecution(session, set.ownTables(), context.context().clock(), script, null).keeping(found)
                        .carryOut(context.seed(), 0, tally);
            } catch (Exception e) {
                throw new DriverException(what + " of " + (tally.place == null ? script.place() : tally.place) + ": "
                        + e.getMessage(), e);
            }
        }
    }
}
