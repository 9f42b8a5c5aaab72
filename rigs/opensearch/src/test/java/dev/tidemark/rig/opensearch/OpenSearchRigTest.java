package dev.tidemark.rig.opensearch;

import module java.base;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.WholeRigContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With {@code -Drigs=all}: it starts a server some thirty times. */
@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
@EnabledOnOs(OS.LINUX)
class OpenSearchRigTest extends WholeRigContract {

    OpenSearchRigTest() {
        super("opensearch");
    }

    @Override
    protected String unpublishedVersion() {
        return "99.0.0";
    }

    @Override
    protected Map.Entry<String, String> another() {
        return Map.entry("heap", "512MiB");
    }

    @Override
    protected Optional<String> tooLittleMemory() {
        return Optional.of("128MiB");
    }
}
