package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.BeforeEach;

/** Compacting gives space back to the disk only where tables are written anew. */
@ByTurns(days = 10, heldBy = {"H2KeyValuesTest", "SqliteKeyValuesTest"})
class PostgresKeyValuesTest extends KeyValueContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected Set<Capability> lacking() {
        return Set.of(Capability.VECTOR_SEARCH);
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of("vacuum", "full"));
        return all;
    }

    /** Of long values there are four pieces to a page; a fifth small one of each leaves much of a page empty. */
    @Override
    protected double mostSpace() {
        return 1.4;
    }
}
