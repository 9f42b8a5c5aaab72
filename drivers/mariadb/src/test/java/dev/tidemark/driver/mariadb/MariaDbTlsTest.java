package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a server that takes encrypted connections only. */
@HeavyServer
class MariaDbTlsTest {

    @TempDir
    private Path folder;

    private final SharedServer server = SharedServer.of("mariadb", "flush-log-at-commit=0", "tls=true");
    private final MariaDbDriver driver = new MariaDbDriver();

    private OpenTarget open(String... settings) throws DriverException {
        Values values = server.target(driver);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        return driver.open(values, new Context(Clock.system(), folder, Secrets.ofThisProcess(), note -> { },
                () -> false));
    }

    @Test
    void aCertificateThatIsVouchedForIsTaken() throws Exception {
        try (OpenTarget target = open()) {
            target.create();
            target.drop();
        }
        try (OpenTarget target = open("tls-authority", "known", "insecure", "true")) {
            target.create();
            target.drop();
        }
    }

    @Test
    void oneThatIsNotIsRefused() throws Exception {
        try (OpenTarget target = open("tls-authority", "known")) {
            TargetContract.assertOneLine(target::create, "PKIX path building failed");
        }
    }

    @Test
    void aServerThatWantsTlsSaysSo() throws Exception {
        try (OpenTarget target = open("tls", "false", "tls-authority", "known")) {
            TargetContract.assertOneLine(target::create, "insecure transport");
        }
    }
}
