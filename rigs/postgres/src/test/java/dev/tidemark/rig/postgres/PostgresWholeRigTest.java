package dev.tidemark.rig.postgres;

import dev.tidemark.driver.contract.WholeRigContract;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With {@code -Drigs=all}: it starts a server some thirty times. */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class PostgresWholeRigTest extends WholeRigContract {

    PostgresWholeRigTest() {
        super("postgres");
    }

    @Override
    protected String unpublishedVersion() {
        return PostgresRigTest.UNPUBLISHED;
    }

    @Override
    protected Map.Entry<String, String> another() {
        return PostgresRigTest.ANOTHER;
    }
}
