package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tries the examples. The first line of each tells its size: a {@code small} one is run, with fewer documents, a
 * {@code full} one is only planned, as are small ones that are not drawn today. Lines that begin with {@code # first:}
 * are commands to carry out before, and {@code # exit status} tells with what it may end.
 */
class ExamplesTest {

    private static final Path EXAMPLES = ManualPage.ROOT.resolve("examples");

    static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).map(ManualPage.ROOT::relativize).sorted().toList();
        }
    }

    static List<Path> small() throws IOException {
        return all().stream().filter(f -> text(f).startsWith("# size: small\n")).toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    void firstLineTellsTheSize(Path example) {
        assertThat(text(example).lines().findFirst()).get().isIn("# size: small", "# size: full");
    }

    static List<Path> drawn() throws IOException {
        return Effort.oneIn(8, small(), ExamplesTest.class);
    }

    static List<Path> drawnOfTheRest() throws IOException {
        List<Path> rest = new ArrayList<>(small());
        rest.removeAll(drawn());
        return Effort.oneIn(3, rest, Shell.class);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("drawn")
    @Execution(ExecutionMode.CONCURRENT)
    void smallOnesRun(Path example, @TempDir Path folder) throws Exception {
        carryOut(example, folder);
    }

    @Thorough("they measure; othersCanBePlanned plans them")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("drawnOfTheRest")
    @Execution(ExecutionMode.CONCURRENT)
    void moreOfTheSmallOnesRun(Path example, @TempDir Path folder) throws Exception {
        carryOut(example, folder);
    }

    private static void carryOut(Path example, Path folder) throws Exception {
        try (Shell shell = new Shell(folder)) {
            String yaml = text(example);
            runCommands(shell, example, "# first: ");
            shell.run(example.toString(), "./tidemark run " + example + " --html page.html" + fewer(yaml) + " "
                    + String.join("", comments(yaml, "# exit status ")));
        }
    }

    /** Each is a process. */
    @Test
    void othersCanBePlanned(@TempDir Path folder) throws Exception {
        List<Path> others = new ArrayList<>(all());
        others.removeAll(drawn());
        others = Effort.today(6, others, ExamplesTest.class);
        try (Shell shell = new Shell(folder)) {
            for (Path example : others) {
                runCommands(shell, example, "# first: ");
                shell.run(example.toString(), "./tidemark run " + example + " --dry-run");
                runCommands(shell, example, "# afterwards: ");
            }
        }
    }

    private static void runCommands(Shell shell, Path example, String beginning) throws Exception {
        for (String command : comments(text(example), beginning)) {
            shell.run(example.toString(), command.substring(beginning.length()));
        }
    }

    private static List<String> comments(String yaml, String beginning) {
        return yaml.lines().filter(l -> l.startsWith(beginning)).toList();
    }

    /** Not so many documents as the example has, where it names any; what is to be shown does not depend on them. */
    private static String fewer(String yaml) {
        return yaml.contains("  documents: ") ? " --set documents=500" : "";
    }

    private static String text(Path example) {
        try {
            return Files.readString(ManualPage.ROOT.resolve(example));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
