package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.QueryContract;
import dev.tidemark.testing.ByTurns;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ByTurns(days = 10, heldBy = "LuceneQueryTest")
class PostgresQueryTest extends QueryContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected String reopening() {
        return "protocol: extended";
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    @Test
    void aRunSaysHowToGetWhatTheServerLacks() {
        run("documents: 100, vector-dimension: 8, query-mix: vector, queries: 10, warm-up-queries: none");
        assertThat(events.getLast().toString()).contains("FAILED").contains("the server lacks the extension pgvector: install it")
                .doesNotContain("Exception");
    }
}
