package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.IndexContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

@HeavyServer
class MariaDbIndexTest extends IndexContract {

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
