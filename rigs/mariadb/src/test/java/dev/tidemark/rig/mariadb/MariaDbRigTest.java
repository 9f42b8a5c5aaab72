package dev.tidemark.rig.mariadb;

import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.RigContract;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@HeavyServer
@EnabledOnOs(OS.LINUX)
class MariaDbRigTest extends RigContract {

    static final String UNPUBLISHED = "99.0.0";
    static final Map.Entry<String, String> ANOTHER = Map.entry("io-capacity", "400");

    MariaDbRigTest() {
        super("mariadb");
    }

    @Override
    protected String unpublishedVersion() {
        return UNPUBLISHED;
    }

    @Override
    protected Map.Entry<String, String> another() {
        return ANOTHER;
    }
}
