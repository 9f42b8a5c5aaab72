package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.script.language.Script;

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
        Map<Boolean, List<ScriptOperation>> files = set.setUps().stream().collect(Collectors.partitioningBy(
                o -> o.name().equals(SetUpFiles.NAME)));
        try (StatementSession session = apart()) {
            for (Tables tables : set.tables()) {
                tables.make(session, context.values(), context.seed(), progress);
            }
            carryOut(session, null, files.get(true), "set-up");
        }
        if (!files.get(false).isEmpty()) {
            try (StatementSession session = apart()) {
                setUp(session, files.get(false));
            }
        }
        if (set.ownTables()) {
            context.settleLimit().settle(context.target(), progress);
        }
    }

    /** One whose connections nobody else gets. */
    private StatementSession apart() throws DriverException {
        StatementSession session = context.target().session(0, StatementSession.class);
        session.among(new Object());
        return session;
    }

    /** What it sets for its own connection is meant for workers, who would not have it; files of others set what they need. */
    private void setUp(StatementSession session, List<ScriptOperation> sections) throws Exception {
        List<String> before = connectionState(session);
        carryOut(session, null, sections, "set-up");
        List<String> left = new ArrayList<>(connectionState(session));
        left.removeAll(before);
        if (!left.isEmpty()) {
            Optional<String> failed = tearDown();
            throw new DriverException("set-up: " + left.getFirst()
                    + (left.size() > 1 ? " and " + (left.size() - 1) + " more" : "")
                    + ": this holds for the connection of the set-up and no worker has it; put it under \\connect, which is "
                    + "done on each connection, or end it within \\setup, as by RESET"
                    + failed.map(f -> " (" + f + ")").orElse(""));
        }
    }

    private List<String> connectionState(StatementSession session) throws Exception {
        session.begin(set.ownTables());
        try {
            session.ready();
            return session.connectionState();
        } finally {
            session.end();
        }
    }

    /** @return why it failed; empty when it did not */
    Optional<String> tearDown() {
        if (set.tearDowns().isEmpty()) {
            return Optional.empty();
        }
        try (StatementSession session = context.target().session(0, StatementSession.class)) {
            carryOut(session, new ConnectionSetUp(new Object(), context, set.with(found), session, 0), set.tearDowns(), "tear-down");
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e.getMessage());
        }
    }

    private void carryOut(StatementSession session, ConnectionSetUp connecting, List<ScriptOperation> some, String what)
            throws Exception {
        for (ScriptOperation operation : some) {
            Script script = set.with(found).parsed(List.of(operation), 0, context.seed()).getFirst();
            Tally tally = new Tally();
            try {
                new ScriptExecution(session, set.ownTables(), context.context().clock(), script, null).keeping(found)
                        .after(connecting).carryOut(context.seed(), 0, tally);
            } catch (Exception e) {
                throw new DriverException(what + " of " + (tally.place == null ? script.place() : tally.place) + ": "
                        + e.getMessage(), e);
            }
        }
    }
}
