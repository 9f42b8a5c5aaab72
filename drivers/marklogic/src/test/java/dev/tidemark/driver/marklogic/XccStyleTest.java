package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.StyleContract;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a library of the shape of XCC's in its place, since its own licence lets nobody pass it on. */
class XccStyleTest extends StyleContract {

    private static final Path SOURCES = Path.of("src/test/xcc");
    private MarkLogicStandIn server;
    private Path jar;

    @BeforeEach
    void start() throws IOException {
        server = new MarkLogicStandIn(Authentication.DIGEST, null);
        XccServer.is(server);
        jar = makeJar(directory.resolve("xcc"));
    }

    @AfterEach
    void end() {
        server.close();
    }

    private static Path makeJar(Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of("-proc:none", "-d", Files.createDirectories(folder).toString(),
                "-cp", System.getProperty("java.class.path")));
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            sources.filter(file -> file.toString().endsWith(".java")).map(Path::toString).forEach(words::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new))).isZero();
        Path jar = folder.resolve("xcc.jar");
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> classes = Files.walk(folder.resolve("com"))) {
            for (Path type : classes.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(folder.relativize(type).toString().replace('\\', '/')));
                Files.copy(type, entries);
            }
        }
        return jar;
    }

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(Fixture.settings(server, directory));
        all.addAll(List.of("xcc-jar", jar.toString()));
        return all;
    }

    @Test
    void theyAreThereOnlyWithTheLibrary() {
        assertThat(driver().styles(values())).extracting(ApiStyle::protocol).contains("rest", "xcc");
        Values without = values().with("xcc-jar", "none", SettingOrigin.SET);
        assertThat(driver().styles(without)).extracting(ApiStyle::protocol).containsOnly("rest");
    }

    /** As the library words it: it has no class for that. */
    @Test
    void aServerThatIsTooBusyPushesBack() throws Exception {
        inEach((style, _, _, session) -> {
            if (!style.protocol().equals("xcc") || style.name().endsWith("collect")) { // whose failures are no exceptions
                return;
            }
            for (String busy : List.of("Server cannot accept request: Service Unavailable",
                    "Unrecognized response code (429). Is this an XDBC server?")) {
                XccServer.refuse(new Exception(busy));
                assertThatThrownBy(() -> callFrom(style, session, 0)).as(style.name()).isInstanceOf(OverloadedException.class);
            }
            XccServer.refuse(new Exception("Unrecognized response code (404). Is this an XDBC server?"));
            assertThatThrownBy(() -> callFrom(style, session, 0)).as(style.name()).isInstanceOf(DriverException.class);
            XccServer.refuse(new Exception("Unrecognized response code (504). Is this an XDBC server?"));
            assertThatThrownBy(() -> callFrom(style, session, 0)).as(style.name()).isInstanceOf(TimeoutException.class);
            XccServer.refuse(new Exception("Unrecognized response code (502). Is this an XDBC server?"));
            assertThatThrownBy(() -> callFrom(style, session, 0)).as(style.name())
                    .isInstanceOf(UnreachableException.class);
            XccServer.refuse(null);
        });
    }

    /** XCC is not known to check for which name a certificate is. */
    @Test
    void theyAreNotThereWhereCertificatesAreChecked() {
        Values encrypted = values().with("tls", "true", SettingOrigin.SET);
        assertThat(driver().styles(encrypted)).extracting(ApiStyle::protocol).containsOnly("rest");
        assertThat(driver().styles(encrypted.with("insecure", "true", SettingOrigin.SET)))
                .extracting(ApiStyle::protocol).contains("xcc");
    }

    @Test
    void aJarOfSomethingElseIsRefusedInOneLine() throws Exception {
        Path other = Files.writeString(directory.resolve("other.jar"), "no jar");
        Values values = values().with("xcc-jar", other.toString(), SettingOrigin.SET);
        try (StyleTarget target = (StyleTarget) driver().open(values, context())) {
            target.create();
            assertThatThrownBy(() -> target.place(Styles.XCC_NOOP, "a")).isInstanceOf(DriverException.class)
                    .message().startsWith("xcc-jar: " + other).doesNotContain("\n");
            target.drop();
        }
    }
}
