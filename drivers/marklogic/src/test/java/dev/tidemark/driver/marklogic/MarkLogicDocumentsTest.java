package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Against what stands in for a server. */
class MarkLogicDocumentsTest extends DocumentsContract {

    private MarkLogicStandIn server;

    @BeforeEach
    void start() throws IOException {
        server = new MarkLogicStandIn(Authentication.DIGEST, null);
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        try {
            return new Fixture(server, Files.createDirectories(folder), settings);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {}, new String[] {"connections", "2", "shards", "3"});
    }

    @Override
    protected int longestUri() {
        return 1000;
    }
}
