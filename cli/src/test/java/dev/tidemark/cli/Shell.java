package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Carries out commands as a reader of the manual would: in a checkout of their own with a fresh store, where
 * {@code ./tidemark} is the program under test and {@code examples/} are the project's. The lock that keeps measured
 * runs apart is the checkout's own, too, so that nothing else on the machine is in the way.
 *
 * <p>A command must end with status 0, or with one of those that a comment at its end allows, as in
 * {@code # exit status 0 or 3: 3 when the machine is busy}.
 */
final class Shell {

    private static final Pattern STATUS = Pattern.compile("# exit status (\\d+(?: or \\d+)*)");
    private static final long PATIENCE_SECONDS = 120;

    private final Path folder;

    Shell(Path folder) throws IOException {
        this.folder = folder;
        Path script = Files.writeString(folder.resolve("tidemark"), """
                #!/bin/sh
                exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
                '-Djava.io.tmpdir=%s' -cp '%s' dev.tidemark.cli.Main "$@"
                """.formatted(Path.of(System.getProperty("java.home"), "bin", "java"), Files.createDirectory(
                        folder.resolve("tmp")), System.getProperty("java.class.path")));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        copyExamples();
    }

    private void copyExamples() throws IOException {
        Path examples = ManualPage.ROOT.resolve("examples");
        try (Stream<Path> files = Files.walk(examples)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("examples").resolve(examples.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Carries out each line; one that ends with a backslash goes on in the next. */
    void runAll(String place, String lines) throws IOException, InterruptedException {
        for (String command : lines.replace("\\\n", " ").lines().filter(l -> !l.isBlank()).toList()) {
            run(place, command);
        }
    }

    /** @param place where the command stands, for messages */
    void run(String place, String command) throws IOException, InterruptedException {
        Path said = folder.resolve("tmp/said");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(said.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("TIDEMARK_STORE", folder.resolve("store/results.db").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("%s: %s ends", place, command).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as("exit status of %s: %s%n%s", place, command, Files.readString(said))
                .isIn(allowed(command));
    }

    /** The statuses with which a command may end. */
    static Set<Integer> allowed(String command) {
        Matcher said = STATUS.matcher(command);
        return !said.find() ? Set.of(0) : new TreeSet<>(Stream.of(said.group(1).split(" or ")).map(Integer::valueOf)
                .toList());
    }

    /** The comments of an example whose text begins like this, without that beginning. */
    static List<String> comments(String yaml, String beginning) {
        List<String> found = new ArrayList<>();
        yaml.lines().filter(l -> l.startsWith("# " + beginning)).forEach(l ->
                found.add(l.substring(2 + beginning.length()).strip()));
        return found;
    }
}
