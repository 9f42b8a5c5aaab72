package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class BaseXRemoteTest extends RemoteContract {

    private final TestServer server = TestServer.shared();
    private AnswersProxy proxy;

    @BeforeEach
    void standBetween() throws IOException {
        proxy = new AnswersProxy(server.address());
    }

    @AfterEach
    void letGo() throws IOException {
        proxy.close();
    }

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected List<String> serverSettings() {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of("address", proxy.address()));
        return all;
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "secret", "wrong password"));
    }

    @Override
    protected String secret() {
        return server.password();
    }

    /** Databases of others, one of them with resources where ours has its own. */
    @Override
    protected Object makeOthers() {
        server.ask("db:create('bench', (<text>Somebody</text>, <text>Tidemark</text>), "
                + "('texts/made-by', 'texts/made-by/other')), "
                + "db:create('bench-2', <text>Tidemark</text>, 'texts/made-by')");
        server.ask("db:put-binary('bench', xs:base64Binary('AAEC'), 'keys/0/=61.bin')");
        return server.digest();
    }

    @Override
    protected Object othersNow() {
        return server.digest();
    }

    @Override
    protected boolean isThere() {
        return Boolean.parseBoolean(server.ask("db:exists('bench')"));
    }

    @Override
    protected void breakConnections() {
        proxy.breakNext();
    }

    @Override
    protected void holdAnswers(boolean held) {
        proxy.hold(held);
    }

    /** {@inheritDoc} Whoever comes waits for his turn. */
    @Override
    protected boolean overload(boolean busy) {
        return false;
    }
}
