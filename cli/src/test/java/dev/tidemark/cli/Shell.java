package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Carries out commands as a reader of the manual would: in a folder of their own with a fresh store, where
 * {@code examples/} are the project's. Only that less is stored than by the declared defaults, so that a page does not
 * take minutes. The lock that keeps measured runs apart is the folder's own, too, so that nothing else on the machine
 * is in the way.
 *
 * <p>A command must end with status 0, or with one of those that a comment at its end allows, as in
 * {@code # exit status 0 or 3: 3 when the machine is busy}.
 */
final class Shell implements AutoCloseable {

    private static final Pattern STATUS = Pattern.compile("# exit status (\\d+(?: or \\d+)*)");
    /** Far more than any page takes. */
    private static final long PATIENCE_MINUTES = 30;

    /** Where the program is laid out; not there before it is packaged. */
    private static final Optional<String> HOME = Optional.ofNullable(System.getProperty("tidemark.home"));

    private final Path folder;
    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;

    Shell(Path folder) throws IOException {
        this.folder = folder;
        copyExamples();
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("tmp"))));
        if (HOME.isPresent()) {
            Files.createDirectories(Path.of(HOME.get(), "aot")); // as the launcher does
            line.add("-Dtidemark.home=" + HOME.get());
        }
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), CommandLoop.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
        // For the runners, too: they live so short that optimising their code costs more than it gains.
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().put("TIDEMARK_STORE", folder.resolve("store/results.db").toString());
        process = builder.start();
        process.onExit().orTimeout(PATIENCE_MINUTES, TimeUnit.MINUTES).exceptionally(late -> {
            close();
            return null;
        });
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
        run("the test itself", "./tidemark defaults set ingest documents=500 warm-up=none");
        run("the test itself", "./tidemark defaults set volume warm-up=none");
        run("the test itself", "./tidemark defaults set random-io warm-up=none");
        run("the test itself", "./tidemark defaults set script warm-up=none");
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
    void runAll(String place, String lines) throws IOException {
        for (String command : lines.replace("\\\n", " ").lines().filter(l -> !l.isBlank()).toList()) {
            run(place, command);
        }
    }

    /** @param place where the command stands, for messages */
    void run(String place, String command) throws IOException {
        commands.println(command);
        StringBuilder said = new StringBuilder();
        String line = answers.readLine();
        while (line != null && !line.startsWith(CommandLoop.END)) {
            said.append(line).append('\n');
            line = answers.readLine();
        }
        assertThat(line).as("%s: %s ends in time%n%s", place, command, said).isNotNull();
        assertThat(Integer.parseInt(line.substring(CommandLoop.END.length())))
                .as("exit status of %s: %s%n%s", place, command, said).isIn(allowed(command));
    }

    /** The statuses with which a command may end. */
    private static Set<Integer> allowed(String command) {
        Matcher said = STATUS.matcher(command);
        return !said.find() ? Set.of(0) : new TreeSet<>(Stream.of(said.group(1).split(" or ")).map(Integer::valueOf)
                .toList());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        // The folder is deleted next, so nobody may write to it any more.
        process.onExit().join();
    }
}
