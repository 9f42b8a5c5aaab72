package dev.tidemark.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of others in folders: one that works, and all that can be wrong with one, which must end no command. */
class DriverFolderTest {

    private static final String SOURCE = """
            package its.own;
            public final class ItsDriver implements dev.tidemark.core.driver.Driver {
                public String name() { return "%s"; }
                public String summary() { %s }
                public dev.tidemark.core.param.ParamSet params() {
                    return dev.tidemark.core.param.ParamSet.of();
                }
                public dev.tidemark.core.result.MeasureSet measures() {
                    return dev.tidemark.core.result.MeasureSet.of();
                }
                public java.util.Set<dev.tidemark.core.driver.Capability> capabilities() { return java.util.Set.of(); }
                public java.util.List<String> jvmFlags() { return java.util.List.of(); }
                public dev.tidemark.core.driver.OpenTarget open(dev.tidemark.core.param.Values values,
                        dev.tidemark.core.driver.Context context) {
                    return null;
                }
            }
            class Lost {
                static final String TEXT = String.valueOf("text");
            }
            """;

    @TempDir
    private Path folder;

    /** Puts a jar with a driver into a folder. @param without a class that the jar then lacks; empty for none */
    private void put(Path place, String name, String summary, String without) throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        Path source = Files.writeString(folder.resolve("ItsDriver.java"), SOURCE.formatted(name, summary));
        assertThat(ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, "-proc:none", "-cp",
                System.getProperty("java.class.path"), "-d", classes.toString(), source.toString())).isZero();
        Files.createDirectories(place);
        try (OutputStream file = Files.newOutputStream(place.resolve("it.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            add(jar, "META-INF/services/" + Driver.class.getName(), "its.own.ItsDriver".getBytes());
            for (String type : List.of("ItsDriver", "Lost")) {
                if (!type.equals(without)) {
                    String path = "its/own/" + type + ".class";
                    add(jar, path, Files.readAllBytes(classes.resolve(path)));
                }
            }
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private List<String> found(String... taken) {
        return DriverFolder.in(Optional.of(folder.resolve("program")), Optional.of(folder.resolve("user")),
                Set.of(taken)).stream().map(found -> found.driver().map(Driver::summary).orElseGet(found::toString))
                .toList();
    }

    private Path in(String place, String name) {
        return folder.resolve(place).resolve("drivers").resolve(name);
    }

    @Test
    void driversLieInFoldersOfTheirNamesOfTheProgramAndOfTheUser() throws IOException {
        assertThat(found()).as("no folder is there").isEmpty();
        put(in("program", "one"), "one", "return \"of the program\";", "");
        put(in("user", "two"), "two", "return \"of the user\" + Lost.TEXT.length();", "");
        Files.writeString(in("user", "note.txt"), "no folder");
        assertThat(found()).containsExactly("of the program", "of the user4");
    }

    @Test
    void theEngineOfADriverOfTidemarksIsNoneOfOthers() throws IOException {
        Files.createDirectories(in("program", "rocksdb"));
        assertThat(found("rocksdb")).isEmpty();
        put(in("user", "rocksdb"), "rocksdb", "return \"\";", "");
        assertThat(found("rocksdb")).containsExactly("driver 'rocksdb' in " + in("user", "rocksdb")
                + " cannot be used: there is another driver of this name");
    }

    @Test
    void whatIsWrongWithOneIsTold() throws IOException {
        Files.createDirectories(in("user", "a-empty"));
        put(in("user", "b-other"), "b-name", "return \"\";", "");
        put(in("user", "c-throws"), "c-throws", "throw new IllegalStateException(\"of\\nits own\");", "");
        put(in("user", "d-lacks"), "d-lacks", "return Lost.TEXT;", "Lost");
        Files.createDirectories(in("user", "e-broken"));
        Files.writeString(in("user", "e-broken").resolve("no.jar"), "no jar");
        put(in("user", "f-missing"), "f-missing", "return \"\";", "ItsDriver");
        put(in("user", "g-works"), "g-works", "return \"works\";", "");
        assertThat(found()).map(message -> message.replaceAll(".*: ", "")).containsExactly("no jar in it has a driver",
                "its driver is called 'b-name', and so must the folder be", "of its own", "its.own.Lost",
                "no jar in it has a driver", "Provider its.own.ItsDriver not found", "works");
    }
}
