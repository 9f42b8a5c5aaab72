package dev.tidemark.driver.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.BeforeEach;

class RedisKeyValuesTest extends KeyValueContract {

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

    /** Of a keyspace without order; the other test has one with. */
    @Override
    protected void assumeCapable(Capability capability) {
        assumeTrue(capability != Capability.SCAN, "redis does not offer SCAN without ordered-keys");
        super.assumeCapable(capability);
    }
}
