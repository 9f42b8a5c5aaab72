package dev.tidemark.launch.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerArtifact;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetching as Maven would for a user whose {@code settings.xml} names a mirror and a local repository. */
class MavenArtifactsTest {

    /** Stands above all settings; a build may say it. */
    private static final String REPOSITORY = "maven.repo.local";
    private static final ServerArtifact ARTIFACT = new ServerArtifact("org.example", "server", "1.0");

    @TempDir
    private Path folder;

    private final Optional<String> before = Optional.ofNullable(System.getProperty(REPOSITORY));
    private Path mirror;
    private Path local;

    @BeforeEach
    void settings() throws Exception {
        mirror = folder.resolve("mirror");
        local = folder.resolve("local");
        System.clearProperty(REPOSITORY);
        write(mirror.toUri());
    }

    private void write(URI url) throws Exception {
        Files.createDirectories(folder.resolve(".m2"));
        Files.writeString(folder.resolve(".m2/settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors><mirror><id>ours</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>
                </settings>
                """.formatted(local, url));
    }

    @AfterEach
    void restore() {
        before.ifPresent(value -> System.setProperty(REPOSITORY, value));
    }

    private Path fetch() throws RigException {
        return fetch(RigListener.NONE);
    }

    private Path fetch(RigListener listener) throws RigException {
        return new MavenArtifacts(folder.resolve(".m2")).fetch(ARTIFACT, listener);
    }

    private void publish(String content, String checksumOf) throws Exception {
        Path jar = mirror.resolve("org/example/server/1.0/server-1.0.jar");
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, content);
        Files.writeString(jar.resolveSibling(jar.getFileName() + ".sha1"), HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-1").digest(checksumOf.getBytes())));
    }

    @Test
    void fromTheUsersMirrorIntoTheUsersRepository() throws Exception {
        publish("a server", "a server");
        List<Long> bytes = new ArrayList<>();
        RigListener listener = new RigListener() {
            @Override
            public void fetching(ServerArtifact artifact, long done, long total) {
                assertThat(artifact).isEqualTo(ARTIFACT);
                bytes.add(done);
            }
        };
        Path fetched = fetch(listener);
        assertThat(fetched).startsWith(local).hasContent("a server");
        assertThat(bytes).isNotEmpty().endsWith((long) "a server".length());
        bytes.clear();
        assertThat(fetch(listener)).isEqualTo(fetched);
        assertThat(bytes).as("fetched again").isEmpty();
    }

    @Test
    void notWithAnotherChecksum() throws Exception {
        publish("a servant", "a server");
        assertThatThrownBy(this::fetch)
                .isInstanceOf(RigException.class).hasMessageContaining("hecksum");
    }

    @Test
    void aChecksumThatIsKnownBeforehandStandsForThoseOfTheRepository() throws Exception {
        publish("a server", "a server");
        Files.delete(mirror.resolve("org/example/server/1.0/server-1.0.jar.sha1"));
        assertThatThrownBy(this::fetch).isInstanceOf(RigException.class).hasMessageContaining("hecksum");
        assertThat(fetchKnown("a server")).hasContent("a server");
    }

    @Test
    void whatHasAnotherChecksumThanIsKnownIsRefusedAndNotKept() throws Exception {
        publish("a servant", "a servant");
        assertThatThrownBy(() -> fetchKnown("a server")).isInstanceOf(RigException.class)
                .hasMessage("org.example:server:1.0 cannot be used: its SHA-256 is " + sha256("a servant") + ", and "
                        + sha256("a server") + " was expected");
        assertThat(local.resolve("org/example/server/1.0/server-1.0.jar")).doesNotExist();
        publish("a server", "a server");
        assertThat(fetchKnown("a server")).hasContent("a server");
    }

    private Path fetchKnown(String content) throws Exception {
        return new MavenArtifacts(folder.resolve(".m2")).fetch(new ServerArtifact("org.example", "server", "1.0", "jar",
                Optional.of(sha256(content))), RigListener.NONE);
    }

    private static String sha256(String content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes()));
    }

    @Test
    void whatIsNotPublishedIsBadInput() throws Exception {
        Files.createDirectories(mirror);
        assertThatThrownBy(this::fetch)
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("org.example:server:1.0 is not published in ours");
    }

    @Test
    void repositoryThatDoesNotAnswerIsNamed() throws Exception {
        write(URI.create("http://127.0.0.1:9/"));
        assertThatThrownBy(this::fetch).isInstanceOf(RigException.class)
                .hasMessageContaining("127.0.0.1:9").hasMessageNotContaining("\n");
    }

    @Test
    void settingsThatCannotBeReadAreNamed() throws Exception {
        Files.writeString(folder.resolve(".m2/settings.xml"), "<settings><mirrors>");
        assertThatThrownBy(this::fetch)
                .isInstanceOf(RigException.class).hasMessageContaining("settings.xml");
    }
}
