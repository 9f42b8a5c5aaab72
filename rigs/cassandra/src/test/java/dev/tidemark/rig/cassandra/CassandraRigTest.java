package dev.tidemark.rig.cassandra;

import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.WholeRigContract;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With {@code -Drigs=all}: it starts a server some thirty times. */
@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
@EnabledOnOs(OS.LINUX)
class CassandraRigTest extends WholeRigContract {

    CassandraRigTest() {
        super("cassandra");
    }

    @Override
    protected String unpublishedVersion() {
        return "99.0.0";
    }

    @Override
    protected Map.Entry<String, String> another() {
        return Map.entry("commitlog-sync", "batch");
    }
}
