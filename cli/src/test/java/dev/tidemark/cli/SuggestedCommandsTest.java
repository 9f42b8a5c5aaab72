package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import org.junit.jupiter.api.Test;

/**
 * Commands that messages, reports and pages suggest are put together by {@link ShellCommand}, which quotes what is in
 * them.
 */
class SuggestedCommandsTest {

    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();

    /** A text that holds a command of ours up to a place where something is added. */
    private static final Pattern ADDED = Pattern.compile("\"[^\"\n]*\\btidemark (" + String.join("|", Main.commandLine(
            new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter())).getSubcommands().keySet())
            + ")\\b[^\"\n]* \"\\s*\\+\\s*[^\"\\s]");

    /** What the tests of rigs expect is known to need no quotes. */
    private static boolean isOfTheProgram(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.endsWith(".java") && path.contains("/src/main/java/") && !path.contains("/drivers/contract/");
    }

    @Test
    void noneIsPutTogetherByHand() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> byHand = files.filter(SuggestedCommandsTest::isOfTheProgram)
                    .flatMap(SuggestedCommandsTest::added).toList();
            assertThat(byHand).isEmpty();
        }
    }

    private static Stream<String> added(Path file) {
        try {
            return ADDED.matcher(Files.readString(file)).results().map(MatchResult::group)
                    .map(found -> SOURCES.relativize(file) + ": " + found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
