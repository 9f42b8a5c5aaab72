package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.ManualPage.Block;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.testing.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the manual to what it says.
 * <ul>
 * <li>Blocks of {@code sh} are carried out in order, page by page, by {@link ManualCommands}. One that must not be is marked
 *     {@code norun:} with the reason.
 * <li>A block of {@code yaml} that begins with {@code # file: NAME} is put into that file; every other one must be part
 *     of an experiment that can be planned.
 * <li>Links lead somewhere, and every page can be reached.
 * </ul>
 */
class ManualTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    /** A class of tests, and maybe one of them, as in {@code `DamageTest.aDamagedIterationIsNamedAndLeftOut`}. */
    private static final Pattern NAMED_TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?\\b");
    private static final Pattern COMMAND_IN_TABLE = Pattern.compile("(?m)^\\|.*\\| `(\\./tidemark [^`]+)` \\|$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    static List<ManualPage> pages() {
        return ManualPage.all();
    }

    static List<ManualPage> pagesNotDrawn() {
        return Effort.today(6, ManualCommands.left(), ManualTest.class);
    }

    /** What the others, which are {@linkplain ManualCommands carried out}, measure can be planned here, too. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("pagesNotDrawn")
    @Execution(ExecutionMode.CONCURRENT)
    void commandsCanBePlanned(ManualPage page, @TempDir Path folder) throws Exception {
        ManualCommands.onPage(page, folder, Shell::plan);
    }

    /** In tables there is no room to carry commands out, which may take hours; they can be planned. */
    @Test
    void commandsOfTheReadmesTableCanBePlanned(@TempDir Path folder) throws Exception {
        ManualPage readme = pages().getFirst();
        List<String> commands = COMMAND_IN_TABLE.matcher(readme.text()).results().map(r -> r.group(1)).toList();
        assertThat(commands).hasSizeGreaterThan(5);
        try (Shell shell = new Shell(folder)) {
            for (String command : commands) {
                shell.run(readme.toString(), command + " --dry-run");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void blocksSayWhatTheyAre(ManualPage page) {
        for (Block block : page.blocks()) {
            assertThat(block.language()).as("language of %s:%d", page, block.line())
                    .isIn("sh", "yaml", "text", "json", "java");
            if (!block.note().isEmpty()) {
                assertThat(block.note()).as("note of %s:%d", page, block.line()).matches("norun: \\S.*");
            }
        }
    }

    /** But for what an ellipsis stands for. */
    @ParameterizedTest
    @MethodSource("pages")
    void javaIsThatOfAnExample(ManualPage page) throws IOException {
        for (Block block : page.blocks().stream().filter(b -> b.language().equals("java")).toList()) {
            List<String> parts = Stream.of(block.text().split("\\s*…\\s*")).map(String::strip).toList();
            try (Stream<Path> files = Files.walk(ManualPage.ROOT.resolve("examples"))) {
                List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
                assertThat(sources).as("%s:%d", page, block.line()).anySatisfy(source ->
                        assertThat(Files.readString(source)).containsSubsequence(parts));
            }
        }
    }

    /** Who finds the program's words changed since can have the page anew. */
    @Test
    void pagesOfResultsSayHowTheyAreMade() throws Exception {
        try (Stream<Path> reports = Files.list(ManualPage.ROOT.resolve("docs/reports"))) {
            for (String report : reports.map(r -> r.getFileName().toString()).sorted().toList()) {
                assertThat(pages()).as(report).anySatisfy(page -> assertThat(page.text()).contains("(reports/" + report + ")")
                        .containsPattern("\\./tidemark run examples/\\S+\\.yaml .*--html " + Pattern.quote(report)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void partsOfExperimentsCanBePlanned(ManualPage page) {
        for (Block block : page.blocks().stream().filter(b -> b.language().equals("yaml")).toList()) {
            Planner.plan(ExperimentReader.read(whole(block.text()), page + ":" + block.line()), Map.of());
        }
    }

    /** The part of an experiment, with what every experiment needs. */
    private static String whole(String part) {
        StringBuilder whole = new StringBuilder(part);
        if (!has(part, "workload")) {
            whole.append("workload: ingest\n");
        }
        if (!has(part, "target") && !has(part, "targets")) {
            whole.append("target: rocksdb\n");
        }
        return whole.toString();
    }

    private static boolean has(String part, String key) {
        return part.lines().anyMatch(l -> l.startsWith(key + ":"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(ManualPage page) throws IOException {
        for (String link : links(page)) {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]).normalize();
            assertThat(ManualPage.ROOT.resolve(target)).as("%s links to %s", page, link).exists();
            if (parts.length > 1) {
                assertThat(anchors(Files.readString(ManualPage.ROOT.resolve(target))))
                        .as("headings of %s, to which %s links", target, page).contains(parts[1]);
            }
        }
    }

    /** Tests are what the manual's claims rest on. */
    @Test
    void testsThatAreNamedAreThere() throws IOException {
        Map<String, List<Path>> tests;
        try (Stream<Path> files = Files.walk(ManualPage.ROOT)) {
            tests = files.filter(f -> f.toString().contains("/src/test/java/") && f.toString().endsWith("Test.java"))
                    .collect(Collectors.groupingBy(f -> f.getFileName().toString().replace(".java", "")));
        }
        for (ManualPage page : pages()) {
            for (MatchResult named : NAMED_TEST.matcher(Files.readString(ManualPage.ROOT.resolve(page.path())))
                    .results().toList()) {
                assertThat(tests).as("tests named by %s", page).containsKey(named.group(1));
                if (named.group(2) != null) {
                    assertThat(tests.get(named.group(1))).as("%s, named by %s", named.group(), page)
                            .anyMatch(file -> says(file, " " + named.group(2) + "("));
                }
            }
        }
    }

    private static boolean says(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyPageCanBeReachedFromTheReadme() {
        List<Path> reached = new ArrayList<>(List.of(Path.of("README.md")));
        for (int i = 0; i < reached.size(); i++) {
            Path from = reached.get(i);
            pages().stream().filter(p -> p.path().equals(from)).flatMap(p -> links(p).stream())
                    .map(link -> from.resolveSibling(link.replaceFirst("#.*", "")).normalize())
                    .filter(to -> !reached.contains(to)).forEach(reached::add);
        }
        assertThat(reached).containsAll(pages().stream().map(ManualPage::path).toList());
    }

    /** Links within the project. */
    private static List<String> links(ManualPage page) {
        return LINK.matcher(page.text()).results().map(r -> r.group(1)).filter(l -> !l.matches("[a-z]+:.*")).toList();
    }

    /** What headings are called in links: in lower case, without punctuation, hyphens for blanks. */
    private static List<String> anchors(String page) {
        return HEADING.matcher(page).results().map((MatchResult r) -> r.group(1).toLowerCase()
                .replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-')).toList();
    }
}
