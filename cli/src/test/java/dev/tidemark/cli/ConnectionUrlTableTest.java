package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.TypedUrl;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What URLs become as settings, one by one, with every driver there is. */
class ConnectionUrlTableTest {

    private static final String READ = """
            postgres://ada@db1:5432/shop?sslmode=verify-full
                postgres {address=db1:5432, database=shop, tls=true, user=ada}
            postgresql://db1/
                postgres {address=db1:5432, database=me, user=me}
            postgresql:///shop?host=/var/run/postgresql
                postgres {database=shop, socket=/var/run/postgresql/.s.PGSQL.5432, user=me}
            postgresql://ada@%2Frun%2Fpg:6432/shop
                postgres {database=shop, socket=/run/pg/.s.PGSQL.6432, user=ada}
            postgres://ada:***@db1/shop
                postgres {address=db1:5432, database=shop, password=prompt:the password of ada at db1:5432, user=ada}
            postgres://h1:5432,h2:5433/shop
                postgres {address=h1:5432,h2:5433, database=shop, user=me}
            postgres://h1,[::1]:5433/shop?target_session_attrs=read-write
                postgres {address=h1:5432,[::1]:5433, database=shop, properties=targetServerType=primary, user=me}
            postgres://[2001:db8::7]:5433/shop
                postgres {address=[2001:db8::7]:5433, database=shop, user=me}
            postgres://ad%40a%3A@db1/sh%2Fop
                postgres {address=db1:5432, database=sh/op, user=ad@a:}
            postgres://%C3%A4da@db1/b%C3%BCcher
                postgres {address=db1:5432, database=bücher, user=äda}
            postgres://äda@db1/bücher
                postgres {address=db1:5432, database=bücher, user=äda}
            postgres://db1/a+b?user=ada&password=***
                postgres {address=db1:5432, database=a+b, password=prompt:the password of ada at db1:5432, user=ada}
            postgres://db1/shop?sslmode=require
                postgres {address=db1:5432, database=shop, insecure=true, tls=true, user=me}
            postgres://db1/shop?SSLMODE=disable
                postgres {address=db1:5432, database=shop, tls=false, user=me}
            postgres://db1/s?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/me.pem&sslkey=/me.key
                postgres {address=db1:5432, database=s, tls=true, tls-authority=/ca.pem, tls-certificate=/me.pem, \
            tls-key=/me.key, user=me}
            postgres://db1/s?sslmode=verify-full&sslrootcert=system&connect_timeout=5
                postgres {address=db1:5432, connect-timeout=5s, database=s, insecure=false, tls=true, user=me}
            postgres://db1/s?sslrootcert=system
                postgres {address=db1:5432, database=s, insecure=false, tls=true, user=me}
            jdbc:postgresql://db1/s?user=ada&sslrootcert=system
                postgres {address=db1:5432, database=s, insecure=false, tls=true, user=ada}
            postgres://db1/s?options=-c%20search_path%3Da&application_name=b
                postgres {address=db1:5432, database=s, properties=options=-c search_path=a; ApplicationName=b, user=me}
            jdbc:postgresql://db1:5433/shop?user=ada&ssl=true&currentSchema=a
                postgres {address=db1:5433, database=shop, properties=currentSchema=a, tls=true, user=ada}
            postgres:///?service=shop&user=tim
                postgres {address=db2:5444, database=orders, password=option-file:HOME/.pg_service.conf#shop.password, \
            tls=true, user=tim}
            service=shop
                postgres {address=db2:5444, database=orders, password=option-file:HOME/.pg_service.conf#shop.password, \
            tls=true, user=sam}
            mariadb://ada@db1/shop
                mariadb {address=db1:3333, database=shop, password=option-file:HOME/.my.cnf#client.password, user=ada}
            mysql://db1
                mariadb {address=db1:3333, password=option-file:HOME/.my.cnf#client.password, user=sam}
            mysql://
                mariadb {address=db3:3333, password=option-file:HOME/.my.cnf#client.password, user=sam}
            mysql://ada:***@db1:3307/shop?ssl-mode=VERIFY_IDENTITY
                mariadb {address=db1:3307, database=shop, password=prompt:the password of ada at db1:3307, tls=true, \
            user=ada}
            mysql://ada:***@localhost/shop?unix_socket=/run/m.sock
                mariadb {address=localhost:3333, database=shop, password=prompt:the password of ada at /run/m.sock, \
            socket=/run/m.sock, user=ada}
            jdbc:mariadb://ada:***@db1/shop?sslMode=trust
                mariadb {address=db1:3306, database=shop, insecure=true, password=prompt:the password of ada at \
            db1:3306, tls=true, user=ada}
            jdbc:mysql://ada:***@db1/shop?useSSL=false&sessionVariables=sql_mode%3DANSI,a%3D1
                mariadb {address=db1:3306, database=shop, password=prompt:the password of ada at db1:3306, \
            properties=sessionVariables=sql_mode=ANSI,a=1, tls=false, user=ada}
            mariadb://ada:***@db1/s?ssl-ca=/ca.pem&ssl_cert=/c.pem&ssl_key=/k.pem&charset=utf8mb4
                mariadb {address=db1:3333, database=s, password=prompt:the password of ada at db1:3333, tls=true, \
            tls-authority=/ca.pem, tls-certificate=/c.pem, tls-key=/k.pem, user=ada}
            redis://db1
                redis {address=db1:6379}
            redis://:***@db1:6380/2
                redis {address=db1:6380, database=2, password=prompt:the password of db1:6380}
            rediss://ada:***@db1/0?tls-authority=/ca.pem
                redis {address=db1:6379, database=0, password=prompt:the password of ada at db1:6379, tls=true, \
            tls-authority=/ca.pem, user=ada}
            redis://[::1]:6380/1?cluster=false
                redis {address=[::1]:6380, cluster=false, database=1}
            redis://?socket=/run/r.sock&db=3&user=ada
                redis {address=127.0.0.1:6379, database=3, socket=/run/r.sock, user=ada}
            redis-sentinel://ada:***@s1,s2:5000/2?sentinelMasterId=shop
                redis {address=s1:26379,s2:5000, database=2, password=prompt:the password of ada at s1:26379,s2:5000, \
            sentinel-primary=shop, user=ada}
            rediss-sentinel://s1?sentinel-master-id=shop&read-from=replica
                redis {address=s1:26379, read-from=replica, sentinel-primary=shop, tls=true}
            redis+sentinel://:***@s1,s2/shop/1
                redis {address=s1:26379,s2:26379, database=1, password=prompt:the password of s1:26379,s2:26379, \
            sentinel-primary=shop}
            solr://a:8984,b/books
                solr {address=a:8984,b:8983, index=books}
            solr://ada:***@a/solr/books
                solr {address=a:8983, index=books, password=prompt:the password of ada at a:8983, user=ada}
            opensearch://a:9201,b/books
                opensearch {address=a:9201,b:9200, index=books}
            elasticsearch://a/
                opensearch {address=a:9200}
            opensearch://a/books?tls=true&insecure=true
                opensearch {address=a:9200, index=books, insecure=true, tls=true}
            http://db1:9200
                http {address=db1:9200}
            https://ada:***@db1/a/b/?tls-authority=/ca.pem
                http {address=db1:443, base-path=/a/b/, password=prompt:the password of ada at db1:443, tls=true, \
            tls-authority=/ca.pem, user=ada}
            http://[::1]/
                http {address=[::1]:80}
            jdbc:h2:tcp://db1:9092/./shop
                jdbc {address=db1:9092, url=jdbc:h2:tcp://{address}/./shop}
            jdbc:oracle:thin:@//db1:1521/SHOP
                jdbc {url=jdbc:oracle:thin:@//db1:1521/SHOP}
            """;

    /** Pl4nted stands for a secret, of which no complaint may have any. */
    private static final String REFUSED = """
            postgres://ada:Pl4nted@db1/shop ! a password in a URL is taken where it is used at once
            postgres://db1/shop?user=ada&password=Pl4nted ! a password in a URL is taken where it is used at once
            postgres://ada:***@db1/shop?password=Pl4nted ! 'password' stands in it twice
            postgres://ada:a/Pl4nted@db1/shop ! / is written %2F
            postgres://ada:a@b/Pl4nted@db1/shop ! @ %40
            postgres://ada:12/Pl4nted@db1/shop ! / is written %2F
            postgres://ada:a#Pl4nted@db1/shop ! # %23
            postgres://ada:a?Pl4nted@db1/shop ! ? %3F
            postgres://ada:Pl4nted%@db1/shop ! % %25
            postgres://ada:a%00Pl4nted@db1/shop ! holds no control characters
            postgres://ada:a Pl4nted@db1/shop ! with %20 for a blank
            postgres://db1:port/shop ! a host is written HOST:PORT
            postgres://db1:99999/shop ! its port a number up to 65535
            postgres://::1/shop ! an address of IPv6 in brackets
            postgres://d%20b/shop ! its host is a name or an address in numbers
            postgres://db1/a/b ! behind the host stands one name
            postgres://db1/a?sslmod=disable ! unknown parameter 'sslmod' (did you mean 'sslmode'?); known are host, port,
            postgres://db1/a?Pl4nted%20=1 ! unknown parameter; known are host,
            postgres://db1/a?sslmode=prefer ! would leave it to the server
            postgres://db1/a?sslmode=verify-ca ! sslmode=verify-ca is not offered
            postgres://db1/a?sslmode=Pl4nted ! sslmode is disable, require or verify-full
            postgres://db1/a?dbname=b ! 'dbname' stands in it twice
            postgres://db1/a?user=b&user=c ! a parameter after the ? is given twice
            postgres://db1/a?b ! NAME=VALUE
            postgres:///a?host=/run,b ! a socket and other hosts do not go together
            postgres:///a?host=b,c&port=1,2,3 ! it has 2 hosts and 3 ports
            postgres://db1/a?passfile=/x ! passfile is not offered: set PGPASSFILE
            postgres://db1/a?client_encoding=LATIN1 ! client_encoding can be UTF8 only
            postgres://db1/a?service=gone ! there is no such service in HOME/.pg_service.conf
            postgres://db1/a?sslmode=disable&sslrootcert=system ! 'sslrootcert' contradicts tls; write it as
            postgres://db1/a?sslrootcert=system&sslmode=require ! 'sslmode' contradicts insecure; write it as
            postgres://db1/a?sslmode=disable&tls=true ! 'tls' contradicts tls; write it as
            postgres://db1/a?application_name=it's ! nor a quote that is not closed
            postgres://db1/a?targetServerType=any&target_session_attrs=primary ! contradicts properties targetServerType
            rediss://db1/0?tls=false ! 'tls' contradicts
            redis://db1/1?db=2 ! 'db' contradicts database
            mysql://ada@a/x?sessionVariables=a=1;b=2 ! sessionVariables cannot have a semicolon
            mysql://ada@a,b/x ! several hosts are not supported by its driver
            mysql://ada@a/x?ssl-mode=PREFERRED ! would leave it to the server
            mysql://ada@a/x?socket=/run/y ! a socket is on this machine
            mysql://ada@a/x?connect-timeout=5 ! has a unit
            redis-sentinel://s1,s2/0 ! sentinelMasterId is missing; write it as redis-sentinel://USER
            redis+sentinel://s1 ! the primary's name is missing; write it as redis+sentinel://USER
            redis://s1,s2 ! several hosts are not supported by its driver
            redis://Pl4nted@db1 ! what stands alone before the @
            redis://a,b/0 ! several hosts are not supported by its driver
            redis://%2Frun%2Fx/0 ! a folder of sockets is no host
            solr://a/x/y ! behind the host stands one name
            opensearch://a/b?q=x ! unknown parameter 'q'
            http://db1/a?b=c ! unknown parameter 'b'
            http://a Pl4nted@b ! with %20 for a blank
            """;

    @TempDir
    private Path home;
    private ClientEnvironment environment;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(home.resolve(".pg_service.conf"), """
                # what is kept of the shop
                [other]
                host=db9
                [shop]
                host=db2
                port=5444
                dbname=orders
                user=sam
                password=Pl4nted
                sslmode=verify-full
                """);
        Files.writeString(home.resolve(".my.cnf"), """
                [mysqldump]
                user=nobody
                [client]
                host = db3
                port = "3333"
                user = sam
                password = 'Pl4nted'
                !include /etc/other.cnf
                """);
        environment = new ClientEnvironment(Map.of(), home, "me");
    }

    private Optional<Drivers.Reaching> reached(String url) {
        return reached(url, environment);
    }

    /** As the drivers are asked, in this environment. */
    private static Optional<Drivers.Reaching> reached(String url, ClientEnvironment environment) {
        String meant = url.startsWith("service=") ? "postgres:///?" + url : url;
        return Drivers.all().stream().flatMap(driver -> driver.url().flatMap(form -> form.settings(meant, environment))
                .map(settings -> new Drivers.Reaching(driver, settings)).stream()).findFirst()
                .or(() -> Drivers.reaching(url));
    }

    private String outcome(String url) {
        Drivers.Reaching reached = reached(url).orElseThrow();
        return (reached.driver().name() + " " + new TreeMap<>(reached.settings())).replace(home.toString(), "HOME");
    }

    @Test
    void eachPartOfAUrlIsASettingOfItsDriver() {
        String[] lines = READ.strip().split("\n");
        assertThat(lines.length / 2).isGreaterThanOrEqualTo(40);
        for (int i = 0; i < lines.length; i += 2) {
            assertThat(outcome(lines[i].strip())).as(lines[i]).isEqualTo(lines[i + 1].strip());
            Drivers.Reaching reached = reached(lines[i].strip()).orElseThrow();
            Values values = reached.driver().params().defaults();
            for (Map.Entry<String, String> setting : reached.settings().entrySet()) {
                values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
            }
            reached.driver().params().check(values);
        }
    }

    @Test
    void whatCannotBeMeantIsRefusedInOneLineWithoutAnySecret() {
        REFUSED.lines().map(line -> line.split(" ! ", 2)).forEach(row -> assertThatThrownBy(() -> reached(row[0]))
                .as(row[0]).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(row[1].replace("HOME", home.toString())).message().doesNotContain("Pl4nted", "\n"));
    }

    @Test
    void whatIsNoDriversIsToldWithWhatThereIs() {
        assertThatThrownBy(() -> Drivers.reaching("mongodb://me:Pl4nted@db1/x")).hasMessageMatching("no driver is reached "
                + "by this URL of mongodb; known are elasticsearch, http, .* target add NAME");
        assertThatThrownBy(() -> Drivers.reaching("host=db1 password=Pl4nted")).message()
                .startsWith("a connection string of NAME=VALUE is not taken; write a URL").doesNotContain("Pl4nted");
        for (String name : new String[] {"sqlite", "http:a", "my target", "a:b", "a=b"}) {
            assertThat(Drivers.reaching(name)).as(name).isEmpty();
        }
    }

    /** As libpq has it: what a URL says, else a service, else the environment. */
    @Test
    void theEnvironmentFillsInWhatAUrlLeavesOut() {
        ClientEnvironment set = new ClientEnvironment(Map.of("PGHOST", "db5", "PGPORT", "5555", "PGUSER", "pat",
                "PGPASSWORD", "Pl4nted", "PGSSLMODE", "prefer", "PGDATABASE", "", "MYSQL_HOST", "db6", "MYSQL_PWD",
                "Pl4nted", "REDISCLI_AUTH", "Pl4nted"), home.resolve("none"), "me");
        assertThat(reached("postgres://", set).orElseThrow().settings()).isEqualTo(Map.of("address", "db5:5555", "user",
                "pat", "database", "pat", "password", "env:PGPASSWORD"));
        assertThat(reached("postgres://db1/shop", set).orElseThrow().settings()).isEqualTo(Map.of("address",
                "db1:5555", "user", "pat", "database", "shop", "password", "env:PGPASSWORD"));
        assertThat(reached("mysql:///shop", set).orElseThrow().settings()).isEqualTo(Map.of("address", "db6:3306",
                "user", "me", "database", "shop", "password", "env:MYSQL_PWD"));
        assertThat(reached("redis://db1", set).orElseThrow().settings()).isEqualTo(Map.of("address", "db1:6379",
                "password", "env:REDISCLI_AUTH"));
        ClientEnvironment service = new ClientEnvironment(Map.of("PGSERVICE", "shop", "PGHOST", "db5", "PGSERVICEFILE",
                home.resolve(".pg_service.conf").toString()), home.resolve("none"), "me");
        assertThat(reached("postgres://", service).orElseThrow().settings()).containsEntry("address", "db2:5444")
                .containsEntry("user", "sam");
    }

    /** Nobody's environment makes a connection less safe than its URL says. */
    @Test
    void whatAUrlSaysCountsByWhateverWordItSaysIt() throws IOException {
        ClientEnvironment plain = new ClientEnvironment(Map.of("PGSSLMODE", "disable"), home.resolve("none"), "me");
        ClientEnvironment unchecked = new ClientEnvironment(Map.of("PGSSLMODE", "require", "PGTARGETSESSIONATTRS",
                "any"), home.resolve("none"), "me");
        assertThat(reached("postgres://db1/a?tls=true", plain).orElseThrow().settings()).containsEntry("tls", "true");
        assertThat(reached("postgres://db1/a?ssl=true&targetServerType=primary", unchecked).orElseThrow().settings())
                .containsEntry("tls", "true").doesNotContainKey("insecure")
                .containsEntry("properties", "targetServerType=primary");
        assertThat(reached("postgres://db1/a?insecure=false", unchecked).orElseThrow().settings())
                .containsEntry("tls", "true").containsEntry("insecure", "false");
        Files.writeString(home.resolve(".my.cnf"), """
                [client]
                ssl-mode = DISABLED
                ssl-ca = /ca.pem
                socket = /run/x.sock
                """);
        assertThat(reached("mysql://db1?useSSL=true").orElseThrow().settings()).containsEntry("tls", "true")
                .containsEntry("tls-authority", "/ca.pem");
        assertThat(reached("mysql://db1?ssl-mode=DISABLED").orElseThrow().settings()).containsEntry("tls", "false")
                .doesNotContainKey("tls-authority");
        assertThat(reached("mysql://localhost?unix_socket=/run/m.sock").orElseThrow().settings())
                .containsEntry("socket", "/run/m.sock");
        Files.writeString(home.resolve(".my.cnf"), """
                [client]
                ssl-mode = DISABLED
                ssl-cert = /c.pem
                ssl-key = /k.pem
                """);
        assertThat(reached("mysql://db1").orElseThrow().settings()).isEqualTo(Map.of("address", "db1:3306", "user",
                "me", "tls", "false"));
    }

    /** Certificates that stand elsewhere are for connections that are encrypted; what the URL itself says is kept. */
    @Test
    void whatIsNotEncryptedNeedsNoCertificates() throws IOException {
        ClientEnvironment checked = new ClientEnvironment(Map.of("PGSSLMODE", "verify-full", "PGSSLROOTCERT", "/ca.pem",
                "PGSSLCERT", "/me.pem", "PGSSLKEY", "/me.key"), home.resolve("none"), "me");
        for (String off : List.of("sslmode=disable", "ssl=false", "tls=no")) {
            assertThat(reached("postgres://db1/a?" + off, checked).orElseThrow().settings()).as(off)
                    .isEqualTo(Map.of("address", "db1:5432", "database", "a", "user", "me", "tls",
                            off.endsWith("no") ? "no" : "false"));
        }
        assertThat(reached("postgres:///a?host=/run/pg", checked).orElseThrow().settings()).isEqualTo(Map.of("socket",
                "/run/pg/.s.PGSQL.5432", "database", "a", "user", "me"));
        assertThat(reached("postgres://db1/a", checked).orElseThrow().settings()).containsEntry("tls", "true")
                .containsEntry("tls-authority", "/ca.pem").containsEntry("tls-certificate", "/me.pem");
        assertThat(reached("postgres://db1/a?sslmode=disable&sslrootcert=/own.pem", checked).orElseThrow().settings())
                .as("which is refused where it is used").containsEntry("tls-authority", "/own.pem");
        Path root = Files.createDirectory(home.resolve(".postgresql")).resolve("root.crt");
        Files.writeString(root, "a certificate");
        ClientEnvironment kept = new ClientEnvironment(Map.of("PGSSLMODE", "verify-full"), home, "me");
        assertThat(reached("postgres://db1/a?tls=false", kept).orElseThrow().settings())
                .containsEntry("tls", "false").doesNotContainKey("tls-authority");
    }

    /** Beside libpq's {@code system}, less than verify-full is an error there. */
    @Test
    void theSystemsCertificatesAreNeverForLessThanAllThatCanBeChecked() {
        for (Map<String, String> more : List.of(Map.<String, String>of(), Map.of("PGSSLMODE", "disable"),
                Map.of("PGSSLMODE", "require"), Map.of("PGSSLMODE", "prefer"))) {
            Map<String, String> variables = new HashMap<>(more);
            ClientEnvironment without = new ClientEnvironment(Map.copyOf(variables), home.resolve("none"), "me");
            variables.put("PGSSLROOTCERT", "system");
            ClientEnvironment with = new ClientEnvironment(Map.copyOf(variables), home.resolve("none"), "me");
            assertThat(reached("postgres://db1/a?sslrootcert=system", without).orElseThrow().settings()).as("%s", more)
                    .containsEntry("tls", "true").containsEntry("insecure", "false");
            assertThat(reached("postgres://db1/a", with).orElseThrow().settings()).as("%s", more)
                    .containsEntry("tls", "true").containsEntry("insecure", "false");
            assertThat(reached("postgres://db1/a?sslmode=disable", with).orElseThrow().settings()).as("%s", more)
                    .containsEntry("tls", "false").doesNotContainKey("insecure");
        }
    }

    /** As to the clients of MySQL, a socket is for no host or localhost, and an option counts where it stands last. */
    @Test
    void aSocketThatStandsElsewhereIsForNoOtherMachine() throws IOException {
        Files.writeString(home.resolve(".my.cnf"), """
                [client]
                host = db3
                socket = /run/x.sock
                """);
        assertThat(reached("mysql://").orElseThrow().settings()).containsEntry("address", "db3:3306")
                .doesNotContainKey("socket");
        assertThat(reached("mysql://?socket=/run/y.sock").orElseThrow().settings())
                .containsEntry("socket", "/run/y.sock");
        Files.writeString(home.resolve(".my.cnf"), """
                [mysql]
                host = db3
                user = sam
                [client]
                host = localhost
                socket = /run/x.sock
                """);
        assertThat(reached("mysql://").orElseThrow().settings()).containsEntry("socket", "/run/x.sock")
                .containsEntry("user", "sam");
        ClientEnvironment set = new ClientEnvironment(Map.of("MYSQL_HOST", "db6", "MYSQL_UNIX_PORT", "/run/z.sock"),
                home.resolve("none"), "me");
        assertThat(reached("mysql://", set).orElseThrow().settings()).isEqualTo(Map.of("address", "db6:3306", "user",
                "me"));
    }

    @Test
    void aFileThatIsNoTextIsToldByItsName() throws IOException {
        Files.write(home.resolve(".my.cnf"), new byte[] {'[', 0, ']'});
        assertThatThrownBy(() -> reached("mysql://db1")).hasMessageContaining(".my.cnf is not text");
        Files.writeString(home.resolve(".my.cnf"), "#".repeat(1 << 20) + "\n[client]\nuser=x\n");
        assertThatThrownBy(() -> reached("mysql://db1")).hasMessageContaining(".my.cnf is larger than 1 MiB");
    }

    @Test
    void aCertificateThatWouldNotBeShownIsRefused() {
        Driver postgres = Drivers.named("postgres");
        Values values = postgres.params().defaults().with("tls", "true", SettingOrigin.SET)
                .with("tls-certificate", "/me.pem", SettingOrigin.SET).with("tls-key", "/me.key", SettingOrigin.SET);
        assertThatThrownBy(() -> postgres.params().check(values)).hasMessageContaining("tls-certificate: with this driver");
        postgres.params().check(values.with("tls-authority", "/ca.pem", SettingOrigin.SET));
        postgres.params().check(values.with("insecure", "true", SettingOrigin.SET));
    }

    @Test
    void aUrlOfASchemeAloneMayStandInTheEnvironment() {
        ClientEnvironment set = new ClientEnvironment(Map.of("REDIS_URL", "rediss://:Pl4nted@db7/1"), home, "me");
        assertThat(TypedUrl.of("redis://", set)).isEqualTo(new TypedUrl("rediss://:***@db7/1", Optional.of("Pl4nted"),
                false)).extracting(TypedUrl::question).isEqualTo(Optional.of("the password of db7:6379"));
        assertThat(TypedUrl.of("redis://db1", set).text()).isEqualTo("redis://db1");
        assertThat(TypedUrl.of(" redis://:Pl4nted@db1 ", set).text()).isEqualTo("redis://:***@db1");
        assertThatThrownBy(() -> reached("redis://", set)).hasMessageContaining("a password in a URL is taken where")
                .message().doesNotContain("Pl4nted");
        ClientEnvironment without = new ClientEnvironment(Map.of("REDIS_URL", "rediss://db7/1"), home, "me");
        assertThat(reached("redis://", without).orElseThrow().settings()).isEqualTo(Map.of("address", "db7:6379",
                "database", "1", "tls", "true"));
        ClientEnvironment other = new ClientEnvironment(Map.of("REDIS_URL", "postgres://db7/1"), home, "me");
        assertThat(reached("redis://", other).orElseThrow().settings()).isEqualTo(Map.of("address", "127.0.0.1:6379"));
    }

    @Test
    void aPasswordIsTakenOutWhateverIsInIt() {
        Map.of("postgres://ada:a@b:c@db1/x", "a@b:c", "postgres://ada:%2F%3f%23%25@db1/x", "/?#%",
                "postgres://ada:p%C3%A4ss@db1", "päss", "postgres://ada:päss+1@db1", "päss+1",
                "redis://:a,b@h1", "a,b", "mysql://db1/x?user=a&password=b%26c", "b&c",
                "foo://a:Word@c", "Word", "jdbc:mariadb://a:Word@c/d", "Word").forEach((url, password) -> {
                    ConnectionUrl.Hidden hidden = ConnectionUrl.hidden(url);
                    assertThat(hidden.password()).as(url).contains(password);
                    assertThat(hidden.text()).contains("***").doesNotContain(password);
                    assertThat(hidden.toString()).doesNotContain(password);
                    assertThat(ConnectionUrl.hidden(hidden.text()).password()).isEmpty();
                });
        Stream.of("postgres", "postgres://ada@db1/x", "postgres://ada:@db1", "http://db1:80/a?b=c:d", "a:b@c")
                .forEach(none -> assertThat(ConnectionUrl.hidden(none)).as(none).isEqualTo(
                        new ConnectionUrl.Hidden(none, Optional.empty())));
    }

    /** Every driver with an address tells by which URLs it is reached, or has none. */
    @Test
    void noTwoDriversTakeTheSameUrl() {
        assertThat(Drivers.all().stream().map(Driver::url).flatMap(Optional::stream).flatMap(form -> form.schemes()
                .stream())).doesNotHaveDuplicates().contains("postgres", "postgresql", "mysql", "mariadb", "redis",
                "rediss", "solr", "opensearch", "elasticsearch", "http", "https");
    }
}
