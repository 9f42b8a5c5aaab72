package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Thorough("Starts a cluster; RedisClusterTest holds what is its own.")
class RedisClusterStylesTest extends StyleContract {

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

    @Test
    void whatWouldSpanNodesIsNotOffered() {
        assertThat(driver().styles(values())).extracting(ApiStyle::name).containsExactly("set", "pipeline", "script",
                "object", "hash", "ping");
    }
}
