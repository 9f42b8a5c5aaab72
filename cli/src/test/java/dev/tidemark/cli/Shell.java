package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.testing.Effort;

/**
 * Carries out commands as a reader of the manual would: in a folder of their own with a fresh store, where
 * {@code examples/} are the project's. Only that less is stored than by the declared defaults and runs last a second at
 * most, so that a page does not take minutes. The lock that keeps measured runs apart is the folder's own, too, so that
 * nothing else on the machine is in the way.
 *
 * <p>A command must end with status 0, or with one of those that a comment at its end allows, as in
 * {@code # exit status 2}. One that measures may say, too, that what it measured is invalid: the machine is busy with
 * other tests, and that it is noticed is no fault of the page.
 */
final class Shell implements AutoCloseable {

    /** How long a run lasts, on the command line and in an experiment, where it is more than a second. */
    private static final Pattern LONG =
            Pattern.compile("(?<set>--duration |duration=|duration: )(?:[2-9]|\\d{2,})s\\b");
    private static final Pattern VERB = Pattern.compile("\\./tidemark (\\S+)");
    private static final Set<String> MEASURING =
            Set.of("ingest", "volume", "random-io", "run", "query", "api", "script", "demo");
    /** What a command says of an iteration that the machine, or the generator on it, has spoilt. */
    private static final Pattern INVALID = Pattern.compile("(?m)^iteration \\d+ invalid: ");
    /** Of a command that reads files which one before it has exported from what was measured. */
    private static final String EXPORTED = "--source-directory ";
    /** They neither measure nor rest on what was measured. */
    private static final Set<String> HARMLESS = Set.of("--version", "--help", "params", "drivers", "schema", "target",
            "defaults", "user", "token", "dataset", "querylog", "rig", "agent");
    private static final Pattern IMPORT = Pattern.compile("\\./tidemark import (\\S+)");
    private static final Pattern STATUS = Pattern.compile("# exit status (\\d+(?: or \\d+)*)");
    /** Far more than any page takes. */
    private static final long PATIENCE_MINUTES = 30;

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
        line.addAll(LaidOut.HOME.isPresent()
                ? LaidOut.flags(LaidOut.HOME.get(), Path.of("target", "test-classes").toAbsolutePath())
                : List.of("-cp", System.getProperty("java.class.path")));
        line.add(CommandLoop.class.getName());
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
        Files.writeString(folder.resolve(name), shorter(text));
    }

    private static String shorter(String text) {
        return Effort.full() ? text : LONG.matcher(text).replaceAll("${set}1s");
    }

    /** @param place where the command stands, for messages */
    void run(String place, String command) throws IOException {
        run(place, command, allowed(command));
    }

    private void run(String place, String command, Set<Integer> allowed) throws IOException {
        commands.println(shorter(command));
        StringBuilder said = new StringBuilder();
        String line = answers.readLine();
        while (line != null && !line.startsWith(CommandLoop.END)) {
            said.append(line).append('\n');
            line = answers.readLine();
        }
        assertThat(line).as("%s: %s ends in time%n%s", place, command, said).isNotNull();
        int status = Integer.parseInt(line.substring(CommandLoop.END.length()));
        if (status == ExitStatus.FAILED && INVALID.matcher(said).find()) {
            return;
        }
        assertThat(status)
                .as("exit status of %s: %s%n%s", place, command, said).isIn(allowed);
    }

    /**
     * Plans what the command would measure, or carries it out where it is harmless.
     *
     * @param place where the command stands, for messages
     */
    void plan(String place, String command) throws IOException {
        Matcher verb = VERB.matcher(command);
        if (command.contains(EXPORTED)) {
            return;
        }
        if (verb.lookingAt() && MEASURING.contains(verb.group(1))) {
            // What is wrong with it may only be found when it is carried out.
            run(place, command.contains(" --dry-run") ? command : verb.replaceFirst("$0 --dry-run"),
                    allowed(command).contains(2) ? Set.of(0, 2) : Set.of(0));
        } else if (command.startsWith("java ") || verb.lookingAt() && HARMLESS.contains(verb.group(1))
                || importsWhatIsThere(command)) {
            run(place, command);
        }
    }

    /** A file of the page's own, or an example: nothing need be measured before. */
    private boolean importsWhatIsThere(String command) {
        Matcher imports = IMPORT.matcher(command);
        return imports.lookingAt() && Files.exists(folder.resolve(imports.group(1)));
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
