package dev.tidemark.rig.mariadb;

import dev.tidemark.driver.contract.WholeRigContract;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With {@code -Drigs=all}: it starts a server some thirty times. */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class MariaDbWholeRigTest extends WholeRigContract {

    MariaDbWholeRigTest() {
        super("mariadb");
    }

    @Override
    protected String unpublishedVersion() {
        return MariaDbRigTest.UNPUBLISHED;
    }

    @Override
    protected Map.Entry<String, String> another() {
        return MariaDbRigTest.ANOTHER;
    }
}
