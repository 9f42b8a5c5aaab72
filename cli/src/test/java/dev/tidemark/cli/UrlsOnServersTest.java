package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.TypedUrl;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.UnixProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** URLs that reach real servers, and what the servers' own clients do with the same where these are installed. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class UrlsOnServersTest {

    /** All that has a meaning in a URL, and some that has none elsewhere. */
    private static final String SECRET = "Pl4nted pä@:/?#%,+&=ss";

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

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String version(String url) throws DriverException {
        return version(url, Map.of(), () -> { });
    }

    /** Something that is done while a connection is there. */
    @FunctionalInterface
    private interface Meanwhile {
        void look() throws Exception;
    }

    /**
     * As a run reaches it, but in this process and with no environment but these files.
     *
     * @param more settings beside the URL
     */
    private String version(String url, Map<String, String> more, Meanwhile meanwhile) throws DriverException {
        ClientEnvironment environment = new ClientEnvironment(Map.of(), folder, "me");
        TypedUrl typed = TypedUrl.of(url, environment);
        assertThat(typed.text()).doesNotContain("Pl4nted");
        String meant = typed.text().startsWith("service=") ? "postgres:///?" + typed.text() : typed.text();
        Drivers.Reaching reached = Drivers.all().stream().flatMap(driver -> driver.url().flatMap(form ->
                form.settings(meant, environment)).map(found -> new Drivers.Reaching(driver, found)).stream())
                .findFirst().orElseThrow();
        Values values = reached.driver().params().defaults();
        for (var setting : reached.settings().entrySet()) {
            values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
        }
        for (var setting : more.entrySet()) {
            values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
        }
        SecretAnswers answers = typed.password().isEmpty() ? SecretAnswers.NONE
                : new SecretAnswers(Map.of(typed.question().orElseThrow(), typed.password().get()));
        try (OpenTarget target = reached.driver().open(values, new Context(Clock.system(), folder, answers, _ -> { },
                () -> false))) {
            String version = target.version();
            meanwhile.look();
            return version;
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a client says, with no environment of its own; empty where it is not installed. */
    private Optional<String> client(String... line) throws IOException, InterruptedException {
        if (Stream.of(System.getenv("PATH").split(":")).noneMatch(at -> Files.isExecutable(Path.of(at, line[0])))) {
            return Optional.empty();
        }
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("MYSQL")
                || name.startsWith("REDIS"));
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PGSERVICEFILE", folder.resolve(".pg_service.conf").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return Optional.of(said);
    }

    private void keep(String name, String text) throws IOException {
        Files.writeString(Files.createFile(folder.resolve(name), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------"))), text);
    }

    @Test
    void ofPostgres() throws Exception {
        Postgres postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE planter LOGIN PASSWORD '" + SECRET + "'");
        String database = postgres.database();
        String address = postgres.address();
        String login = "planter:" + encoded(SECRET);
        keep(".pg_service.conf", "[shop]\nhost=127.0.0.1\nport=" + address.split(":")[1] + "\ndbname=" + database
                + "\nuser=planter\npassword=" + SECRET + "\n");
        try (UnixProxy _ = new UnixProxy(folder.resolve(".s.PGSQL.5432"), address)) {
            for (String url : List.of("postgres://" + login + "@" + address + "/" + database,
                    "postgresql://" + address + "/" + database + "?user=planter&password=" + encoded(SECRET)
                            + "&sslmode=disable",
                    "postgres://" + login + "@" + encoded(folder.toString()) + "/" + database,
                    "postgresql://" + login + "@/" + database + "?host=" + folder,
                    "postgres://" + login + "@127.0.0.1:1," + address + "/" + database,
                    "postgres:///?service=shop", "service=shop")) {
                assertThat(version(url)).as(url).startsWith("PostgreSQL ");
                client("psql", url, "-XAtc", "SELECT current_user || ' ' || current_database()").ifPresent(said ->
                        assertThat(said).as(url).isEqualTo("planter " + database));
            }
            assertThat(version("jdbc:postgresql://" + address + "/" + database + "?user=planter&password="
                    + encoded(SECRET))).startsWith("PostgreSQL ");
            String plain = "postgres://" + login + "@" + address + "/" + database;
            String names = "SELECT string_agg(DISTINCT application_name, ' ') FROM pg_stat_activity "
                    + "WHERE usename = 'planter'";
            version(plain + "?application_name=told", Map.of(), () -> assertThat(postgres.texts(names)
                    .getFirst()).contains("told"));
            version(plain, Map.of("begin", "SET work_mem = '7MB'; SET application_name = 'begun'"), () ->
                    assertThat(postgres.texts(names).getFirst()).contains("begun"));
            for (String url : List.of("postgres://planter:Pl4nted@" + address + "/" + database,
                    "postgres://" + login + "@" + address + "/nowhere",
                    "postgres://" + login + "@127.0.0.1:1/" + database)) {
                assertThatThrownBy(() -> version(url)).as(url).message().doesNotContain("Pl4nted");
                client("psql", url, "-XAtc", "SELECT 1").ifPresent(said -> assertThat(said).as(url)
                        .contains("failed"));
            }
        } finally {
            postgres.stop();
        }
    }

    /** From the command line through the runner: the password is used, and found nowhere afterwards. */
    @Test
    void aPasswordInAUrlIsUsedAndKeptNowhere() throws Exception {
        Postgres postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE planter LOGIN PASSWORD '" + SECRET + "'");
        String url = "postgres://planter:" + encoded(SECRET) + "@" + postgres.address() + "/" + postgres.database();
        try {
            Ran ran = program.run("script", "--target", url, "--label", "planted", "--script-text",
                    "SELECT 1 / (current_user = 'planter')::int", "--workers", "1", "--operations", "10", "--duration",
                    "none", "--warm-up", "none", "--html", folder.resolve("planted.html").toString()).ok();
            assertThat(ran.err()).contains("warning: the password in the URL is stored nowhere");
            requireNone(ran.out() + ran.err());
            Ran added = program.run("target", "add", "shop", url).ok();
            assertThat(added.err()).contains("Target shop is driver postgres with address=" + postgres.address())
                    .contains("password=prompt:the password of planter at " + postgres.address());
            Files.writeString(folder.resolve("one.yaml"), "workload: script\nlabel: file\ntarget: '" + url
                    + "'\nset: {script-text: SELECT 1, workers: 1, operations: 5, duration: none, warm-up: none}\n");
            requireNone(program.run("run", folder.resolve("one.yaml").toString()).ok().err());
            assertThat(program.refused("job", "add", folder.resolve("one.yaml").toString()))
                    .contains("a password in a URL is taken where it is used at once").doesNotContain("Pl4nted");
            Files.delete(folder.resolve("one.yaml"));
            for (String line : List.of("list", "show planted", "show planted --json", "report planted",
                    "report planted --json", "target list", "export --all --to " + folder.resolve("all.zip"))) {
                Ran output = program.run(line.split(" ")).ok();
                requireNone(output.out() + output.err());
            }
        } finally {
            postgres.stop();
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.filter(Files::isRegularFile).toList();
        }
        assertThat(all).contains(folder.resolve("planted.html"), folder.resolve("all.zip"));
        for (Path file : all) {
            requireNone(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
    }

    private static void requireNone(String text) {
        assertThat(text.contains("Pl4nted")).as(text).isFalse();
    }

    @Test
    void ofRedis() throws Exception {
        SharedServer redis = SharedServer.of("redis");
        String address = redis.server().address();
        String password = Files.readString(Path.of(redis.server().target().get("password").substring("file:".length())))
                .strip();
        Optional<String> user = Optional.ofNullable(redis.server().target().get("user"));
        String login = user.orElse("") + ":" + encoded(password) + "@";
        try (UnixProxy _ = new UnixProxy(folder.resolve("r.sock"), address)) {
            for (String url : List.of("redis://" + login + address, "redis://" + login + address + "/1",
                    "redis://" + login + "?socket=" + folder.resolve("r.sock"))) {
                assertThat(version(url)).as(url).isNotEmpty();
                if (!url.contains("socket")) { // which redis-cli has no URL for
                    client("redis-cli", "-u", url, "PING").ifPresent(said -> assertThat(said).as(url).endsWith("PONG"));
                }
            }
            assertThatThrownBy(() -> version("redis://" + user.orElse("") + ":Pl4nted@" + address)).message()
                    .doesNotContain("Pl4nted");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "rigs", matches = ".*")
    void ofMariaDb() throws Exception {
        SharedServer mariadb = SharedServer.of("mariadb");
        Map<String, String> reaching = mariadb.server().target();
        String address = mariadb.server().address();
        String password = Files.readString(Path.of(reaching.get("password").substring("file:".length()))).strip();
        String login = reaching.get("user") + ":" + encoded(password);
        keep(".my.cnf", "[client]\nhost=127.0.0.1\nport=" + address.split(":")[1] + "\nuser=" + reaching.get("user")
                + "\npassword=\"" + password + "\"\n");
        try (UnixProxy _ = new UnixProxy(folder.resolve("m.sock"), address)) {
            for (String url : List.of("mariadb://" + login + "@" + address, "mysql://" + login + "@" + address + "/mysql",
                    "mysql://", "mysql://" + login + "@localhost/?socket=" + folder.resolve("m.sock"),
                    "jdbc:mariadb://" + address + "/?user=" + reaching.get("user") + "&password=" + encoded(password))) {
                assertThat(version(url)).as(url).startsWith("MariaDB ");
            }
            client("mariadb", "-BNe", "SELECT 1").ifPresent(said -> assertThat(said).isEqualTo("1"));
        }
    }

    /** By its own users' file of passwords, which the client library reads. */
    @Test
    @EnabledIfSystemProperty(named = "rigs", matches = ".*")
    void aFileOfPasswordsIsHonoured() throws Exception {
        Postgres postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE planter LOGIN PASSWORD 'Pl4nted'");
        keep("passwords", postgres.address() + ":*:planter:Pl4nted\n");
        Files.writeString(folder.resolve("one.sql"), "SELECT 1;\n");
        ProcessBuilder builder = new ProcessBuilder(program.command("doctor", "--target", "postgres://planter@"
                + postgres.address() + "/" + postgres.database(), "--script", folder.resolve("one.sql").toString()))
                .redirectOutput(program.file("out").toFile()).redirectError(program.file("err").toFile());
        builder.environment().put("PGPASSFILE", folder.resolve("passwords").toString());
        try {
            Ran ran = program.finish(builder.start());
            assertThat(ran.status()).as(ran.out() + ran.err()).isEqualTo(ExitStatus.DONE);
            requireNone(ran.out() + ran.err());
        } finally {
            postgres.stop();
        }
    }

    /** Told apart by asking: the path is the collection's. */
    @Test
    @EnabledIfSystemProperty(named = "rigs", matches = ".*")
    void ofSolr() throws Exception {
        SharedServer solr = SharedServer.of("solr");
        Map<String, String> reaching = solr.server().target();
        String login = reaching.containsKey("password") ? reaching.get("user") + ":" + encoded(Files.readString(Path.of(
                reaching.get("password").substring("file:".length()))).strip()) + "@" : "";
        Ran ran = program.run("query", "--target", "http://" + login + solr.server().address() + "/", "--label", "found",
                "--documents", "50", "--queries", "20", "--warm-up-queries", "none").ok();
        assertThat(ran.err()).contains("What answers at this URL is reached by solr://");
    }
}
