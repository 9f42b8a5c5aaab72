package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * A password in every place where databases' drivers document that one may stand in a URL: by whatever way the URL
 * comes in, it is refused before anything is stored, and told nowhere.
 */
class UrlSecretsTest {

    private static final String PLANTED = "Pl4ntedSe5ame";

    /** JDBC's; # stands for the password. */
    private static final List<String> URLS = """
            jdbc:oracle:thin:scott/#@localhost:1521:XE
            jdbc:oracle:thin:scott/#@//db1:1521/SHOP
            jdbc:oracle:thin:scott/"#@x"@db1:1521/SHOP
            jdbc:oracle:oci8:scott/#@SHOP
            jdbc:oracle:oci:scott/#@(DESCRIPTION=(ADDRESS=(HOST=db1)(PORT=1521)))
            jdbc:oracle:thin:@db1:1521/SHOP?user=scott&password=#
            jdbc:oracle:thin:@tcps://db1:2484/SHOP?wallet_location=/w&oracle.net.wallet_password=#
            jdbc:oracle:thin:@tcps://db1:2484/SHOP?javax.net.ssl.keyStorePassword=#
            jdbc:oracle:thin:[scott]/#@db1:1521/SHOP
            jdbc:postgresql://me:#@db1/shop
            jdbc:postgresql://me:p/#@db1:5432/shop
            jdbc:postgresql://db1/shop?user=me&password=#
            jdbc:postgresql://db1/shop?user=me&pass%77ord=#
            jdbc:postgresql://db1/shop?sslmode=verify-full&sslpassword=#
            jdbc:postgresql:shop?password=#
            jdbc:postgresql://a:5432,b:5432/shop?user=me&password=#&targetServerType=primary
            jdbc:redshift:iam://db1:5439/dev?AccessKeyID=A&SecretAccessKey=#
            jdbc:redshift://db1:5439/dev;UID=me;PWD=#
            jdbc:redshift:iam://db1/dev?SessionToken=#
            jdbc:mysql://me:#@db1:3306/shop
            jdbc:mysql://db1/shop?user=me&password=#
            jdbc:mysql://address=(host=db1)(port=3306)(user=me)(password=#)/shop
            jdbc:mysql://(host=db1,port=3306,user=me,password=#)/shop
            jdbc:mysql://me:#@[a:3306,b:3306]/shop
            jdbc:mysql://[me:#@a:3306,me:#@b:3306]/shop
            jdbc:mysql://db1/shop?password1=#&user=me
            jdbc:mysql://db1/shop?trustCertificateKeyStorePassword=#
            jdbc:mysql:replication://me:#@a,b/shop
            mysqlx://me:#@db1:33060/shop
            jdbc:mariadb://db1/shop?user=me&password=#
            jdbc:mariadb://me:#@db1/shop
            jdbc:mariadb://address=(host=db1)(password=#)/shop
            jdbc:mariadb://db1/shop?sslMode=verify-full&keyStorePassword=#
            jdbc:mariadb://db1/shop?keyPassword=#
            jdbc:sqlserver://db1:1433;databaseName=shop;user=me;password=#;
            jdbc:sqlserver://db1;user=me;password={#;x}
            jdbc:sqlserver://db1;databaseName=shop;trustStorePassword=#
            jdbc:sqlserver://db1;keyStoreSecret=#;keyVaultProviderClientKey=#
            jdbc:sqlserver://db1;AADSecurePrincipalSecret=#
            jdbc:sqlserver://db1;accessToken=#
            jdbc:jtds:sqlserver://db1/shop;user=me;password=#
            jdbc:db2://db1:50000/SHOP:user=me;password=#;
            jdbc:db2://db1:50000/SHOP:sslConnection=true;sslTrustStorePassword=#;
            jdbc:db2://db1:50000/SHOP:apiKey=#;
            jdbc:as400://db1/shop;user=me;password=#
            jdbc:h2:tcp://db1/~/shop;USER=sa;PASSWORD=#
            jdbc:h2:file:~/shop;CIPHER=AES;PASSWORD=#
            jdbc:h2:mem:x;INIT=CREATE USER me PASSWORD '#'
            jdbc:snowflake://acme.snowflakecomputing.com/?user=me&password=#
            jdbc:snowflake://acme.snowflakecomputing.com/?private_key_file=k.p8&private_key_file_pwd=#
            jdbc:snowflake://acme.snowflakecomputing.com/?authenticator=oauth&token=#
            jdbc:snowflake://acme.snowflakecomputing.com/?user=me&passcode=#
            jdbc:sap://db1:30015/?databaseName=HXE&user=me&password=#
            jdbc:teradata://db1/USER=me,PASSWORD=#
            jdbc:teradata://db1/LOGMECH=JWT,LOGDATA=#
            jdbc:informix-sqli://db1:9088/shop:INFORMIXSERVER=one;user=me;password=#
            jdbc:sybase:Tds:db1:5000/shop?USER=me&PASSWORD=#
            jdbc:clickhouse://me:#@db1:8123/shop
            jdbc:ch:https://db1:8443/shop?user=me&password=#
            jdbc:trino://db1:8443/hive?user=me&password=#
            jdbc:trino://db1:8443/hive?accessToken=#
            jdbc:derby://db1:1527/shop;create=true;bootPassword=#
            jdbc:hsqldb:file:shop;crypt_key=#;crypt_type=AES
            jdbc:firebirdsql://db1:3050/shop?user=SYSDBA&password=#
            jdbc:databricks://db1:443;httpPath=/sql/1;AuthMech=3;UID=token;PWD=#
            jdbc:exa:db1:8563;schema=S;user=me;password=#
            jdbc:vertica://db1:5433/shop?user=me&password=#
            jdbc:awsathena://AwsRegion=us-east-1;User=A;Password=#
            jdbc:bigquery://https://www.googleapis.com:443;ProjectId=p;OAuthType=2;OAuthRefreshToken=#
            jdbc:mongodb://me:#@db1:27017/shop
            jdbc:neo4j://db1?user=me&password=#
            jdbc:sqlite:shop.db?cipher=sqlcipher&key=#
            jdbc:ingres://db1:II7/shop;UID=me;PWD=#
            """.lines().map(url -> url.replace("#", PLANTED)).toList();

    private static final List<String> TARGETS = Stream.of("http://me:#@db1:9200", "https://#@db1/x",
            "http://db1/x?key=#",
            "opensearch://me:#@db1:9200/books", "solr://me:#@db1:8983/books", "postgresql://me:#@db1/shop",
            "redis://:#@db1:6379/0", "redis://#@db1", "iris://me:#@db1/USER", "jdbc:IRIS://me:#@db1/USER",
            "mongodb://me:#@db1/x", "jdbc:postgresql://me:#@db1/shop",
            "jdbc:oracle:thin:scott/#@db1:1521:XE", "postgres://me:a/#@db1/x", "mysql://db1/x?user=me&password=#",
            "http://me:#{@db1/").map(url -> url.replace("#", PLANTED)).toList();

    @TempDir
    private Path folder;
    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    @Test
    void aPasswordInAUrlIsStoredAndToldNowhere() throws Exception {
        for (String url : URLS) {
            refused("target", "add", "t", "--driver", "jdbc", "--driver-jar", "x.jar", "--url", url);
            refused("doctor", "--target", "jdbc", "--url", url);
            job(url, Map.of("label", "l", "workload", "volume", "target", "t", "targets",
                    Map.of("t", Map.of("driver", "jdbc", "driver-jar", "x.jar", "url", url))));
        }
        refused("volume", "--target", "jdbc", "--url", URLS.getFirst());
        refused("target", "add", "t", "--driver", "jdbc", "--properties", "user=me; password=" + PLANTED);
        List<String> servers = Drivers.all().stream()
                .filter(d -> d.params().lookUp(ConnectionParams.CONNECT_TIMEOUT.name()).isPresent()).map(Driver::name)
                .toList();
        assertThat(servers).contains("postgres", "http");
        for (String driver : servers) {
            refused("target", "add", "t", "--driver", driver, "--address", "me:" + PLANTED + "@db1:1234");
            refused("target", "add", "t", "--driver", driver, "--address", "http://me:" + PLANTED + "@db1:1234");
        }
        refused("ingest", "--target", "null", "--host-metrics", "http://me:" + PLANTED + "@db1:9100");
        refused("defaults", "set", "ingest", "host-metrics=http://me:" + PLANTED + "@db1:9100");
        program.run("target", "add", "own", "postgres://ada@db1/shop?sslmode=require").ok(); // which it may reach
        served();
        for (List<String> line : List.of(List.of("list"), List.of("target", "list"), List.of("job", "list"),
                List.of("defaults", "show"), List.of("export", "--all", "--to", program.file("all.zip").toString()))) {
            Ran ran = program.run(line.toArray(String[]::new));
            requireNone(line.toString(), ran.out() + ran.err());
        }
        files();
    }

    /** Words in the wrong place are repeated, and names of one's own kept. */
    @Test
    void aUrlInAnotherPlaceIsNotRepeated() throws Exception {
        for (String url : List.of("postgres://me:" + PLANTED + "@db1/x", "jdbc:oracle:thin:me/" + PLANTED + "@db1")) {
            refused("doctor", "--target", "null", url);
            refused(url);
        }
        job("a name", Map.of("label", "l", "workload", "script", "target", "postgres://me:" + PLANTED + "@db1/x",
                "targets", Map.of("postgres://me:" + PLANTED + "@db1/x", Map.of("driver", "postgres")), "set",
                Map.of("script-text", "SELECT 1")));
        files();
    }

    /** In the place of a target's name a password is taken, if it is used at once, and told to nobody. */
    @Test
    void aUrlThatIsATargetHasNone() throws Exception {
        for (String url : TARGETS) {
            Ran ran = program.run("script", "--target", url, "--script-text", "GET /", "--dry-run");
            assertThat(ran.status()).as(url).isIn(ExitStatus.DONE, ExitStatus.BAD_INPUT);
            requireNone(url, ran.out() + ran.err());
            job(url, Map.of("label", "l", "workload", "script", "target", url, "set", Map.of("script-text", "GET /")));
        }
        files();
    }

    private void refused(String... args) {
        requireNone(String.join(" ", args), program.refused(args));
    }

    private void job(String url, Map<String, Object> experiment) throws IOException {
        Path file = program.file("job.yaml");
        JsonMapper.shared().writeValue(file, experiment);
        Ran ran = program.run("job", "add", file.toString());
        assertThat(ran.status()).as(url).isEqualTo(ExitStatus.BAD_INPUT);
        requireNone(url, ran.out() + ran.err());
        Files.delete(file);
    }

    private void served() throws Exception {
        try (LoggedIn served = new LoggedIn(program.store(), true); HttpClient client = HttpClient.newHttpClient()) {
            for (String url : URLS) {
                String body = JsonMapper.shared().writeValueAsString(Map.of("driver", "jdbc", "settings",
                        Map.of("url", url)));
                var answer = client.send(HttpRequest.newBuilder(URI.create(served.server().address()
                        + "/api/v1/targets/t")).header("Authorization", "Bearer " + served.programToken())
                        .header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body)).build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                requireNone(url, answer.body());
            }
            for (String url : TARGETS) {
                String answer = ofUrl(served, url);
                assertThat(answer).as(url).contains("class=\"complaint\"");
                requireNone(url, answer);
            }
            assertThat(ofUrl(served, "postgres://ada@db2/shop")).contains("this server may not connect to db2:5432");
            assertThat(ofUrl(served, "postgres://ada@db1/shop?sslmode=require")).contains("value=\"db1:5432\"",
                    "value=\"shop\"", "value=\"ada\"").doesNotContain("class=\"complaint\"");
            for (String page : List.of("/targets", "/jobs", "/status", "/defaults", "/new")) {
                requireNone(page, served.page(page));
            }
            assertThat(served.failures()).isEmpty();
        }
    }

    /** The page that the web application's field leads to. */
    private static String ofUrl(LoggedIn served, String url) throws Exception {
        served.page("/targets");
        return served.post("/targets/url", "token=" + served.formToken() + "&url=" + URLEncoder.encode(url,
                StandardCharsets.UTF_8));
    }

    private static void requireNone(String where, String text) {
        assertThat(text.contains(PLANTED)).as("%s: %s", where, text).isFalse();
    }

    private void files() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).forEach(all::add);
        }
        for (Path file : all) {
            requireNone(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
    }
}
