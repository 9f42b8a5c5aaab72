package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

@HeavyServer
class MariaDbStylesTest extends StyleContract {

    private MariaDbServer server;

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
    }

    @Override
    protected Driver driver() {
        return new MariaDbDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }
}
