package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import java.nio.file.Path;
import java.util.List;

class BaseXDocumentsTest extends DocumentsContract {

    private final TestServer server = TestServer.shared();

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        return new Fixture(server, directory, settings);
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {}, new String[] {"connections", "2", "auto-flush", "false"});
    }

    @Override
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.all().size();
    }

    @Override
    protected int longestUri() {
        return 1500;
    }
}
