package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.IndexContract;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** That the contract of all drivers holds for this one, over a stand-in for a server. */
class RiakTest extends RemoteContract {

    private static final String BUCKET = "bench";
    private static RiakStandIn server;
    private AnswersProxy proxy;

    @BeforeAll
    static void startServer() throws IOException {
        server = new RiakStandIn();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void stand() throws IOException {
        server.clear();
        proxy = new AnswersProxy(server.address());
    }

    @AfterEach
    void leave() throws IOException {
        proxy.close();
    }

    static List<String> settings(String address, Path secrets) {
        return List.of("address", address, "user", RiakStandIn.USER, "namespace", BUCKET, "password",
                SecretFile.of(secrets, "password", RiakStandIn.PASSWORD));
    }

    @Override
    protected Driver driver() {
        return new RiakDriver();
    }

    @Override
    protected List<String> serverSettings() {
        return settings(proxy.address(), directory);
    }

    @Override
    protected String secret() {
        return RiakStandIn.PASSWORD;
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected Object makeOthers() {
        server.put(BUCKET, "a key/of others", "theirs");
        return server.content(BUCKET);
    }

    @Override
    protected Object othersNow() {
        return server.content(BUCKET);
    }

    @Override
    protected boolean isThere() {
        return !server.content(BUCKET).isEmpty();
    }

    @Override
    protected void breakConnections() {
        proxy.breakNext();
    }

    @Override
    protected void holdAnswers(boolean held) {
        proxy.hold(held);
    }

    @Override
    protected boolean overload(boolean busy) {
        server.fail(asked -> busy && asked.path().contains("/keys/"),
                RiakStandIn.Fault.text(500, "Error:\noverload\n"));
        return true;
    }

    /** Keys and values. */
    @Nested
    class KeyValues extends KeyValueContract {

        @Override
        protected Driver driver() {
            return new RiakDriver();
        }

        @Override
        protected List<String> settings() {
            return RiakTest.settings(server.address(), directory);
        }
    }

    /** Secondary indexes. */
    @Nested
    class Indexes extends IndexContract {

        @Override
        protected Driver driver() {
            return new RiakDriver();
        }

        @Override
        protected List<String> settings() {
            return RiakTest.settings(server.address(), directory);
        }
    }
}
