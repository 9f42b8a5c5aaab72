package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;
import org.junit.jupiter.api.BeforeEach;

class RedisApiTest extends ApiContract {

    private RedisProcess server;

    @BeforeEach
    void emptyServer() throws IOException {
        server = RedisProcess.shared();
    }

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings(directory);
    }
}
