package dev.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

/** What is not run every time names tests that are, in the sources of all modules. */
class HeldByTest {
    private static final Pattern BY_TURNS = Pattern.compile("@ByTurns\\(days = \\d+,\\s+heldBy = ([^)]*)\\)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern THOROUGH = Pattern.compile("@Thorough\\(\"([^\"]*)\"\\)");
    private static final Pattern NAMED = Pattern.compile("\\b[A-Z]\\w*Test(\\.\\w+)?\\b");
    /** A class, or a method, that is left out on most days or always. */
    private static final String LEFT_OUT = "(@ByTurns\\([^)]*\\)|@Thorough\\([^)]*\\)"
            + "|@HeavyServer|@EnabledIfSystemProperty\\(named = \"rigs\"[^)]*\\))\\s+(@.*\\s+)*";

    private final Map<String, List<String>> tests = sources();

    /** By class. What a build beside this one makes and removes is not looked at. */
    private static Map<String, List<String>> sources() {
        return folders(Path.of("").toAbsolutePath().getParent())
                .flatMap(folder -> Stream.concat(Stream.of(folder), folders(folder)))
                .map(module -> module.resolve("src/test/java")).filter(Files::isDirectory)
                .flatMap(folder -> listed(() -> Files.walk(folder)))
                .filter(file -> file.toString().endsWith(".java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString().replace(".java", ""),
                        Collectors.mapping(HeldByTest::text, Collectors.toList())));
    }

    private static Stream<Path> folders(Path folder) {
        return listed(() -> Files.list(folder)).filter(Files::isDirectory)
                .filter(below -> !below.getFileName().toString().startsWith("."));
    }

    private static Stream<Path> listed(Callable<Stream<Path>> listing) {
        try (Stream<Path> all = listing.call()) {
            return all.toList().stream();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names in what a pattern finds in all sources but this one. */
    private List<String> named(Pattern pattern, Pattern name, int group) {
        return tests.entrySet().stream().filter(test -> !test.getKey().equals("HeldByTest"))
                .flatMap(test -> test.getValue().stream()).flatMap(text -> pattern.matcher(text).results())
                .map(MatchResult::group).flatMap(text -> name.matcher(text).results()).map(found -> found.group(group))
                .distinct().toList();
    }

    /** What keeps a test from holding anything every time; empty where nothing does. Two modules may name one alike. */
    private static String wrong(String name, Map<String, List<String>> tests) {
        String[] parts = name.split("\\.");
        String method = parts.length > 1 ? "void " + parts[1] + "\\(" : "";
        List<String> texts = tests.getOrDefault(parts[0], List.of()).stream()
                .filter(Pattern.compile(method).asPredicate()).toList();
        if (texts.isEmpty()) {
            return "there is none";
        }
        return texts.stream().allMatch(text -> leftOut("(\\w+ )*class " + parts[0] + "\\b", text)
                || !method.isEmpty() && leftOut(method, text)) ? "is not run every time" : "";
    }

    private static boolean leftOut(String declaration, String text) {
        return Pattern.compile(LEFT_OUT + declaration).matcher(text).find();
    }

    private Map<String, String> wrong(List<String> names) {
        return names.stream().filter(name -> !wrong(name, tests).isEmpty())
                .collect(Collectors.toMap(name -> name, name -> wrong(name, tests)));
    }

    @Test
    void whatIsRunByTurnsIsHeldByTestsThatAreRunEveryTime() {
        List<String> names = named(BY_TURNS, QUOTED, 1);
        assertThat(names).hasSizeGreaterThan(20);
        assertThat(wrong(names)).isEmpty();
    }

    @Test
    void whatTakesLongIsHeldByTestsThatAreRunEveryTime() {
        List<String> names = named(THOROUGH, NAMED, 0);
        assertThat(names).hasSizeGreaterThan(5);
        assertThat(wrong(names)).isEmpty();
    }

    @Test
    void whoIsNotThereOrNotRunEveryTimeIsTold() {
        Map<String, List<String>> some = Map.of("ATest", List.of("""
                @ByTurns(days = 5, heldBy = "BTest")
                @Timeout(300)
                class ATest extends InTheBrowser {
                """), "BTest", List.of("""
                class BTest {
                    @Thorough("long; ATest holds it")
                    @Test
                    void left() {
                    }

                    @Test
                    void run() {
                    }
                """));
        assertThat(wrong("CTest", some)).isEqualTo("there is none");
        assertThat(wrong("BTest.nowhere", some)).isEqualTo("there is none");
        assertThat(wrong("ATest", some)).isEqualTo("is not run every time");
        assertThat(wrong("BTest.left", some)).isEqualTo("is not run every time");
        assertThat(wrong("BTest", some)).isEmpty();
        assertThat(wrong("BTest.run", some)).isEmpty();
    }
}
