package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.sql;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetContract;
import dev.tidemark.testing.TestKeys;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a server that takes encrypted connections only. */
class PostgresTlsTest {

    @TempDir
    private Path folder;

    private final SharedServer server = SharedServer.of("postgres", "fsync=false", "tls=true");
    private final PostgresDriver driver = new PostgresDriver();

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

    /** What a query answers, over a connection of its own; null for nothing. */
    private String asked(String query, String... settings) throws SQLException {
        Values values = values(settings);
        try (Connection connection = PostgresClient.opener(values, new Pooler()).open(ConnectionSettings.of(values,
                PostgresParams.ADDRESS, context())); Statement statement = connection.createStatement()) {
            if (!statement.execute(query)) {
                return null;
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    /** The server looks at one once it knows who vouches for it, which takes it a moment. */
    @Test
    @Timeout(60)
    void aCertificateOfTheClientsIsShown() throws Exception {
        TestKeys own = TestKeys.make(folder, "ada", "bc=ca:true");
        String shown = "SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        String[] settings = {"tls-certificate", own.pem().toString(), "tls-key", own.key().toString()};
        assertThat(asked(shown, settings)).isNull();
        asked("ALTER SYSTEM SET ssl_ca_file = '" + own.pem() + "'");
        try {
            asked("SELECT pg_reload_conf()");
            String dn = null;
            while (dn == null) {
                dn = asked(shown, settings);
            }
            assertThat(dn).isEqualTo("/CN=ada");
            assertThat(asked(shown)).isNull();
        } finally {
            asked("ALTER SYSTEM RESET ssl_ca_file");
            asked("SELECT pg_reload_conf()");
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
            TargetContract.assertOneLine(target::create, "no encryption");
        }
    }
}
