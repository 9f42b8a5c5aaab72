package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;
import java.io.IOException;
import java.util.List;
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
