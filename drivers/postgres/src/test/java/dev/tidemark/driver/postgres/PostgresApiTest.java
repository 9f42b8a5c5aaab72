package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;
import dev.tidemark.testing.ByTurns;
import java.util.List;

@ByTurns(days = 4, heldBy = "PostgresStylesTest, SqliteApiTest")
class PostgresApiTest extends ApiContract {

    private final PostgresServer server = PostgresServer.shared();

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }
}
