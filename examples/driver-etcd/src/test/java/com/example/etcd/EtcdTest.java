package com.example.etcd;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.ApiContract;
import dev.tidemark.driver.contract.HttpStyleContract;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** That the contract of all drivers holds for this one, over a real server. */
class EtcdTest extends RemoteContract {

    @TempDir(factory = InMemory.class)
    private static Path folder;
    private static EtcdProcess server;
    private AnswersProxy proxy;

    /** In memory, where that can be: each of thousands of writes waits for the disk elsewhere. */
    static final class InMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
            Path memory = Path.of("/dev/shm");
            return Files.isWritable(memory) ? Files.createTempDirectory(memory, "etcd")
                    : Files.createTempDirectory("etcd");
        }
    }

    @BeforeAll
    static void startServer() throws IOException {
        server = EtcdProcess.start(folder);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
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

    private static List<String> settings(String address, Path secrets) {
        return List.of("address", address, "user", EtcdProcess.USER, "namespace", "bench", "password",
                SecretFile.of(secrets, "password", EtcdProcess.PASSWORD));
    }

    @Override
    protected Driver driver() {
        return new EtcdDriver();
    }

    @Override
    protected List<String> serverSettings() {
        return settings(proxy.address(), directory);
    }

    @Override
    protected String secret() {
        return EtcdProcess.PASSWORD;
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected Object makeOthers() {
        server.put("bench/of others", "theirs");
        return server.content();
    }

    @Override
    protected Object othersNow() {
        return server.content();
    }

    @Override
    protected boolean isThere() {
        return !server.isEmpty();
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
            return new EtcdDriver();
        }

        @Override
        protected List<String> settings() {
            return EtcdTest.settings(server.address(), directory);
        }
    }

    /** Documents by each style of the API. */
    @Nested
    class Styles extends HttpStyleContract {

        @Override
        protected Driver driver() {
            return new EtcdDriver();
        }

        @Override
        protected String address() {
            return server.address();
        }

        @Override
        protected List<String> server() {
            return EtcdTest.settings(server.address(), directory);
        }
    }

    /** A run of the workload of API styles. */
    @Nested
    class Api extends ApiContract {

        @Override
        protected Driver driver() {
            return new EtcdDriver();
        }

        @Override
        protected List<String> settings() {
            return EtcdTest.settings(server.address(), directory);
        }
    }
}
