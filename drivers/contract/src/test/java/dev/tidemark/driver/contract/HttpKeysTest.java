package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.Driver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** That a driver of a server needs little, and that the contract holds for it: over a server of this test's own. */
class HttpKeysTest extends RemoteContract {

    private HttpServerOfKeys server;

    @BeforeEach
    void startServer() throws IOException {
        server = new HttpServerOfKeys();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Override
    protected Driver driver() {
        return new HttpKeysDriver();
    }

    static List<String> settings(HttpServerOfKeys server, Path folder) {
        return List.of("address", server.address(), "user", "ada", "namespace", "bench", "password",
                SecretFile.of(folder, "password", HttpServerOfKeys.PASSWORD));
    }

    @Override
    protected List<String> serverSettings() {
        return settings(server, directory);
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected String secret() {
        return HttpServerOfKeys.PASSWORD;
    }

    @Override
    protected Object makeOthers() {
        return server.makeForeign("bench");
    }

    @Override
    protected Object othersNow() {
        return server.content("bench");
    }

    @Override
    protected boolean isThere() {
        return server.has("bench");
    }

    @Override
    protected void breakConnections() {
        server.breakNext();
    }

    @Override
    protected void holdAnswers(boolean held) {
        server.hold(held);
    }

    @Override
    protected boolean overload(boolean busy) {
        server.busy(busy);
        return true;
    }

    /** Keys and values as of any other driver. */
    @Nested
    class KeyValues extends KeyValueContract {

        @Override
        protected Driver driver() {
            return new HttpKeysDriver();
        }

        @Override
        protected List<String> settings() {
            return HttpKeysTest.settings(server, directory);
        }
    }
}
