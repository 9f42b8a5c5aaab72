package dev.tidemark.driver.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.BeforeEach;

/** What is spread over three nodes is as good as what is on one. */
@Thorough("Starts a cluster; RedisClusterTest holds what is its own.")
class RedisClusterKeyValuesTest extends KeyValueContract {

    private RedisCluster cluster;

    @BeforeEach
    void emptyCluster() throws IOException {
        cluster = RedisCluster.shared();
    }

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected List<String> settings() {
        return cluster.settings(directory);
    }

    @Override
    protected void assumeCapable(Capability capability) {
        assumeTrue(driver().capabilities(values()).contains(capability), "redis with cluster does not offer " + capability);
    }
}
