package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

class PostgresStylesTest extends StyleContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }
}
