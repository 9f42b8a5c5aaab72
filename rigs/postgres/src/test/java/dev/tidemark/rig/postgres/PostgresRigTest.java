package dev.tidemark.rig.postgres;

import dev.tidemark.driver.contract.RigContract;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PostgresRigTest extends RigContract {

    PostgresRigTest() {
        super("postgres");
    }

    @Override
    protected String unpublishedVersion() {
        return "99.0.0";
    }

    @Override
    protected Map.Entry<String, String> another() {
        return Map.entry("shared-buffers", "16MiB");
    }
}
