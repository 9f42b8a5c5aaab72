package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher script in a checkout of its own, where Maven and the JDK are small scripts that tell how they are
 * called.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private static final Path SCRIPT = Path.of("..", "tidemark").toAbsolutePath().normalize();

    /** What the launcher may use of the system; so neither the machine's Maven nor its JDK is on the PATH. */
    private static final List<String> TOOLS = List.of("find", "readlink", "mkdir", "rm", "mv", "cp", "ln", "touch",
            "cat", "cksum", "cmp", "grep", "sed", "tail", "head", "sleep", "uname");

    /** Builds as Maven would, counting the builds. */
    private static final String GOOD_MAVEN = """
            #!/bin/sh
            echo "$JAVA_HOME: $*" >>builds
            mkdir -p cli/target/tidemark/lib
            : >cli/target/tidemark/lib/tidemark-cli-1.jar
            : >cli/target/tidemark/built
            """;

    /** Tells its arguments, or makes the file asked for as the cache; marks that it was to compile little. */
    private static final String JAVA = """
            #!/bin/sh
            for arg; do
                case $arg in
                    -XX:AOTCacheOutput=*) echo cache >"${arg#*=}"; exit ;;
                    -XX:TieredStopAtLevel=1) : >"${0%/*}/little" ;;
                    dev.tidemark.cli.Main) shown=1 ;;
                    *) [ -z "$shown" ] || printf '<%s>' "$arg" ;;
                esac
            done
            cat
            exit 42
            """;

    private static final int NO_MOUNT = 77;

    @TempDir
    private Path temp;

    private Path checkout;
    private Path tools;
    private Path jdks;
    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void layOut() throws IOException {
        checkout = temp.resolve("a checkout");
        tools = temp.resolve("bin");
        jdks = temp.resolve("jdks");
        Files.createDirectories(checkout.resolve("core/src/main/java"));
        Files.createDirectories(checkout.resolve("cli/src/main/java"));
        Files.createDirectories(tools);
        Files.copy(SCRIPT, checkout.resolve("tidemark"));
        write(checkout.resolve("pom.xml"), "<project/>");
        write(checkout.resolve("core/src/main/java/A.java"), "class A {}");
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "#!/bin/sh\nexec " + toolOfTheSystem(tool) + " \"$@\"\n");
        }
        script(tools.resolve("mvn"), GOOD_MAVEN);
        jdk("jdk 25", "25.0.1");
        environment.put("PATH", tools.toString());
        environment.put("HOME", temp.resolve("home").toString());
        environment.put("MAVEN_HOME", temp.resolve("no-maven").toString());
        environment.put("TIDEMARK_JDKS", jdks.toString());
    }

    @Test
    void firstUseBuildsAndRunsAndTheNextOnlyRuns() throws Exception {
        Ran first = run("--set", "a=b c", "");
        assertThat(first.err).isEqualTo("Building Tidemark (first use, about a minute)…\n");
        assertThat(first.out).isEqualTo("<--set><a=b c><>");
        assertThat(first.status).isEqualTo(42);
        assertThat(builds()).containsExactly(
                jdks.resolve("jdk 25") + ": -B -ntp -q -T 1C -Dtidemark.quick -pl cli -am package");

        Ran second = run("list");
        assertThat(second.err).isEmpty();
        assertThat(second.out).isEqualTo("<list>");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void completingNeitherBuildsNorWaitsForABuild() throws Exception {
        assertThat(run("complete", "--", "li").status).isEqualTo(2);
        assertThat(checkout.resolve("builds")).doesNotExist();

        run();
        changeLater(checkout.resolve("core/src/main/java/A.java"));
        assertThat(run("complete", "--", "li").out).isEqualTo("<complete><--><li>");
        assertThat(builds()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"completion bash, true", "report x, true",
        "list, true", "job list, true", "--help, true", "ingest --plan matrix, false", "job work, false",
        "serve, false", "demo, false", "run lists.yaml, false"})
    void whatMeasuresInThisProcessHasBothCompilers(String command, boolean little) throws Exception {
        run(command.split(" "));
        assertThat(Files.exists(jdks.resolve("jdk 25/bin/little"))).isEqualTo(little);
    }

    @Test
    void standardInputReachesTheProgramAndNotTheBuild() throws Exception {
        script(tools.resolve("mvn"), GOOD_MAVEN + "cat >eaten\n");
        assertThat(runWith("hello\n", checkout, checkout.resolve("tidemark").toString(), "x").out)
                .isEqualTo("<x>hello\n");
        assertThat(checkout.resolve("eaten")).isEmptyFile();
    }

    @Test
    void newerSourceIsBuilt() throws Exception {
        run();
        changeLater(checkout.resolve("core/src/main/java/A.java"));
        assertThat(run().err).isEqualTo("Building Tidemark (sources have changed)…\n");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void removedSourceIsNoticed() throws Exception {
        run();
        Files.delete(checkout.resolve("core/src/main/java/A.java"));
        changeLater(checkout.resolve("core/src/main/java"));
        run();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void testAndBenchmarkSourcesAreNotPartOfTheBuild() throws Exception {
        run();
        for (String path : List.of("core/src/test/java/ATest.java", "bench/src/main/java/B.java", "README.md")) {
            Path file = checkout.resolve(path);
            Files.createDirectories(file.getParent());
            write(file, "");
            changeLater(file);
        }
        run();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void sourceChangedDuringTheBuildIsBuiltNextTime() throws Exception {
        // A build that began long ago, when no source was as young as they all are now.
        script(tools.resolve("mvn"), GOOD_MAVEN + "touch -t 200001010000 target/started\n");
        run();
        run();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void worksThroughLinksFromAnyFolder() throws Exception {
        Path links = Files.createDirectories(temp.resolve("some links"));
        Files.createSymbolicLink(links.resolve("tm"), Path.of("../a checkout/tidemark"));
        Files.createSymbolicLink(temp.resolve("tm"), links.resolve("tm"));
        assertThat(runWith("", Path.of("/"), temp.resolve("tm").toString(), "x").out).isEqualTo("<x>");
        assertThat(runWith("", links, "./tm", "y").out).isEqualTo("<y>");
        environment.put("PATH", tools + ":" + links);
        assertThat(runWith("", temp, "/bin/sh", "-c", "tm z").out).isEqualTo("<z>");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void theProgramKnowsHowItWasCalled() throws Exception {
        jdk("jdk 25", "25.0.1", """
                #!/bin/sh
                for arg; do
                    case $arg in
                        -XX:AOTCacheOutput=*) exit ;;
                        -Dtidemark.command=*) echo "${arg#*=}" ;;
                    esac
                done
                """);
        assertThat(runWith("", checkout, "./tidemark", "x").out).isEqualTo("./tidemark\n");
        String whole = checkout.resolve("tidemark").toString();
        assertThat(runWith("", temp, whole, "x").out).isEqualTo(whole + "\n");
        environment.put("PATH", tools + ":" + checkout);
        assertThat(runWith("", temp, "/bin/sh", "-c", "tidemark x").out).isEqualTo("tidemark\n");
    }

    @Test
    void programIsStartedInTheFolderOfTheCaller() throws Exception {
        jdk("jdk 25", "25.0.1", "#!/bin/sh\ncase $* in *AOTCacheOutput*) ;; *) pwd -P ;; esac\n");
        Path elsewhere = Files.createDirectories(temp.resolve("else where"));
        assertThat(runWith("", elsewhere, checkout.resolve("tidemark").toString()).out)
                .isEqualTo(elsewhere.toRealPath() + "\n");
    }

    @Test
    void noJdkIsOneLineThatTellsWhatToInstall() throws Exception {
        deleteTree(jdks.resolve("jdk 25"));
        jdk("jdk-17", "17.0.15");
        jdk("jdk-1.8", "1.8.0_402");
        assertMissing(run(), "no JDK 25 or newer", "openjdk-25-jdk", "JAVA_HOME");
    }

    @Test
    void javaWithoutCompilerIsNoJdk() throws Exception {
        Files.delete(jdks.resolve("jdk 25/bin/javac"));
        assertMissing(run(), "no JDK 25 or newer");
    }

    @Test
    void javaHomeComesFirstThenThePathThenTheUsualFolders() throws Exception {
        Path home = jdk("../own/home", "26");
        Path onPath = jdk("../own/path", "25.0.2");
        Files.createSymbolicLink(tools.resolve("java"), onPath.resolve("bin/java"));

        environment.put("JAVA_HOME", home.toString());
        assertThat(jdkUsed()).isEqualTo(home.toString());
        environment.put("JAVA_HOME", jdk("old", "21.0.1").toString());
        assertThat(jdkUsed()).isEqualTo(onPath.toString());
        Files.delete(tools.resolve("java"));
        assertThat(jdkUsed()).isEqualTo(jdks.resolve("jdk 25").toString());
    }

    @Test
    void jdkInTheLayoutOfMacOsIsFound() throws Exception {
        deleteTree(jdks.resolve("jdk 25"));
        Path home = jdk("openjdk-25.jdk/Contents/Home", "25");
        assertThat(jdkUsed()).isEqualTo(home.toString());
    }

    @Test
    void noMavenIsOneLineThatTellsWhatToInstall() throws Exception {
        Files.delete(tools.resolve("mvn"));
        assertMissing(run(), "no Maven", "apt-get install maven", "MAVEN_HOME");
    }

    @Test
    void mavenIsNotNeededOnceBuilt() throws Exception {
        run();
        Files.delete(tools.resolve("mvn"));
        assertThat(run("x").out).isEqualTo("<x>");
    }

    @Test
    void failingBuildShowsItsErrorsAndWhereTheLogIs() throws Exception {
        script(tools.resolve("mvn"), """
                #!/bin/sh
                echo '[INFO] chatter'
                echo '[ERROR] /a/A.java:[3,9] cannot find symbol'
                echo '[ERROR] '
                echo '[ERROR] -> [Help 1]'
                echo '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.'
                exit 1
                """);
        Ran ran = run();
        assertThat(ran.status).isEqualTo(2);
        assertThat(ran.out).isEmpty();
        assertThat(ran.err.lines()).containsExactly(
                "Building Tidemark (first use, about a minute)…",
                "tidemark: the build failed (log: " + root().resolve("target/build.log") + "):",
                "  /a/A.java:[3,9] cannot find symbol");
        assertThat(run().status).as("the next try").isEqualTo(2);
        assertThat(checkout.resolve("target/building")).doesNotExist();
    }

    @Test
    void failedBuildAfterAChangeDoesNotRunTheOldOne() throws Exception {
        run();
        changeLater(checkout.resolve("pom.xml"));
        script(tools.resolve("mvn"), "#!/bin/sh\nexit 1\n");
        assertThat(run().status).isEqualTo(2);
        assertThat(run().status).isEqualTo(2);
    }

    @Test
    void fullDiskIsNamed() throws Exception {
        script(tools.resolve("mvn"), "#!/bin/sh\necho '[ERROR] Error copying: No space left on device'\nexit 1\n");
        assertThat(run().err.lines().skip(1)).singleElement().asString().contains("disk is full");
    }

    @Test
    void missingNetworkIsNamed() throws Exception {
        script(tools.resolve("mvn"), "#!/bin/sh\necho '[ERROR] Could not transfer: x: Unknown host'\nexit 1\n");
        assertThat(run().err.lines().skip(1)).singleElement().asString().contains("could not fetch libraries");
    }

    @Test
    void unwritableCheckoutIsOneLine() throws Exception {
        assertMissing(runReadOnly(), "cannot write to " + root());
    }

    @Test
    void builtCheckoutRunsFromAReadOnlyFolder() throws Exception {
        run();
        deleteTree(checkout.resolve("cli/target/tidemark/aot"));
        Ran ran = runReadOnly("x");
        assertThat(ran.out).isEqualTo("<x>");
        assertThat(ran.err).isEmpty();
    }

    @Test
    void folderThatIsInTheWayIsReportedAsUnwritable() throws Exception {
        write(checkout.resolve("target"), "a file, so no folder can be made here by anyone");
        assertMissing(run(), "cannot write to " + root());
    }

    @Test
    void lockThatCannotBeMadeIsReportedAsUnwritable() throws Exception {
        Files.createDirectories(checkout.resolve("target"));
        write(checkout.resolve("target/building"), "a file, so no link can be made here by anyone");
        assertMissing(run(), "cannot write to " + root().resolve("target"));
    }

    @Test
    void missingCacheThatCannotBeMadeDoesNotMatter() throws Exception {
        run();
        Path aot = checkout.resolve("cli/target/tidemark/aot");
        deleteTree(aot);
        write(aot, "a file, so no cache can be made here by anyone");
        Ran ran = run("x");
        assertThat(ran.out).isEqualTo("<x>");
        assertThat(ran.err).isEmpty();
    }

    @Test
    void cacheIsMadeOnceAndAgainForAnotherBuildOrJdk() throws Exception {
        Path cache = checkout.resolve("cli/target/tidemark/aot/start.aot");
        run();
        assertThat(cache).hasContent("cache");
        Object made = Files.readAttributes(cache, BasicFileAttributes.class).fileKey();
        run();
        Files.setLastModifiedTime(cache, FileTime.from(Instant.now()));
        run();
        assertThat(Files.readAttributes(cache, BasicFileAttributes.class).fileKey()).isEqualTo(made);

        jdk("jdk 25", "25.0.9");
        run();
        assertThat(cache).as("after a new JDK").hasContent("cache");

        write(cache, "old");
        Files.setLastModifiedTime(cache, FileTime.from(modified(checkout.resolve("cli/target/tidemark/built"))
                .minus(Duration.ofSeconds(5))));
        run();
        assertThat(cache).as("after a new build").hasContent("cache");
        try (Stream<Path> files = Files.list(cache.getParent())) {
            assertThat(files.map(p -> p.getFileName().toString()))
                    .containsExactlyInAnyOrder("start.aot", "start.aot.sum", "release");
        }
    }

    /** A damaged cache would kill the JVM, whatever the command. */
    @Test
    void damagedCacheIsMadeAnew() throws Exception {
        Path cache = checkout.resolve("cli/target/tidemark/aot/start.aot");
        Path sum = checkout.resolve("cli/target/tidemark/aot/start.aot.sum");
        run();
        Random random = Effort.random(LauncherTest.class);
        for (int i = 0; i < Effort.of(1, 36); i++) {
            byte[] damaged = Files.readAllBytes(cache);
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(cache, damaged);
            assertThat(run("x").out).isEqualTo("<x>");
            assertThat(cache).hasContent("cache");
        }

        Files.delete(sum);
        run();
        assertThat(sum).as("a cache of which nobody knows what it was").exists();
        write(sum, "1 2\nanother boot\n");
        run();
        assertThat(Files.readString(sum)).doesNotContain("another boot");

        jdk("jdk 25", "25.0.1", "#!/bin/sh\ncase $* in *CacheOutput* | *CurrentClass*) ;; *) echo \"$*\" ;; esac\n");
        assertThat(run().out).as("nothing is left in the caller's folder")
                .contains("-XX:AOTCache=" + cache, "-XX:ErrorFile=/tmp/tidemark-crash-", "-XX:-CreateCoredumpOnCrash");
    }

    @Test
    void twoFirstUsesAtOnceBuildOnce() throws Exception {
        // The first build goes on until the second launcher has said that it waits.
        script(tools.resolve("mvn"), "#!/bin/sh\nuntil [ -f go ]; do sleep 0.05; done\n"
                + GOOD_MAVEN.substring(GOOD_MAVEN.indexOf('\n') + 1));
        Process one = start(checkout, checkout.resolve("tidemark").toString(), "1");
        assertThat(one.errorReader().readLine()).startsWith("Building");
        Process two = start(checkout, checkout.resolve("tidemark").toString(), "2");
        assertThat(two.errorReader().readLine()).startsWith("Waiting for another build of Tidemark (process ");
        write(checkout.resolve("go"), "");

        assertThat(finish(one).out).isEqualTo("<1>");
        assertThat(finish(two).out).isEqualTo("<2>");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void lockOfADeadProcessIsDropped() throws Exception {
        Process dead = new ProcessBuilder("sh", "-c", ":").start();
        dead.waitFor();
        Files.createDirectories(checkout.resolve("target"));
        Files.createSymbolicLink(checkout.resolve("target/building"), Path.of(String.valueOf(dead.pid())));
        assertThat(run("x").out).isEqualTo("<x>");
    }

    @Test
    void stoppingTheLauncherDuringTheBuildStopsTheBuildAndLetsGoOfTheLock() throws Exception {
        script(tools.resolve("mvn"), "#!/bin/sh\necho $$ >pid.new; mv pid.new pid; while :; do sleep 0.05; done\n");
        Process launcher = start(checkout, checkout.resolve("tidemark").toString());
        assertThat(launcher.errorReader().readLine()).startsWith("Building");
        new ProcessBuilder("sh", "-c", "until [ -f pid ]; do sleep 0.05; done").directory(checkout.toFile()).start()
                .waitFor();
        launcher.toHandle().destroy();
        assertThat(launcher.waitFor()).isEqualTo(143);
        ProcessHandle.of(Long.parseLong(Files.readString(checkout.resolve("pid")).strip()))
                .ifPresent(maven -> maven.onExit().orTimeout(10, TimeUnit.SECONDS).join());
        assertThat(Files.isSymbolicLink(checkout.resolve("target/building"))).isFalse();
    }

    @Test
    void signalsReachTheProgramItself() throws Exception {
        jdk("jdk 25", "25.0.1", "#!/bin/sh\ncase $* in *AOTCacheOutput* | *CurrentClassFiles*) exit ;; esac\n"
                + "trap 'echo told; exit 7' TERM\necho ready\nwhile :; do sleep 0.05; done\n");
        Process program = start(checkout, checkout.resolve("tidemark").toString());
        assertThat(program.inputReader().readLine()).isEqualTo("ready");
        program.toHandle().destroy();
        assertThat(program.inputReader().readLine()).isEqualTo("told");
        assertThat(program.waitFor()).isEqualTo(7);
    }

    @Test
    void aDistributionRunsByTheJavaBesideItAndBuildsNothing() throws Exception {
        distribution();
        assertThat(run("a b")).isEqualTo(new Ran(42, "<a b>", ""));
        assertThat(checkout.resolve("aot/start.aot")).hasContent("cache");
        assertMissing(run("dist"), "this is a distribution");
        assertThat(checkout.resolve("builds")).doesNotExist();
    }

    /** As it is copied to another machine from a checkout. */
    @Test
    void oneWithoutAJavaOfItsOwnTakesAJdk() throws Exception {
        distribution();
        Files.move(checkout.resolve("runtime"), temp.resolve("elsewhere"));
        assertMissing(run("x"), "no JDK 25 or newer found");
        environment.remove("TIDEMARK_JDKS");
        environment.put("JAVA_HOME", jdks.resolve("jdk 25").toString());
        assertThat(run("a b")).isEqualTo(new Ran(42, "<a b>", ""));
        assertThat(checkout.resolve("builds")).doesNotExist();
    }

    @Test
    void aDistributionThatWasUnpackedOverAnotherHasACacheOfItsOwn() throws Exception {
        distribution();
        run();
        write(checkout.resolve("aot/start.aot"), "old");
        write(checkout.resolve("checksums.txt"), "of another");
        run();
        assertThat(checkout.resolve("aot/start.aot")).hasContent("cache");
    }

    @Test
    void whereADistributionCannotBeWrittenItsCacheIsTheUsers() throws Exception {
        distribution();
        assertThat(runReadOnly("x")).isEqualTo(new Ran(42, "<x>", ""));
        assertThat(temp.resolve("home/.cache/tidemark/a checkout/start.aot")).hasContent("cache");
        assertThat(checkout.resolve("aot")).doesNotExist();

        environment.remove("HOME");
        assertThat(runReadOnly("x")).isEqualTo(new Ran(42, "<x>", ""));
    }

    @Test
    void distPacksInOneBuild() throws Exception {
        script(tools.resolve("mvn"), GOOD_MAVEN + """
                mkdir -p dist/target/packed
                echo abc >dist/target/packed/checksums.txt
                """);
        assertThat(run("dist")).isEqualTo(new Ran(0, "abc\n", "Packing Tidemark (a few minutes)…\nPacked into "
                + root().resolve("dist/target/packed") + ":\n"));
        assertThat(builds()).singleElement().asString().endsWith("-Pdist -pl dist -am package");
        assertThat(run("x").err).as("what was packed is built").isEmpty();
        assertMissing(run("dist", "x"), "dist takes no argument");
    }

    // ---- the stage ----

    /** Makes of the checkout what is unpacked where there is neither a JDK nor Maven. */
    private void distribution() throws IOException {
        Files.move(jdk("../runtime", "25.0.1"), checkout.resolve("runtime"));
        Files.delete(checkout.resolve("runtime/bin/javac"));
        write(checkout.resolve("checksums.txt"), "of one");
        write(Files.createDirectories(checkout.resolve("lib")).resolve("tidemark-cli-1.jar"), "");
        environment.put("TIDEMARK_JDKS", temp.resolve("none").toString());
        Files.delete(tools.resolve("mvn"));
    }

    private record Ran(int status, String out, String err) {}

    private Ran run(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(checkout.resolve("tidemark").toString()));
        command.addAll(List.of(args));
        return runWith("", checkout, command.toArray(String[]::new));
    }

    /** Runs where the checkout is mounted read-only, since permissions alone do not hold root back. */
    private Ran runReadOnly(String... args) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("/usr/bin/unshare", "--mount", "--map-root-user", "/bin/sh", "-c",
                "PATH=/bin:/usr/bin:/sbin:/usr/sbin mount -o bind,ro \"$0\" \"$0\" || exit " + NO_MOUNT
                        + "; \"$0/tidemark\" \"$@\"", checkout.toString()));
        command.addAll(List.of(args));
        assumeTrue(Files.isExecutable(Path.of(command.getFirst())), "skipped: no unshare here");
        Ran ran = runWith("", temp, command.toArray(String[]::new));
        assumeTrue(ran.status != NO_MOUNT && !ran.err.startsWith("unshare:"), "skipped: cannot mount here");
        return ran;
    }

    private Ran runWith(String input, Path folder, String... command) throws Exception {
        Process process = start(folder, command);
        try (var stdin = process.outputWriter()) {
            stdin.write(input);
        } catch (IOException e) {
            // The launcher ended without reading its input, which is its right.
        }
        return finish(process);
    }

    private Process start(Path folder, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Ran finish(Process process) throws Exception {
        process.outputWriter().close();
        String out = process.inputReader().readAllAsString();
        String err = process.errorReader().readAllAsString();
        return new Ran(process.waitFor(), out, err);
    }

    private void assertMissing(Ran ran, String... parts) {
        assertThat(ran.status).isEqualTo(2);
        assertThat(ran.out).isEmpty();
        assertThat(ran.err).startsWith("tidemark: ").hasLineCount(1).contains(parts);
    }

    private String jdkUsed() throws Exception {
        deleteTree(checkout.resolve("cli/target"));
        run();
        String line = builds().getLast();
        return line.substring(0, line.indexOf(": "));
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(checkout.resolve("builds"));
    }

    private Path root() throws IOException {
        return checkout.toRealPath();
    }

    private Path jdk(String name, String version) throws IOException {
        return jdk(name, version, JAVA);
    }

    private Path jdk(String name, String version, String java) throws IOException {
        Path home = jdks.resolve(name).normalize();
        Files.createDirectories(home.resolve("bin"));
        write(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\nLIBC=\"gnu\"\n");
        script(home.resolve("bin/java"), java);
        script(home.resolve("bin/javac"), "#!/bin/sh\n");
        return home;
    }

    /** Makes a file newer than any build so far, whatever the resolution of the file system's times. */
    private static void changeLater(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(modified(path).plus(Duration.ofMinutes(1))));
    }

    private static Instant modified(Path path) throws IOException {
        return Files.getLastModifiedTime(path).toInstant();
    }

    private static Path toolOfTheSystem(String tool) {
        return Stream.of("/bin", "/usr/bin", "/usr/local/bin").map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable).findFirst().orElseThrow();
    }

    private static void script(Path path, String text) throws IOException {
        write(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void write(Path path, String text) throws IOException {
        Files.writeString(path, text);
    }

    private static void deleteTree(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
