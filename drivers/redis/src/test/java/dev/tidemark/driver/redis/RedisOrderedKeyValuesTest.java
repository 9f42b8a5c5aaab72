package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.BeforeEach;

class RedisOrderedKeyValuesTest extends KeyValueContract {

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
        List<String> settings = new ArrayList<>(server.settings(directory));
        settings.addAll(List.of("ordered-keys", "true"));
        return settings;
    }
}
