package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class RedisRemoteTest extends RemoteContract {

    private RedisProcess server;

    @BeforeEach
    void emptyServer() throws IOException {
        server = RedisProcess.shared();
    }

    @AfterEach
    void letGo() throws Exception {
        server.hold(false);
        server.busy(false);
    }

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected List<String> serverSettings() {
        return server.settings(directory);
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected String secret() {
        return RedisProcess.PASSWORD;
    }

    @Override
    protected String notOurs() {
        return " has no mark of Tidemark's";
    }

    @Override
    protected Object makeOthers() {
        server.admin("SET", "bench:7", "of others");
        server.admin("HSET", "bench:made-by", "a", "hash");
        server.admin("RPUSH", "bench:0:a", "1", "2");
        return server.digest();
    }

    @Override
    protected Object othersNow() {
        return server.digest();
    }

    @Override
    protected boolean isThere() {
        return !((List<?>) server.admin("KEYS", "bench:*")).isEmpty();
    }

    @Override
    protected void breakConnections() {
        server.breakConnections();
    }

    @Override
    protected void holdAnswers(boolean held) throws Exception {
        server.hold(held);
    }

    @Override
    protected boolean overload(boolean busy) throws InterruptedException {
        server.busy(busy);
        return true;
    }
}
