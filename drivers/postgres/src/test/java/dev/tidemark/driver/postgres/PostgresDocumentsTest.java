package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.BeforeEach;

class PostgresDocumentsTest extends DocumentsContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
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

    /** A row of a B-tree is at most a third of a page. */
    @Override
    protected int longestUri() {
        return 2600;
    }
}
