package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import org.junit.jupiter.api.Test;

class RedisDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected String engineClass() {
        return "redis.clients.jedis.Connection";
    }

    @Override
    protected String withoutEngine() {
        return "the Redis client library (jedis) is not on the class path";
    }

    /** A point sets how the servers of its rig run, and not which there are: its data would be left with the others. */
    @Test
    void whichServersThereAreIsNoSettingOfAPoint() {
        assertThat(Rigs.settings(driver()).names()).contains("append-fsync", "max-memory")
                .doesNotContain("nodes", "cluster-replicas", "sentinels");
    }
}
