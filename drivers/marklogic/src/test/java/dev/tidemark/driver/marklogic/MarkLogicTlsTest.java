package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.driver.contract.TargetContract;
import dev.tidemark.driver.contract.TargetFixture;
import dev.tidemark.testing.TestKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Encrypted connections to what stands in for a server. */
class MarkLogicTlsTest extends TargetContract {

    private MarkLogicStandIn server;
    private TestKeys certificate;
    private final List<String> more = new ArrayList<>();

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(Fixture.settings(server, directory));
        all.addAll(more);
        return all;
    }

    @AfterEach
    void end() {
        server.close();
    }

    private void serve(String name) throws Exception {
        certificate = TestKeys.make(directory, "server", "san=" + name);
        server = new MarkLogicStandIn(Authentication.DIGEST, certificate.server());
    }

    private MarkLogicTarget target(String... settings) throws DriverException {
        more.clear();
        more.addAll(List.of(settings));
        return (MarkLogicTarget) driver().open(values(), context());
    }

    private void works(String... settings) throws Exception {
        try (MarkLogicTarget target = target(settings)) {
            target.create();
            try (MarkLogicSession session = (MarkLogicSession) target.session(0)) {
                session.add(TargetFixture.uri(1), TargetFixture.direct("one"));
                assertThat(session.commit()).isZero();
            }
            target.drop();
        }
    }

    private void isRefused(String... settings) throws Exception {
        try (MarkLogicTarget target = target(settings)) {
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class)
                    .isNotInstanceOf(UnreachableException.class)
                    .message().startsWith("no connection to ").doesNotContain("\n");
        }
    }

    @Test
    void aCertificateThatIsVouchedForIsTakenAndOthersAreNot() throws Exception {
        serve("ip:127.0.0.1");
        works("tls", "true", "tls-authority", certificate.pem().toString());
        isRefused("tls", "true");
        works("tls", "true", "insecure", "true");
    }

    @Test
    void aCertificateForAnotherNameIsRefused() throws Exception {
        serve("dns:other.example");
        isRefused("tls", "true", "tls-authority", certificate.pem().toString());
        works("tls", "true", "insecure", "true");
    }

    @Test
    void aServerThatEncryptsIsNotSpokenToInTheClear() throws Exception {
        serve("ip:127.0.0.1");
        try (MarkLogicTarget target = target()) {
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class).message().doesNotContain("\n");
        }
    }
}
