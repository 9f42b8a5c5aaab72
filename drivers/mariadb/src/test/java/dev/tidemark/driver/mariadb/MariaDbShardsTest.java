package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.BeforeEach;

/** With partitions, and connections that all sessions share. */
@HeavyServer
class MariaDbShardsTest extends KeyValueContract {

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
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of("shards", "3", "connections", "4"));
        return all;
    }

    /**
     * The file of each partition grows by up to 4 MiB, which counts beside data as small as a test's.
     */
    @Override
    protected double mostSpace() {
        return 2.2;
    }
}
