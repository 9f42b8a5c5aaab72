package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a user may set wrong is said in one line, before anything is done or when it is. */
class JdbcSettingsTest {

    @TempDir
    private Path folder;
    private final H2Server server = H2Server.empty();

    private Fixture open(String... settings) throws DriverException {
        return new Fixture(server.settings(), folder, settings);
    }

    @Test
    void aFolderOfJarsWillDo() throws Exception {
        Path jars = Files.createDirectory(folder.resolve("jars"));
        Files.copy(H2Server.jar(), jars.resolve("h2.jar"));
        Files.writeString(jars.resolve("readme.txt"), "no jar");
        try (Fixture f = open("driver-jar", jars.toString())) {
            f.target.create();
            assertThat(f.target.version()).startsWith("H2 2.");
            assertThat(f.target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text)))
                    .containsEntry("server-transaction-isolation", "READ-COMMITTED")
                    .hasEntrySatisfying("server-client", client -> assertThat(client).startsWith("H2 JDBC Driver 2."));
            f.target.drop();
            assertThat(server.texts("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void aDriverThatIsNotThereIsToldInOneLine() throws Exception {
        assertThatThrownBy(() -> open("driver-jar", folder.resolve("nowhere.jar").toString()))
                .isInstanceOf(DriverException.class).hasMessage("driver-jar: there is no jar at "
                        + folder.resolve("nowhere.jar"));
        Path empty = folder.resolve("empty.jar");
        try (OutputStream out = Files.newOutputStream(empty); ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("nothing"));
        }
        assertThatThrownBy(() -> open("driver-jar", empty.toString())).isInstanceOf(DriverException.class)
                .hasMessage("driver-jar: " + empty + " names no JDBC driver; set driver-class to its class");
        assertThatThrownBy(() -> open("driver-class", "org.h2.Nothing")).isInstanceOf(DriverException.class)
                .hasMessageContaining("driver-class: org.h2.Nothing in ").hasMessageContaining("is no JDBC driver");
        open("driver-class", "org.h2.Driver").close();
        assertThatThrownBy(() -> open("url", "jdbc:oracle:thin:@//{address}/x")).isInstanceOf(DriverException.class)
                .hasMessageContaining("org.h2.Driver does not take 'jdbc:oracle:thin:@//127.0.0.1:");
    }

    /** Our classes are not among those that it sees, nor are its own among ours. */
    @Test
    void theDriversClassesAreApartFromOurs() throws Exception {
        try (Fixture f = open()) {
            f.target.create();
            assertThat(f.target.facts()).isNotEmpty();
            assertThatThrownBy(() -> open("driver-class", "dev.tidemark.driver.jdbc.JdbcDriver"))
                    .isInstanceOf(DriverException.class).hasMessageContaining("is no JDBC driver");
        }
    }

    @Test
    void aPasswordIsNotTakenWhereItWouldBeStored() {
        for (String[] setting : List.of(new String[] {"url", "jdbc:h2:tcp://{address}/x;PASSWORD=geheim"},
                new String[] {"url", "jdbc:postgresql://me:geheim@localhost/x"},
                new String[] {"url", "jdbc:oracle:thin:scott/geheim@localhost:1521/x"},
                new String[] {"address", "me:geheim@localhost:1521"},
                new String[] {"properties", "a=b; trustStorePassword=geheim"})) {
            assertThatThrownBy(() -> open(setting)).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("would be stored").hasMessageNotContaining("geheim");
            ParamSet params = new JdbcDriver().params();
            assertThatThrownBy(() -> params.check(params.defaults().with(Map.of(setting[0], setting[1]),
                    SettingOrigin.SET)))
                    .as("before anything is planned").hasMessageContaining(setting[0] + ": a password in here would be stored");
        }
        for (String url : List.of("jdbc:oracle:thin:@//{address}/x", "jdbc:oracle:thin:@(DESCRIPTION=(HOST=a)(PORT=1))",
                "jdbc:sqlserver://localhost:1433;databaseName=a@b", "jdbc:postgresql://me@localhost:5432/x")) {
            new JdbcDriver().params().check(new JdbcDriver().params().defaults().with(Map.of("url", url), SettingOrigin.SET));
        }
    }

    @Test
    void statementsThatTheServerRefusesAreToldInItsWords() throws Exception {
        try (Fixture f = open("make-table", "CREATE TABEL {table} (k {key-type})")) {
            Fixture.assertOneLine(f.target::create, "Syntax error in SQL statement");
            assertThat(server.texts("SHOW TABLES")).isEmpty();
        }
        try (Fixture f = open("make-table", "CREATE TABLE {table} (k {key-type}, v {value-type}); CREATE NONSENSE")) {
            Fixture.assertOneLine(f.target::create, "Syntax error in SQL statement");
            assertThat(server.texts("SHOW TABLES")).isEmpty();
        }
        try (Fixture f = open("namespace", "a b")) {
            Fixture.assertOneLine(f.target::create, "can be no prefix of tables' names");
        }
        assertThatThrownBy(() -> open("properties", "nonsense")).isInstanceOf(InvalidInputException.class)
                .hasMessage("properties: 'nonsense' is no property; write NAME=VALUE");
        assertThatThrownBy(() -> open("properties", "=x")).isInstanceOf(InvalidInputException.class)
                .hasMessage("properties: '=x' is no property; write NAME=VALUE");
        open("properties", "a=x").close();
    }

    @Test
    void connectionsBeginWithWhatIsAskedFor() throws Exception {
        try (Fixture f = open("begin", "SET @a = 'x;y'; SET NONSENSE 1")) {
            Fixture.assertOneLine(f.target::create, "Syntax error");
        }
        try (Fixture f = open("begin", "SET @a = 'x;y'; SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL "
                + "SERIALIZABLE")) {
            assertThat(f.target.facts().stream().map(Setting::text)).contains("SERIALIZABLE");
        }
    }
}
