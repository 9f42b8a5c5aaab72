package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.StyleContract;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;

/** On a server that takes encrypted connections only: the styles of its REST service, and whom it trusts. */
@ByTurns(days = 10, heldBy = "BaseXDocumentsTest")
class BaseXTlsTest extends StyleContract {

    private final List<String> more = new ArrayList<>();

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>();
        SharedServer.of("basex", "heap=128MiB", "tls=true").server().target().forEach((name, value) -> all.addAll(
                List.of(name, value)));
        all.addAll(more);
        return all;
    }

    private OpenTarget target(String... settings) throws DriverException {
        more.addAll(List.of(settings));
        return driver().open(values(), context());
    }

    @Test
    void aCertificateThatNobodyVouchesForIsRefused() throws Exception {
        try (OpenTarget target = target("tls-authority", "known")) {
            assertOneLine(target::create, "PKIX path building failed");
        }
        try (OpenTarget target = target("insecure", "true")) {
            target.create();
            target.drop();
        }
    }

    @Test
    void aServerThatWantsTlsRefusesOthers() throws Exception {
        try (OpenTarget target = target("tls", "false", "tls-authority", "known")) {
            assertOneLine(target::create, "no connection to 127.0.0.1");
        }
    }
}
