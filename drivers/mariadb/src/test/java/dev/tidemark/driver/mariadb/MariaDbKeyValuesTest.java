package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.KeyValueContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

@HeavyServer
class MariaDbKeyValuesTest extends KeyValueContract {

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

    /** A page is left a sixteenth empty, and what long values take of pages of their own is not shared. */
    @Override
    protected double mostSpace() {
        return 1.4;
    }
}
