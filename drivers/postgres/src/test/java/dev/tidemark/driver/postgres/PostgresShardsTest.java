package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.BeforeEach;

/** With partitions, and connections that all sessions share. */
class PostgresShardsTest extends KeyValueContract {

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
        all.addAll(List.of("vacuum", "full", "shards", "3", "connections", "4"));
        return all;
    }

    /**
     * Of long values there are four pieces to a page; a fifth small one of each leaves much of a page empty. And each
     * partition has first pages of its own, which count beside data as small as a test's.
     */
    @Override
    protected double mostSpace() {
        return 1.6;
    }
}
