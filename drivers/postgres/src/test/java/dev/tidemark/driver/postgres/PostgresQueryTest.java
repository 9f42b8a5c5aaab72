package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.QueryContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

class PostgresQueryTest extends QueryContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }
}
