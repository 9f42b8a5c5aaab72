package dev.tidemark.driver.iris;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.ApiContract;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.SqlStyleContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** That the contract of all drivers holds for this one, over stand-ins for InterSystems' client and for a server. */
class IrisTest extends RemoteContract {

    private static final String NAMESPACE = "bench";
    @TempDir
    private static Path jars;
    private static IrisStandIn server;
    private AnswersProxy proxy;

    @BeforeAll
    static void startServer() throws IOException {
        server = new IrisStandIn(jars);
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

    static List<String> settings(IrisStandIn server, String address, Path secrets) {
        return List.of("driver-jar", server.jars(), "address", address, "user", IrisStandIn.USER, "namespace", NAMESPACE,
                "password", SecretFile.of(secrets, "password", IrisStandIn.PASSWORD));
    }

    @Override
    protected Driver driver() {
        return new IrisDriver();
    }

    @Override
    protected List<String> serverSettings() {
        return settings(server, proxy.address(), directory);
    }

    @Override
    protected String secret() {
        return IrisStandIn.PASSWORD;
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected Object makeOthers() {
        server.put(NAMESPACE, "of others", "theirs");
        return server.content();
    }

    @Override
    protected Object othersNow() {
        return server.content();
    }

    @Override
    protected boolean isThere() {
        return !server.content().isEmpty();
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
        return false;
    }

    /** Keys and values. */
    @Nested
    class KeyValues extends KeyValueContract {

        @Override
        protected Driver driver() {
            return new IrisDriver();
        }

        @Override
        protected List<String> settings() {
            return IrisTest.settings(server, server.address(), directory);
        }
    }

    /** Documents by each style of the API. */
    @Nested
    class Styles extends SqlStyleContract {

        @Override
        protected Driver driver() {
            return new IrisDriver();
        }

        @Override
        protected List<String> settings() {
            return IrisTest.settings(server, server.address(), directory);
        }
    }

    /** A run of the workload of API styles. */
    @Nested
    class Api extends ApiContract {

        @Override
        protected Driver driver() {
            return new IrisDriver();
        }

        @Override
        protected List<String> settings() {
            return IrisTest.settings(server, server.address(), directory);
        }
    }
}
