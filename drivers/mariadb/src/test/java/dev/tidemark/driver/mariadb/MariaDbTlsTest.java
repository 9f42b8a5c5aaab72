package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetContract;
import dev.tidemark.testing.TestKeys;
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
        return driver.open(values(settings), context());
    }

    private Context context() {
        return new Context(Clock.system(), folder, Secrets.ofThisProcess(), note -> { }, () -> false);
    }

    private Values values(String... settings) {
        Values values = server.target(driver);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    private void execute(String statement, String... settings) throws SQLException {
        Values values = values(settings);
        try (Connection connection = MariaDbClient.opener(values).open(ConnectionSettings.of(values,
                MariaDbParams.ADDRESS, context())); Statement made = connection.createStatement()) {
            made.execute(statement);
        }
    }

    /** By a user who is let in with one only. */
    @Test
    void aCertificateOfTheClientsIsShown() throws Exception {
        TestKeys own = TestKeys.make(folder, "ada", "bc=ca:true");
        Path authority = Path.of(values().text(ConnectionParams.TLS_AUTHORITY));
        String before = Files.readString(authority);
        Path password = Files.writeString(Files.createFile(folder.resolve("password"), PosixFilePermissions
                .asFileAttribute(PosixFilePermissions.fromString("rw-------"))), "word");
        execute("CREATE USER ada@'%' IDENTIFIED BY 'word' REQUIRE X509");
        try {
            Files.writeString(authority, before + Files.readString(own.pem()));
            execute("FLUSH SSL");
            execute("DO 0", "user", "ada", "password", "file:" + password, "tls-certificate",
                    own.pem().toString(), "tls-key", own.key().toString());
            assertThatThrownBy(() -> execute("DO 0", "user", "ada", "password", "file:" + password))
                    .hasMessageContaining("Access denied");
        } finally {
            Files.writeString(authority, before);
            execute("FLUSH SSL");
            execute("DROP USER ada@'%'");
        }
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
