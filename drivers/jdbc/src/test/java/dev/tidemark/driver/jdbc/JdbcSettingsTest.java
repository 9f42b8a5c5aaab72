package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The forms of ten databases' drivers are with the command line's test; here is how each is told. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "url|jdbc:h2:tcp://{address}/x;PASSWORD=geheim|PASSWORD would be stored and shown; set 'secret-properties'",
            "url|jdbc:h2:tcp://{address}/x;INIT=geheim|INIT would be stored",
            "url|jdbc:postgresql://h/x?pass%77ord=geheim|pass%77ord would be stored",
            "url|jdbc:postgresql://h/x?applicationName=a%26password%3Dgeheim|password would be stored",
            "url|jdbc:postgresql://h/x?applicationName=a%2526pwd%253Dgeheim|pwd would be stored",
            "properties|applicationName=a%26password%3Dgeheim|password would be stored",
            "url|jdbc:weird:127.0.0.1:1:geheim|in a URL of a JDBC driver that is not known, only HOST:PORT/DATABASE",
            "url|jdbc:weird://h:1/x?geheim|in a URL of a JDBC driver that is not known",
            "url|jdbc:postgresql://h/x?user=a&=geheim|what stands before a = would be stored",
            "url|jdbc:postgresql://me:geheim@localhost/x|a password in here would be stored and shown; set 'user'",
            "url|jdbc:oracle:thin:scott/geheim@localhost:1521/x|a password in here would be stored",
            "url|jdbc:oracle:thin:@h:1521/x?user=scott/geheim|a password in here would be stored",
            "properties|autosave=never; trustStorePassword=geheim|trustStorePassword would be stored"})
    void aPasswordIsNotTakenWhereItWouldBeStored(String name, String text, String message) {
        assertThatThrownBy(() -> new JdbcDriver().params().defaults().with(name, text, SettingOrigin.SET))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith(name + ": " + message)
                .hasMessageNotContaining("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:oracle:thin:@//{address}/x", "jdbc:oracle:thin:scott@h:1521/x",
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=tcps)(HOST=a)(PORT=1))(CONNECT_DATA=(SERVICE_NAME=s))"
                    + "(SECURITY=(SSL_SERVER_CERT_DN=\"CN=a,O=b\")))", "jdbc:oracle:thin:@shop?TNS_ADMIN=/etc/oracle",
            "jdbc:oracle:thin:@ldap://ldap:7777/sales,cn=OracleContext,dc=com",
            "jdbc:sqlserver://localhost\\one:1433;databaseName=a@b;encrypt=true;trustServerCertificate=false",
            "jdbc:postgresql://me@localhost:5432/x?sslmode=verify-full&sslrootcert=/etc/ca.pem&prepareThreshold=0",
            "jdbc:mysql://a:3306,b:3306/x?useServerPrepStmts=true&rewriteBatchedStatements=true",
            "jdbc:db2://h:50000/SAMPLE:currentSchema=S;sslConnection=true;", "jdbc:h2:tcp://h/~/x;MODE=Oracle",
            "jdbc:snowflake://acme.snowflakecomputing.com/?warehouse=w&db=d&schema=s&role=r",
            "jdbc:weird://{address}/x?user=a&ssl=true", "jdbc:weird:h:1/x;user=a", "jdbc:p6spy:oracle:thin:@h:1:x",
            "jdbc:weird://a:1,[::1]:2/x",
            "jdbc:postgresql://h/x?user=a%40b&applicationName=of%20mine",
            "jdbc:sap://h:30015/?databaseName=HXE&encrypt=true", "jdbc:teradata://h/DATABASE=d,TMODE=ANSI",
            "jdbc:informix-sqli://h:9088/db:INFORMIXSERVER=one;DELIMIDENT=Y"})
    void whatIsKnownToBeHarmlessIsTaken(String url) {
        assertThat(new JdbcDriver().params().defaults().with("url", url, SettingOrigin.SET).get(JdbcParams.URL))
                .isEqualTo(url);
    }

    /** H2 tells of a setting that it does not know, with its value. */
    @Test
    void secretPropertiesReachTheDriverAndNobodyElse() throws Exception {
        Path kept = folder.resolve("kept");
        Files.createFile(kept, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(kept, "INIT=SET @told = 'geheim'\n");
        try (Fixture f = open("secret-properties", "file:" + kept, "get", "SELECT @told")) {
            f.target.create();
            assertThat(f.target.effective().texts().toString()).contains("file:").doesNotContain("geheim");
        }
        Files.writeString(kept, "INIT=GEHEIM");
        try (Fixture f = open("secret-properties", "file:" + kept)) {
            Fixture.assertOneLine(f.target::create, "***");
            assertThatThrownBy(f.target::create).hasMessageNotContaining("GEHEIM");
        }
        Files.writeString(kept, "geheim");
        assertThatThrownBy(() -> open("secret-properties", "file:" + kept)).isInstanceOf(InvalidInputException.class)
                .hasMessage("secret-properties: what file:" + kept + " holds is not written NAME=VALUE; NAME=VALUE");
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
                .hasMessageStartingWith("properties: what stands before a = would be stored and shown");
        open("properties", "cache_size=8").close();
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
