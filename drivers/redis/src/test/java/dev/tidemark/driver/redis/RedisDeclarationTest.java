package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.DeclarationContract;

class RedisDeclarationTest extends DeclarationContract {

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
