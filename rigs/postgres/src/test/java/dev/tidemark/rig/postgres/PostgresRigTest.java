package dev.tidemark.rig.postgres;

import dev.tidemark.driver.contract.RigContract;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PostgresRigTest extends RigContract {

    static final String UNPUBLISHED = "99.0.0";
    static final Map.Entry<String, String> ANOTHER = Map.entry("shared-buffers", "16MiB");

    PostgresRigTest() {
        super("postgres");
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
