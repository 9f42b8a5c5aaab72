package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/run} asks about dependencies and about tests, on lists of this test's own, and how it ends. */
@EnabledOnOs(OS.LINUX)
class CiChecksTest {

    private static final Path CHECKS = Path.of("..", ".ci").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private Path input;

    @BeforeEach
    void begin() throws IOException {
        input = Files.createFile(folder.resolve("input"));
    }

    /** @return the exit status */
    private int run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(input.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        said.clear();
        said.addAll(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        return process.waitFor();
    }

    // ---- dependencies

    private Path jar(String path, String content) throws IOException {
        Path jar = folder.resolve("repository").resolve(path);
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, content);
        Files.writeString(folder.resolve("jars"), (Files.exists(folder.resolve("jars"))
                ? Files.readString(folder.resolve("jars")) : "") + jar + "\n");
        return jar;
    }

    private void pom(String path, String content) throws IOException {
        Path pom = folder.resolve("repository").resolve(path);
        Files.createDirectories(pom.getParent());
        Files.writeString(pom, content);
    }

    private static String sum(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private int dependencies(String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", CHECKS.resolve("dependencies").toString()));
        command.addAll(List.of(more));
        return run(Map.of("CI_LISTS", folder.toString(), "CI_JARS", folder.resolve("jars").toString()),
                command.toArray(String[]::new));
    }

    private void advisories(String... lines) throws IOException {
        Files.writeString(folder.resolve("advisories.tsv"), "# as of 2026-11-22\n" + String.join("\n", lines) + "\n");
    }

    @Test
    void dependenciesAreHeldAgainstTheList() throws Exception {
        Path one = jar("org/one/one-all/1.10/one-all-1.10.jar", "one");
        Path two = jar("two/two/2.0/two-2.0-native.jar", "two");
        pom("org/one/one-all/1.10/one-all-1.10.pom", "<project><parent><groupId>org.one</groupId>\n"
                + "<artifactId>parent</artifactId><version>3</version></parent></project>");
        pom("org/one/parent/3/parent-3.pom",
                "<project><licenses>\n<license><name>BSD\n  3</name></license></licenses></project>");
        advisories("org.one:one-all\t1.0\t1.9\tCVE-1");
        assertThat(dependencies("--write")).isZero();
        Path list = folder.resolve("dependencies.tsv");
        assertThat(list).hasContent("org.one:one-all:1.10\t" + sum(one) + "\tBSD 3\ntwo:two:2.0:native\t" + sum(two)
                + "\tunknown");
        assertThat(dependencies()).as(said::toString).isZero();
        assertThat(said).containsExactly(
                "Dependencies: 2 are as listed, and in none of the 1 advisories that are bundled, "
                + "as of 2026-11-22. Newer ones were not asked for.");

        Files.writeString(one, "another");
        jar("three/three/1/three-1.jar", "three");
        Files.writeString(list, Files.readString(list) + "four:four:4\t00\tMIT\n");
        assertThat(dependencies()).isEqualTo(1);
        assertThat(said).containsExactly("dependencies: four:four:4 is listed and not used",
                "dependencies: org.one:one-all:1.10 has the checksum " + sum(one) + ", not the listed "
                        + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest("one".getBytes())),
                "dependencies: three:three:1 is used and not listed");
    }

    /** Versions are compared by their numbers. */
    @Test
    void whatIsAffectedByAnAdvisoryIsNotTaken() throws Exception {
        jar("org/one/one-all/1.10/one-all-1.10.jar", "one");
        advisories("org.one:one-all\t0\t1.9\tCVE-1", "org.one:one-all\t1.9\t1.10.1\tCVE-2",
                "org.one:one-all\t1.11\t1.12\tCVE-3",
                "org.one:one\t0\t9\tCVE-4", "org.one:one-all\t0\t1.10\tCVE-5");
        dependencies("--write");
        assertThat(dependencies()).isEqualTo(1);
        assertThat(said).containsExactly("dependencies: org.one:one-all:1.10 is affected by CVE-2; fixed in 1.10.1");
    }

    @Test
    void withoutABuildNothingCanBeSaid() throws Exception {
        Files.writeString(folder.resolve("jars"), "/nowhere/classes\n");
        advisories();
        assertThat(dependencies()).isEqualTo(2);
        assertThat(said).singleElement().asString().contains("mvn verify");
    }

    // ---- tests that were left out

    private int skipped(String table, String reports) throws Exception {
        Files.writeString(input, reports);
        Files.writeString(folder.resolve("skips"), table);
        return run(Map.of(), "bash", CHECKS.resolve("skipped").toString(), folder.resolve("skips").toString());
    }

    private static String aborted(String why) {
        return "  <testcase name=\"a\">\n    <skipped type=\"org.opentest4j.TestAbortedException\"><![CDATA["
                + "org.opentest4j.TestAbortedException: Assumption failed: " + why
                + "\n\tat somewhere\n]]></skipped>\n";
    }

    @Test
    void whatTheMachineCannotDoMayBeLeftOut() throws Exception {
        assertThat(skipped("# comment\nno wings\tfalse\twings\nfish|bird\tfalse\ta fish\n",
                aborted("no wings here") + aborted("no wings here") + "<skipped message=\"a fish is needed\"/>\n"
                        + "<testcase name=\"ran\"/>\n")).isZero();
        assertThat(said).containsExactly("skipped: 2 × no wings here (as it takes wings)",
                "skipped: 1 × a fish is needed (as it takes a fish)");
    }

    @Test
    void whatItCanDoMayNot() throws Exception {
        assertThat(skipped("no wings\ttrue\twings\n", aborted("no wings here"))).isEqualTo(1);
        assertThat(said).containsExactly("skipped: 1 × no wings here (NOT ALLOWED, though this machine has it: wings)");
    }

    @Test
    void norMayWhatNobodyDeclared() throws Exception {
        assertThat(skipped("no wings\tfalse\twings\n", aborted("it rains"))).isEqualTo(1);
        assertThat(said).containsExactly("skipped: 1 × it rains (NOT ALLOWED, which .ci/skips does not declare)");
        assertThat(skipped("no wings\tfalse\twings\n", "<testcase name=\"ran\"/>\n")).isZero();
        assertThat(said).isEmpty();
    }

    // ---- how tests ended, and how long they took

    /** A report of Surefire's on one class. */
    private static String report(String module, String test, int seconds, String... cases) {
        return "<testsuite name=\"" + test + "\" time=\"" + seconds + "\" tests=\"" + cases.length
                + "\" errors=\"0\" skipped=\"0\" failures=\"" + count(cases, "<failure") + "\">\n"
                + "    <property name=\"basedir\" value=\"/a/checkout/" + module + "\"/>\n" + String.join("", cases)
                + "</testsuite>\n";
    }

    private static long count(String[] cases, String element) {
        return Stream.of(cases).filter(c -> c.contains(element)).count();
    }

    private static String timed(String test, String name, String seconds, String... inside) {
        return "  <testcase name=\"" + name + "\" classname=\"" + test + "\" time=\"" + seconds + "\">\n"
                + String.join("\n", inside) + "\n</testcase>\n";
    }

    private int sum(String reports) throws Exception {
        Files.writeString(input, reports);
        return run(Map.of(), "bash", CHECKS.resolve("sum").toString());
    }

    @Test
    void whatFailsFailsAndWhatPassesAtOnceMayHaveFailedTwice() throws Exception {
        String passed = timed("ATest", "good", "1");
        String flaky = timed("ATest", "late", "1", "<flakyFailure>");
        assertThat(sum(report("core", "ATest", 3, passed, flaky, flaky))).isZero();
        assertThat(said).containsExactly("passed only when run again: ATest.late",
                "passed only when run again: ATest.late", "3 passed, 0 failed, 0 skipped");
        assertThat(sum(report("core", "ATest", 3, flaky, flaky, flaky))).isEqualTo(1);

        assertThat(sum(report("core", "ATest", 3, passed, timed("ATest", "bad", "1", "    <failure>")))).isEqualTo(1);
        assertThat(said).containsExactly("failed: ATest.bad", "1 passed, 1 failed, 0 skipped");
    }

    private int budget(String reports, String... more) throws Exception {
        Files.writeString(input, reports);
        List<String> command = new ArrayList<>(List.of("bash", CHECKS.resolve("budget").toString()));
        command.addAll(List.of(more));
        return run(Map.of("CI_BUDGET", folder.resolve("budget.tsv").toString()), command.toArray(String[]::new));
    }

    /** Microseconds that a piece of work took, now and again. */
    private String pace(int... micros) throws IOException {
        return Files.write(folder.resolve("pace"), IntStream.of(micros).mapToObj(Integer::toString).toList()).toString();
    }

    @Test
    void theSlowestAreNamed() throws Exception {
        assertThat(budget(report("core", "ATest", 3, timed("ATest", "one", "1.5"), timed("ATest", "two", "0.5"))
                + report("drivers/null", "BTest", 1200, timed("BTest", "one", "1,199.5")))).isZero();
        assertThat(said).containsExactly("The slowest classes, in seconds:", "  1200.0 BTest", "     3.0 ATest",
                "The slowest tests, in seconds:", "  1199.5 BTest.one", "     1.5 ATest.one", "     0.5 ATest.two");
    }

    @Test
    void whatBecomesThreeTimesAsSlowFailsUnlessTheMachineDid() throws Exception {
        assertThat(budget(report("core", "ATest", 40) + report("core", "BTest", 5) + report("drivers/null", "CTest", 2),
                "--write", pace(90_000, 100_000, 900_000))).isZero();
        assertThat(Files.readAllLines(folder.resolve("budget.tsv")).stream().filter(l -> !l.startsWith("#")))
                .containsExactly("pace\ta piece of work\t0.100", "module\tcore\t45", "module\tdrivers/null\t2",
                        "class\tATest\t40");

        String slower = report("core", "ATest", 121) + report("core", "BTest", 5) + report("drivers/null", "CTest", 89);
        assertThat(budget(slower, pace(100_000))).isEqualTo(1);
        assertThat(said).last().isEqualTo("budget: class ATest took 121 s, and may take 120 (.ci/budget.tsv)");
        assertThat(budget(slower, pace(200_000))).isZero();
        assertThat(budget(report("core", "ATest", 121), pace(50_000))).isEqualTo(1);
        assertThat(budget(report("new", "NewTest", 89), pace(100_000))).isZero();
        assertThat(budget(report("new", "NewTest", 91), pace(100_000))).isEqualTo(1);
    }

    // ---- the whole check, with stand-ins for what takes long

    /**
     * A checkout with {@code .ci} and nothing else, and before all other programs some of this test's own.
     *
     * @param maven what {@code mvn} does, in a shell
     * @return what to run a check with
     */
    private Map<String, String> checkout(String maven) throws IOException {
        Path ci = Files.createDirectories(folder.resolve("checkout/.ci"));
        try (Stream<Path> files = Files.list(CHECKS)) {
            for (Path file : files.toList()) {
                Files.copy(file, ci.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        program("checkout/.ci/dependencies", "true");
        program("checkout/.ci/distribution", "true");
        program("checkout/tidemark", """
                done=$(cat done 2>/dev/null || echo 0)
                case "$*" in
                    'show demo --json') for ((i = 0; i < done; i++)); do echo '"state" : "done"'; done ;;
                    'show demo') printf 'id\tstate\n'; for ((i = 0; i < done; i++)); do printf '%s\tdone\n' "$i"; done ;;
                    'demo --alongside') echo 3 >done; exec sleep 600 ;;
                    *) echo 28 >done; echo page >tidemark-demo.html; seq 19 ;;
                esac""");
        for (String tool : List.of("Rscript", "python3", "chromium", "apt-get", "sudo")) {
            program("bin/" + tool, "true");
        }
        program("bin/date", "echo 20300201");
        program("bin/mvn", "mkdir -p core/target/surefire-reports\n" + maven);
        return Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"), "JAVA_HOME",
                System.getProperty("java.home"));
    }

    private void program(String path, String script) throws IOException {
        Path program = folder.resolve(path);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/usr/bin/env bash\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private int check(String name, Map<String, String> environment) throws Exception {
        return run(environment, "bash", folder.resolve("checkout/.ci").resolve(name).toString());
    }

    private static String reporting(String... cases) {
        return "cat >core/target/surefire-reports/TEST-ATest.xml <<'END'\n" + report("core", "ATest", 3, cases)
                + "END\n";
    }

    private static final String GOOD = timed("ATest", "good", "1");
    private static final String BAD = timed("ATest", "bad", "1", "    <failure>");

    @Test
    void theWholeCheckPassesWhereAllIsWell() throws Exception {
        assertThat(check("run", checkout(reporting(GOOD)))).as(said::toString).isZero();
        assertThat(said).last().isEqualTo("1 passed, 0 failed, 0 skipped");
    }

    @Test
    void theWholeCheckFailsByWhateverFails() throws Exception {
        assertThat(check("run", checkout(reporting(GOOD, BAD)))).isEqualTo(1);
        assertThat(said).last().isEqualTo("1 passed, 1 failed, 0 skipped");

        assertThat(check("run", checkout(reporting(GOOD) + "exit 3"))).isEqualTo(1);
        assertThat(said).endsWith("1 passed, 0 failed, 0 skipped", "Maven has failed");

        assertThat(check("run", checkout(reporting(GOOD, aborted("it rains"))))).isEqualTo(1);
        assertThat(said).contains("skipped: 1 × it rains (NOT ALLOWED, which .ci/skips does not declare)")
                .last().isEqualTo("2 passed, 0 failed, 0 skipped");

        Map<String, String> losing = checkout(reporting(GOOD));
        program("checkout/tidemark", Files.readString(folder.resolve("checkout/tidemark")).replace("echo 28", "echo 2"));
        assertThat(check("run", losing)).isEqualTo(1);
        assertThat(said).last().isEqualTo("the resumed demo has lost iterations that were done");
    }

    /** The second round is ended by the time. */
    @Test
    void aNightGoesOnUntilTheTimeIsOverAndTellsAllThatFailed() throws Exception {
        String once = "[ ! -e ended ] || exit 124\ntouch ended\n";
        assertThat(check("nightly", checkout(once + reporting(GOOD, BAD)))).isEqualTo(1);
        assertThat(said).contains("The round with the seed 2030020101, which the time has ended:")
                .last().isEqualTo("failed: ATest.bad (-Dtests.seed=2030020100)");

        Files.delete(folder.resolve("checkout/ended"));
        assertThat(check("nightly", checkout(once + reporting(GOOD)))).as(said::toString).isZero();

        Files.delete(folder.resolve("checkout/ended"));
        Map<String, String> unpacked = checkout(once + reporting(GOOD));
        program("checkout/.ci/distribution", "exit 1");
        assertThat(check("nightly", unpacked)).isEqualTo(1);
        assertThat(said).last().isEqualTo("failed: .ci/distribution");

        assertThat(check("nightly", checkout("exit 1"))).isEqualTo(1);
        assertThat(said).last().isEqualTo("failed: Maven, with status 1 (-Dtests.seed=2030020100)");
    }

    /** Or they would end each other's servers. */
    @Test
    void eachProcessOfTestsHasAFolderOfItsOwn() {
        assertThat(SharedServer.folder().toString()).matches("target/process-\\d+");
    }

    /** Each line has a pattern, a command and words. */
    @Test
    void theTableIsWhole() throws IOException {
        List<String> lines = Files.readAllLines(CHECKS.resolve("skips")).stream().filter(l -> !l.startsWith("#"))
                .toList();
        assertThat(lines).isNotEmpty().allMatch(line -> line.split("\t").length == 3);
        assertThat(Files.readAllLines(CHECKS.resolve("advisories.tsv")).stream().filter(l -> !l.startsWith("#")))
                .isNotEmpty().allMatch(line -> line.matches("[^\t:]+:[^\t:]+\t\\d[^\t]*\t\\d[^\t]*\tCVE-\\d+-\\d+"));
    }
}
