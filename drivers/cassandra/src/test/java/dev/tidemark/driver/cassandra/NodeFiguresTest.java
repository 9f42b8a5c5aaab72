package dev.tidemark.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class NodeFiguresTest {

    private static final NodeFigures.Question ROWS = new NodeFigures.Question("SELECT …",
            (_, counters, gauges) -> {
                counters.merge("compactions", 1.0, Double::sum);
                gauges.merge("running", 1.0, Double::sum);
            });

    /** A page of rows, and what comes when the next is asked for; null for the last. */
    private static AsyncResultSet page(int rows, CompletionStage<AsyncResultSet> next) {
        return (AsyncResultSet) Proxy.newProxyInstance(NodeFiguresTest.class.getClassLoader(),
                new Class<?>[] {AsyncResultSet.class}, (_, method, _) -> switch (method.getName()) {
                    case "currentPage" -> Collections.<Row>nCopies(rows, null);
                    case "hasMorePages" -> next != null;
                    case "fetchNextPage" -> next;
                    default -> throw new AssertionError(method);
                });
    }

    private static CompletionStage<AsyncResultSet> failed() {
        return CompletableFuture.failedFuture(new DriverTimeoutException("Query timed out after PT1S"));
    }

    @Test
    void whatBreaksOffBetweenPagesIsNotTold() {
        AsyncResultSet whole = page(5000, CompletableFuture.completedFuture(page(3000, null)));
        assertThat(NodeFigures.take(CompletableFuture.completedFuture(whole), ROWS).orElseThrow().counters())
                .containsEntry("compactions", 8000.0);
        AsyncResultSet broken = page(5000, failed());
        assertThat(NodeFigures.take(CompletableFuture.completedFuture(broken), ROWS)).isEmpty();
    }

    @Test
    void aNodeThatIsTooBusyToTellIsBusy() {
        assertThat(NodeFigures.isBusy(failed(), ROWS)).isTrue();
        assertThat(NodeFigures.isBusy(CompletableFuture.completedFuture(page(1, null)), ROWS)).isTrue();
        assertThat(NodeFigures.isBusy(CompletableFuture.completedFuture(page(0, null)), ROWS)).isFalse();
        assertThat(NodeFigures.isBusy(CompletableFuture.failedFuture(new IllegalStateException("not allowed")), ROWS))
                .isFalse();
    }
}
