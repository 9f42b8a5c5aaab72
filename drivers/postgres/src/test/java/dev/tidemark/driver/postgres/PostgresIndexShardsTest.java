package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;
import org.junit.jupiter.api.BeforeEach;

class PostgresIndexShardsTest extends IndexContract {

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
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of("shards", "3", "connections", "4"));
        return all;
    }
}
