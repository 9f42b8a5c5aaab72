package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;
import java.util.List;

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
