package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.BeforeEach;

@HeavyServer
class MariaDbDocumentsTest extends DocumentsContract {

    private MariaDbServer server;

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
    }

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        return new Fixture(server, folder, settings);
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {}, new String[] {"connections", "2", "shards", "4", "fetch-size", "7"});
    }

    @Override
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.all().size();
    }

    @Override
    protected int longestUri() {
        return MariaDbDialect.LONGEST_KEY;
    }
}
