package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** picocli's classes, so that the JVM caches them: the same program in a newer format. */
class CurrentClassFilesTest {

    private static final int JAVA_7 = 51;

    @TempDir
    Path folder;
    private Path jar;

    @BeforeEach
    void copyJar() throws Exception {
        jar = folder.resolve("picocli.jar");
        Files.copy(Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI()), jar);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L));
    }

    @Test
    void everyClassIsThereInAFormatThatIsCached() throws IOException {
        List<String> before = names();
        assertThat(versions()).anyMatch(version -> version < JAVA_7);
        CurrentClassFiles.main(new String[]{jar.toString()});
        assertThat(names()).isEqualTo(before).hasSizeGreaterThan(100);
        assertThat(versions()).allMatch(version -> version >= JAVA_7);
        assertThat(folder).isDirectoryContaining(file -> file.equals(jar)).isDirectoryNotContaining(f -> !f.equals(jar));
    }

    @Test
    void theJvmVerifiesAndRunsThem() throws Exception {
        CurrentClassFiles.main(new String[]{jar.toString()});
        try (URLClassLoader classes = new URLClassLoader(new URL[]{jar.toUri().toURL()},
                ClassLoader.getPlatformClassLoader())) {
            for (String name : names().stream().filter(n -> n.endsWith(".class") && !n.startsWith("META-INF"))
                    .filter(n -> !n.contains("groovy") && !n.endsWith("package-info.class")).toList()) {
                Class<?> loaded = Class.forName(name.replace(".class", "").replace('/', '.'), true, classes);
                assertThat(loaded.getClassLoader()).isSameAs(classes);
            }
            Class<?> spec = classes.loadClass("picocli.CommandLine$Model$CommandSpec");
            Object made = spec.getMethod("create").invoke(null);
            spec.getMethod("name", String.class).invoke(made, "made");
            Object line = classes.loadClass("picocli.CommandLine").getConstructor(Object.class).newInstance(made);
            assertThat(line.getClass().getMethod("getUsageMessage").invoke(line)).asString().startsWith("Usage: made");
        }
    }

    /** Two starts at once must make the same of it, since a cache fits one jar of one time. */
    @Test
    void againChangesNothing() throws IOException {
        FileTime time = Files.getLastModifiedTime(jar);
        CurrentClassFiles.main(new String[]{jar.toString()});
        byte[] once = Files.readAllBytes(jar);
        CurrentClassFiles.main(new String[]{jar.toString()});
        assertThat(jar).hasBinaryContent(once);
        assertThat(Files.getLastModifiedTime(jar)).isEqualTo(time);
    }

    private List<String> names() throws IOException {
        try (JarFile open = new JarFile(jar.toFile())) {
            return Collections.list(open.entries()).stream().map(JarEntry::getName).toList();
        }
    }

    private List<Integer> versions() throws IOException {
        List<Integer> versions = new ArrayList<>();
        try (JarFile open = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(open.entries())) {
                if (entry.getName().endsWith(".class")) {
                    versions.add((int) ByteBuffer.wrap(open.getInputStream(entry).readNBytes(8)).getShort(6));
                }
            }
        }
        return versions;
    }
}
