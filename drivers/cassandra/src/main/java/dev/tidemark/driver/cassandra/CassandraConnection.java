package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.tidemark.core.driver.remote.Failure;

/** A worker's hold on the session that all share, as the client wants it: it has one connection to each node. */
final class CassandraConnection {

    private static final int MOST_PREPARED = 1024;
    /** Requests that one commit has in progress. */
    private static final int MOST_AT_ONCE = 64;

    /** What all share. */
    static final class Shared {
        private final CqlSession session;
        private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();
        private volatile boolean lost;

        Shared(CqlSession session) {
            this.session = session;
        }

        CqlSession session() {
            return session;
        }

        /** Whether no node can be asked any more before the session is made anew. */
        boolean isLost() {
            return lost || session.isClosed();
        }
    }

    private final Shared shared;

    CassandraConnection(Shared shared) {
        this.shared = shared;
    }

    Shared shared() {
        return shared;
    }

    /** A statement that is made ready on the server once. */
    PreparedStatement prepared(String cql) throws Exception {
        PreparedStatement found = shared.prepared.get(cql);
        if (found == null) {
            found = translating(() -> shared.session.prepare(cql));
            if (shared.prepared.size() >= MOST_PREPARED) {
                shared.prepared.clear();
            }
            shared.prepared.put(cql, found);
        }
        return found;
    }

    /** The same with values for its parameters. */
    BoundStatement bound(String cql, ConsistencyLevel consistency, Object... values) throws Exception {
        return prepared(cql).bind(values).setConsistencyLevel(consistency);
    }

    ResultSet run(Statement<?> statement) throws Exception {
        return translating(() -> shared.session.execute(statement));
    }

    /** Of what is seldom asked. */
    ResultSet run(String cql, ConsistencyLevel consistency, Object... values) throws Exception {
        return run(SimpleStatement.newInstance(cql, values).setConsistencyLevel(consistency));
    }

    /** The first row of the answer; null where there is none. */
    Row row(Statement<?> statement) throws Exception {
        return run(statement).one();
    }

    /**
     * Runs several, some of them at a time.
     *
     * @return how many failed; where all did, the first failure is thrown
     */
    int runAll(List<? extends Statement<?>> statements, Consumer<AsyncResultSet> answers) throws Exception {
        Deque<CompletionStage<AsyncResultSet>> pending = new ArrayDeque<>();
        Failures failures = new Failures();
        for (Statement<?> statement : statements) {
            if (pending.size() == MOST_AT_ONCE) {
                failures.await(pending.poll(), answers);
            }
            pending.add(shared.session.executeAsync(statement));
        }
        while (!pending.isEmpty()) {
            failures.await(pending.poll(), answers);
        }
        if (failures.count == statements.size() && failures.first != null) {
            throw failures.first;
        }
        return failures.count;
    }

    /** Of several requests. */
    private final class Failures {
        private Exception first;
        private int count;

        void await(CompletionStage<AsyncResultSet> request, Consumer<AsyncResultSet> answers) throws Exception {
            AsyncResultSet answer;
            try {
                answer = translating(() -> request.toCompletableFuture().get());
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                first = first == null ? e : first;
                count++;
                return;
            }
            answers.accept(answer);
        }
    }

    /** Speaks to the server. */
    private interface Call<T> {
        T call() throws Exception;
    }

    /** Of a request that failed on all nodes, what the first one said last: the client's own message lists them all. */
    private <T> T translating(Call<T> call) throws Exception {
        try {
            return call.call();
        } catch (Exception e) {
            Exception cause = cause(e instanceof ExecutionException && e.getCause() instanceof Exception of ? of : e);
            if (CassandraConnector.failureOf(cause) == Failure.BROKEN && isOnlyNode()) {
                shared.lost = true;
            }
            throw cause;
        }
    }

    /** Of several nodes others go on, and the client connects again to those that are lost; of one, we do at once. */
    private boolean isOnlyNode() {
        return shared.session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getOpenConnections() > 0).count() <= 1;
    }

    static Exception cause(Exception e) {
        return e instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()
                && all.getAllErrors().values().iterator().next().getLast() instanceof Exception last ? last : e;
    }
}
