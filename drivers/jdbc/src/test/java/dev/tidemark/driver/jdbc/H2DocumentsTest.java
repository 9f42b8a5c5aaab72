package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;

class H2DocumentsTest extends DocumentsContract {

    private final H2Server server = H2Server.empty();

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        return new Fixture(server.settings(), folder, settings);
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {}, new String[] {"connections", "2", "fetch-size", "7"});
    }

    @Override
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.all().size();
    }

    @Override
    protected int longestUri() {
        return 500;
    }
}
