package dev.tidemark.driver.cassandra;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class CassandraDocumentsTest extends DocumentsContract {

    /** A target on the shared server. */
    private static final class Opened extends TargetFixture<CassandraTarget, CassandraSession> {
        Opened(Path folder, String... settings) throws DriverException {
            super(new CassandraDriver(), folder, settings);
        }
    }

    @BeforeEach
    void emptyServer() {
        Fixture.dropNamespace();
    }

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        List<String> all = new ArrayList<>(Fixture.settings(Fixture.server()));
        all.addAll(List.of(settings));
        return new Opened(folder, all.toArray(String[]::new));
    }

    @Override
    protected List<String[]> variants() {
        return List.<String[]>of(new String[] {});
    }

    @Override
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.all().size();
    }

    @Override
    protected int longestUri() {
        return 4000;
    }
}
