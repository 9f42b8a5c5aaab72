package dev.tidemark.core.workload.script;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.script.language.Script;
import java.util.List;

/**
 * What is done first, and once, on each connection of a session: {@code \connect}. Connections that others have used, as
 * the set-up, are not among them. Not thread-safe.
 */
final class ConnectionSetUp {

    /** A script with what carries it out. */
    private record ConnectScript(Script script, ScriptExecution execution) {}

    private final StatementSession session;
    private final ScriptSet set;
    private final List<ConnectScript> parts;
    private final long seed;

    /** @param users whose connections these are, and nobody else's */
    ConnectionSetUp(Object users, WorkloadContext context, ScriptSet set, StatementSession session, int worker) {
        this.session = session;
        this.set = set;
        seed = context.seed();
        parts = set.parsed(set.connects(), worker, seed).stream()
                .map(script -> new ConnectScript(script, new ScriptExecution(session,
                set.ownTables(), context.context().clock(), script, null))).toList();
        session.among(users);
    }

    /** Makes a connection ready before there is an operation. */
    void now() throws Exception {
        if (parts.isEmpty()) {
            return;
        }
        session.begin(set.ownTables());
        try {
            ready();
        } catch (Exception | Error e) {
            ScriptExecution.endAfter(session, e);
            throw e;
        }
        try {
            session.end();
        } catch (StatementSession.StatementException e) {
            throw new DriverException("\\connect of " + parts.getLast().script.place() + ": " + e.getMessage(), e);
        }
    }

    /** Makes the connection ready that the operation in progress has, unless it is. */
    void ready() throws Exception {
        if (!session.isNew()) {
            return;
        }
        if (!parts.isEmpty() && session.forgets().isPresent()) {
            throw new DriverException("\\connect of " + parts.getFirst().script.place() + ": " + session.forgets().get());
        }
        for (ConnectScript part : parts) {
            Tally tally = new Tally();
            try {
                part.execution.within(seed, tally);
            } catch (Exception e) {
                throw new DriverException("\\connect of " + tally.place + ": " + e.getMessage(), e);
            }
        }
        session.ready();
    }
}
