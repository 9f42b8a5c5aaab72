package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

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
}
