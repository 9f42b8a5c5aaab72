package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.store.ResultStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents on machines of their own that a real sshd lets in, and what becomes of a run when something happens to them. */
@EnabledIfSystemProperty(named = "rigs", matches = "all")
@Timeout(300)
class SshAgentsTest {

    private static final String RESOURCES = "src/test/resources/dev/tidemark/cli/";
    private static final int KEYS = 20_000;
    private static final List<Integer> NUMBERS = List.of(0, 1, 2, 4);
    private static final String REDIS = "10.213.0.1:6379";
    private static final Pattern MACHINE = Pattern.compile("(\\w+) (\\S+)(?: (\\d+))?");

    @TempDir
    private static Path machines;
    private static Process network;
    /** What they are called by the system, and what lets in there, by name. */
    private static final Map<String, String> NAMESPACES = new HashMap<>();
    private static final Map<String, Long> DAEMONS = new HashMap<>();

    @TempDir
    private Path folder;
    private Program program;
    private final List<Process> started = new ArrayList<>();

    @BeforeAll
    static void join() throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(Path.of("/usr/sbin/sshd"))).as("skipped: sshd is not installed").isTrue();
        assumeThat(new ProcessBuilder("sh", "-c", "ip netns add tm-trial && ip netns del tm-trial && [ -c /dev/net/tun ]")
                .start().waitFor()).as("skipped: no network namespaces can be made here").isZero();
        network = new ProcessBuilder("bash", RESOURCES + "ssh.sh", machines.toString(), redis()).redirectError(
                machines.resolve("err").toFile()).start();
        for (String line; (line = network.inputReader().readLine()) != null && !line.equals("ready");) {
            Matcher machine = MACHINE.matcher(line);
            assertThat(machine.matches()).as(line).isTrue();
            NAMESPACES.put(machine.group(1), machine.group(2));
            if (machine.group(3) != null) {
                DAEMONS.put(machine.group(1), Long.parseLong(machine.group(3)));
            }
        }
        assertThat(NAMESPACES).as(Files.readString(machines.resolve("err"))).containsKeys("hub", "full");
        assertThat(network.isAlive()).as(Files.readString(machines.resolve("err"))).isTrue();
    }

    /** The program of the rig, which itself would listen for its own machine only. */
    private static String redis() throws IOException {
        try (Program program = new Program(machines)) {
            program.run("rig", "start", "redis").ok();
            Path copy = machines.resolve("redis-server");
            Files.copy(Path.of(ProcessHandle.allProcesses().map(ProcessHandle::info).map(ProcessHandle.Info::command)
                    .flatMap(Optional::stream).filter(c -> c.endsWith("/redis-server")).findFirst().orElseThrow()), copy,
                    StandardCopyOption.COPY_ATTRIBUTES);
            program.run("rig", "stop", "redis").ok();
            return copy.toString();
        }
    }

    @AfterAll
    static void part() throws IOException {
        if (network != null) {
            network.getOutputStream().close();
            network.onExit().join();
        }
    }

    @BeforeEach
    void layOut() throws IOException {
        program = new Program(folder);
        for (String name : DAEMONS.keySet()) {
            Path temporary = name.equals("full") ? machines.resolve("full")
                    : Files.createDirectories(folder.resolve("tmp-" + name));
            List<String> line = new ArrayList<>(program.command());
            line.add(line.indexOf("-cp"), "-Djava.io.tmpdir=" + temporary);
            script(name, line);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        Program.await("the end of all agents", () -> DAEMONS.keySet().stream().allMatch(name -> runners(name).isEmpty()));
        program.close();
    }

    /** What stands for the program on a machine. */
    private void script(String name, List<String> line) throws IOException {
        Path script = Files.writeString(folder.resolve("on-" + name), "#!/bin/sh\nexec " + line.stream()
                .map(ShellCommand::word).collect(Collectors.joining(" ")) + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private String agents(String... names) {
        return Stream.of(names).map(name -> "ssh:" + name + ":" + folder.resolve("on-" + name)).collect(
                Collectors.joining(","));
    }

    /** Starts a command where the machines are reached. */
    private Process start(String... args) throws IOException {
        return start(program, args);
    }

    private Process start(Program program, String... args) throws IOException {
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACES.get("hub"), "env", "PATH="
                + machines.resolve("bin") + ":" + System.getenv("PATH")));
        line.addAll(program.command(args));
        started.add(program.start(line));
        return started.getLast();
    }

    private Program.Ran run(String... args) throws Exception {
        return program.finish(start(args));
    }

    private static String[] volume(String label, String agents, String... more) {
        return Stream.concat(Stream.of("volume", "--target", "redis", "--address", REDIS, "--label", label, "--workers", "4", "--value-size", "200B", "--warm-up", "none", "--interval", "100ms", "--mix",
                "get=4,put=2,update=1", "--agents", agents), Stream.of(more)).toArray(String[]::new);
    }

    /** One that lasts until something happens. */
    private Process startLong(String label, String... names) throws IOException {
        Process process = start(volume(label, agents(names), "--key-count", "400", "--duration", "1h", "--rate", "100/s"));
        Program.await("the load", () -> !process.isAlive() || measured(label) > 3);
        assertThat(process.isAlive()).as(() -> read("err")).isTrue();
        return process;
    }

    /** Intervals of what counts. */
    private long measured(String label) {
        if (program.iterations(label).isEmpty()) {
            return 0;
        }
        try (ResultStore results = ResultStore.open(program.store())) {
            IterationDetail detail = results.detail(program.iterations(label).getLast().id());
            Set<Integer> headline = detail.phases().stream().filter(PhaseSpan::headline).map(PhaseSpan::index)
                    .collect(Collectors.toSet());
            return detail.intervals().stream().filter(i -> headline.contains(i.phase())).count();
        }
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Processes that offer load on a machine, and what started them there. */
    private static List<ProcessHandle> runners(String name) {
        return ProcessHandle.of(DAEMONS.get(name)).orElseThrow().descendants().filter(p -> p.info().command()
                .filter(c -> c.endsWith("/java")).isPresent()).toList();
    }

    /** The one that has no other below it. */
    private static ProcessHandle runner(String name) {
        return runners(name).stream().filter(p -> p.children().findAny().isEmpty()).findFirst().orElseThrow();
    }

    private static void command(String... line) {
        try {
            assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).as(String.join(" ", line)).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void signal(String signal, String name) {
        command("kill", "-" + signal, String.valueOf(runner(name).pid()));
    }

    private static void link(String name, String state) {
        command("ip", "-n", NAMESPACES.get(name), "link", "set", "eth0", state);
    }

    /** Asks the Redis, which is on no address of this machine. */
    private static String redis(String words) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(machines.resolve("redis.socket")))) {
            channel.write(ByteBuffer.wrap((words + "\r\nQUIT\r\n").getBytes(StandardCharsets.UTF_8)));
            return new String(java.nio.channels.Channels.newInputStream(channel).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static long commandsCarriedOut() {
        try {
            Matcher commands = Pattern.compile("total_commands_processed:(\\d+)").matcher(redis("INFO stats"));
            assertThat(commands.find()).isTrue();
            return Long.parseLong(commands.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    private Iteration only(String label) {
        assertThat(program.iterations(label)).as(() -> read("err")).hasSize(1);
        return program.iterations(label).getFirst();
    }

    /** Each worker goes over keys of its own. */
    private String[] once(String label, String agents) {
        return volume(label, agents, "--keys", "partitioned", "--key-count", String.valueOf(KEYS), "--duration", "none",
                "--verify", "all");
    }

    /** What a run has come to. */
    @FunctionalInterface
    private interface Effect {
        Object of(String label) throws Exception;
    }

    /**
     * So many agents by turns, 0 for one process without any.
     *
     * @param line of a label and the agents
     */
    private void doTheSame(String labels, List<Integer> numbers, int operations, BiFunction<String, String, String[]> line, Effect effect) throws Exception {
        Map<String, Object> effects = new TreeMap<>();
        Map<String, Double> medians = new TreeMap<>();
        for (int number : numbers) {
            String label = labels + number;
            run(line.apply(label, number == 0 ? "none" : agents(IntStream.rangeClosed(1, number).mapToObj(n -> "gen" + n)
                    .toArray(String[]::new)))).ok();
            effects.put(label, effect.of(label));
            medians.put(label, value(only(label), "response.p50"));
            System.out.printf("SshAgentsTest, %s: %s; p50 %.3f, p99 %.3f ms%n", label, effects.get(label), medians.get(label),
                    value(only(label), "response.p99"));
            assertThat(value(only(label), "failures")).isZero();
            List<List<String>> shown = program.run("show", label, "--agents").ok().table();
            assertThat(shown.stream().skip(1).mapToLong(row -> Long.parseLong(row.get(4))).sum()).isEqualTo(
                    number < 2 ? 0 : operations);
        }
        assertThat(new HashSet<>(effects.values())).as("what is left: %s", effects).hasSize(1);
        assertThat(Collections.max(medians.values())).as("medians: %s", medians).isLessThan(5
                * Collections.min(medians.values()));
    }

    /** A worker's stream does not depend on whose worker it is, so that the same values are left. */
    @Test
    void oneTwoAndFourDoTheSame() throws Exception {
        doTheSame("by", NUMBERS, KEYS, this::once, _ -> redis("DEBUG DIGEST").lines().findFirst());
    }

    /** @return where machines reach a server that listens for its own machine only */
    private String reached(String address, int port) throws IOException {
        String here = "10.213.0.1:" + port;
        String socket = "unix:" + machines.resolve("relay-" + port);
        Files.deleteIfExists(machines.resolve("relay-" + port));
        started.add(new ProcessBuilder("python3", RESOURCES + "relay.py", socket, "tcp:" + address).inheritIO().start());
        started.add(new ProcessBuilder("ip", "netns", "exec", NAMESPACES.get("hub"), "python3", RESOURCES + "relay.py",
                "tcp:" + here, socket).inheritIO().start());
        Program.await("the relay", () -> Files.exists(machines.resolve("relay-" + port)));
        return here;
    }

    /**
     * What an operation draws follows from its number, so that all have added the same to the same accounts. With a warm-up,
     * which comes to another number each time, it is seen by the rows that the measurement has answered.
     */
    @Test
    void transactionsAreTheSame() throws Exception {
        Path script = Files.writeString(folder.resolve("transfer.sql"), """
                \\setup
                DROP TABLE IF EXISTS accounts, history;
                CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL);
                INSERT INTO accounts SELECT i, 0 FROM generate_series(1, 1000) i;
                CREATE TABLE history (id int, delta int);
                CREATE TABLE IF NOT EXISTS ended (at timestamptz);
                \\operation transfer
                \\set id random(1, 1000)
                \\set delta random(-5000, 5000)
                BEGIN;
                UPDATE accounts SET balance = balance + :delta WHERE id = :id;
                SELECT i FROM generate_series(1, 100 + :delta / 100) i;
                INSERT INTO history VALUES (:id, :delta);
                END;
                \\teardown
                INSERT INTO ended VALUES (now());
                """);
        Postgres postgres = Postgres.started(program);
        try {
            String address = reached(postgres.address(), 5432);
            BiFunction<String, String, String[]> transfer = (label, agents) -> new String[] {"script", "--target", "postgres",
                "--address", address, "--label", label, "--script", script.toString(), "--workers", "8", "--operations", "4000",
                "--duration", "none", "--warm-up", label.startsWith("warm") ? "1s" : "none", "--agents", agents};
            doTheSame("by", NUMBERS, 4000, transfer, _ -> postgres.texts("SELECT md5(string_agg(id || ' ' || delta, ',' "
                    + "ORDER BY id, delta)) FROM history UNION ALL SELECT md5(string_agg(id || ' ' || balance, ',' ORDER BY "
                    + "id)) FROM accounts"));
            doTheSame("warm", List.of(1, 2, 4), 4000, transfer, label -> value(only(label), "rows-per-script"));
            assertThat(postgres.texts("SELECT count(*) FROM ended")).as("tear-downs").containsExactly("7");
            run("script", "--target", "postgres", "--address", address, "--label", "built-in", "--script", "tpcb-like",
                    "--workers", "4", "--duration", "1s", "--warm-up", "1s", "--agents", agents("gen1", "gen2")).ok();
        } finally {
            postgres.stop();
        }
    }

    @Test
    void queriesAreTheSame() throws Exception {
        program.run("rig", "start", "solr").ok();
        try {
            String address = reached(program.run("rig", "status", "solr").ok().table().get(1).get(2), 8983);
            BiFunction<String, String, String[]> query = (label, agents) -> new String[] {"query", "--target", "solr", "--address",
                address, "--label", label, "--documents", "2000", "--queries", "2000", "--warm-up-queries", "400", "--workers", "8",
                "--agents", agents};
            run(query.apply("first", "none")).ok(); // a server that has just been started is slower
            doTheSame("by", NUMBERS, 2000, query, label -> Stream.of("hits-per-query", "answers-checksum").map(measure -> value(only(label), measure)).toList());
        } finally {
            program.run("rig", "stop", "solr").ok();
        }
    }

    @ParameterizedTest
    @CsvSource({"KILL, 'the runner was killed (signal 9): by a person, or by the system for want of memory'",
        "STOP, nothing was heard of it for 10 s", "DOWN, nothing was heard of it for 10 s"})
    void oneThatIsLostMakesTheIterationInvalid(String what, String why) throws Exception {
        Process main = startLong("lost", "gen1", "gen2", "gen3");
        if (what.equals("DOWN")) {
            link("gen2", "down");
        } else {
            signal(what, "gen2");
        }
        try {
            assertThat(main.waitFor()).isEqualTo(3);
            assertThat(only("lost").state()).isEqualTo(IterationState.INVALID);
            assertThat(only("lost").verdict()).matches("agent gen2 was lost at \\d+ s: a third of the load was not offered "
                    + "\\(" + Pattern.quote(why) + "\\)");
            assertNoLoadIsLeft(what.equals("STOP") ? List.of("gen1", "gen3") : DAEMONS.keySet());
        } finally {
            if (what.equals("DOWN")) {
                link("gen2", "up");
            } else if (what.equals("STOP")) {
                runners("gen2").forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** As long as the lease is not over. */
    @ParameterizedTest
    @ValueSource(strings = {"STOP", "DOWN"})
    void aShortPauseIsSurvived(String what) throws Exception {
        Process main = startLong("pause", "gen1", "gen2");
        int before = program.intervals(only("pause"));
        if (what.equals("DOWN")) {
            link("gen2", "down");
        } else {
            signal(what, "gen2");
        }
        Program.await("two seconds", () -> program.intervals(only("pause")) > before + 20);
        if (what.equals("DOWN")) {
            link("gen2", "up");
        } else {
            signal("CONT", "gen2");
        }
        int after = program.intervals(only("pause"));
        Program.await("more of it", () -> !main.isAlive() || program.intervals(only("pause")) > after + 60);
        program.run("stop", "pause").ok();
        Program.Ran ran = program.finish(main);
        if (what.equals("STOP")) { // of a link nothing is known but what came late
            assertThat(ran.err()).containsPattern("Agent gen2: The runner stood still for \\d[.0-9]* s");
        }
        assertThat(value(only("pause"), "failures")).isZero();
        assertThat(only("pause").state()).isEqualTo(IterationState.STOPPED);
    }

    private static void assertNoLoadIsLeft(Collection<String> names) {
        Program.await("the end of all agents", () -> names.stream().allMatch(name -> runners(name).isEmpty()));
        long before = commandsCarriedOut();
        assertThat(commandsCarriedOut()).isEqualTo(before + 2); // the question itself, and QUIT
    }

    @Test
    void noLoadIsLeftWhenTheCoordinatorIsKilled() throws Exception {
        Process main = startLong("dead", "gen1", "gen2", "gen3");
        main.destroyForcibly().waitFor();
        assertNoLoadIsLeft(DAEMONS.keySet());
    }

    /** On a machine of its own, which here has process numbers of its own, one cannot see whether the other still runs. */
    @Test
    void twoCommandsDoNotMeetOnOneTarget() throws Exception {
        List<String> line = new ArrayList<>(List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child"));
        line.addAll(program.command());
        line.add(line.indexOf("-cp"), "-Djava.io.tmpdir=" + folder.resolve("tmp-gen3"));
        script("gen3", line);
        Process first = startLong("first", "gen1", "gen2");
        try (Program elsewhere = new Program(Files.createDirectories(folder.resolve("elsewhere")))) {
            Program.Ran second = elsewhere.finish(start(elsewhere, volume("second", agents("gen3", "gen4"), "--key-count",
                    "400", "--duration", "1s")));
            assertThat(second.status()).isEqualTo(3);
            assertThat(elsewhere.iterations("second").getFirst().verdict()).matches("tidemark at 10\\.213\\.0\\.1:6379 is used "
                    + "by \\S+ \\(process \\d+, since \\S+Z by its clock\\); wait for its end, or set namespace to a name that "
                    + "nothing else has");
            elsewhere.finish(start(elsewhere, volume("beside", agents("gen3", "gen4"), "--key-count", "400", "--duration",
                    "1s", "--namespace", "another"))).ok();
            long before = measured("first");
            Program.await("more of it", () -> !first.isAlive() || measured("first") > before + 10);
            assertThat(first.isAlive()).as(() -> read("err")).isTrue();

            signal("KILL", "gen1");
            assertThat(first.waitFor()).isEqualTo(3);
            assertThat(only("first").verdict()).endsWith("; it led, and what it made on the target stays until the next run");
            assertThat(redis("GET tidemark:held-by")).as("what it left").doesNotStartWith("$-1");
            elsewhere.finish(start(elsewhere, volume("third", agents("gen3", "gen4"), "--key-count", "400", "--duration",
                    "1s"))).ok();
            assertThat(elsewhere.run("show", "third", "--events").ok().out()).containsPattern("tidemark at "
                    + "10\\.213\\.0\\.1:6379 was left by \\S+ \\(process \\d+, .*takes up to 10 s");
        }
    }

    @Test
    void oneThatIsFarAwayOrHasAnotherClockTakesPart() throws Exception {
        run(volume("apart", agents("gen1", "far", "ahead"), "--key-count", "400", "--duration", "3s")).ok();
        Map<String, List<String>> shown = program.run("show", "apart", "--agents").ok().table().stream().skip(1)
                .collect(Collectors.toMap(row -> row.get(2), row -> row));
        assertThat(shown).containsOnlyKeys("gen1", "far", "ahead");
        assertThat(Double.parseDouble(shown.get("far").get(6))).as("half of its responses, each over 100 ms twice")
                .isBetween(0.2, 0.4);
        assertThat(Double.parseDouble(shown.get("gen1").get(6))).isLessThan(0.1);
        assertThat(Double.parseDouble(shown.get("far").getLast())).as("its clock, by half the way").isBetween(0.1, 0.2);
        assertThat(Double.parseDouble(shown.get("ahead").getLast())).isLessThan(0.1);
        assertThat(program.run("show", "apart", "--events").ok().out()).doesNotContain("later than another");
        Iteration apart = only("apart");
        try (ResultStore results = ResultStore.open(program.store())) {
            assertThat(results.detail(apart.id()).intervals().stream().mapToLong(i -> i.end() - i.start()).max()
                    .orElseThrow()).as("of no interval is a part 5 s apart").isLessThan(Duration.ofSeconds(2).toNanos());
        }
        assertThat(value(apart, "failures")).isZero();
    }

    @Test
    void whyOneCannotBeUsedIsTold() throws Exception {
        Program.Ran ran = run("agent", "check", agents("full", "ahead", "far") + ",ssh:stranger,ssh:nobody,ssh:gen1,"
                + "ssh:10.213.0.99,ssh:10.213.0.98,ssh:impatient");
        assertThat(ran.status()).isEqualTo(3);
        Map<String, List<String>> rows = ran.table().stream().skip(1)
                .collect(Collectors.toMap(List::getFirst, row -> row));
        assertThat(Double.parseDouble(rows.get("ahead").get(5))).isBetween(4.9, 5.1);
        assertThat(Double.parseDouble(rows.get("far").get(6))).isBetween(0.2, 0.4);
        assertThat(rows.get("full").getLast())
                .isEqualTo("the runner ended there with status 2: the lock " + machines.resolve(
                "full/tidemark-measuring.lock") + " cannot be used: No space left on device");
        assertThat(rows.get("stranger").getLast()).isEqualTo("ssh failed: Host key verification failed.");
        assertThat(rows.get("nobody").getLast())
                .startsWith("ssh failed: root@10.213.0.11: Permission denied (publickey");
        assertThat(rows.get("gen1").getLast()).startsWith("there is no program tidemark on it; ");
        assertThat(rows.get("10.213.0.99").getLast())
                .startsWith("ssh failed: ssh: connect to host 10.213.0.99 port 22: ");
        assertThat(rows.get("10.213.0.98").getLast()).isEqualTo("ssh failed: ssh: connect to host 10.213.0.98 port 22: "
                + "Connection timed out");
        assertThat(rows.get("impatient").getLast()).as("by its own ConnectTimeout").isEqualTo(
                rows.get("10.213.0.98").getLast());
        List<String> asked = Files.readAllLines(machines.resolve("asked"));
        assertThat(asked).filteredOn(line -> line.contains("-- 10.213.0.98 ")).isNotEmpty().allMatch(
                line -> line.contains("-o ConnectTimeout=10 "));
        assertThat(asked).filteredOn(line -> line.contains("-- impatient ")).isNotEmpty().noneMatch(
                line -> line.contains("ConnectTimeout"));
    }

    @Test
    void oneOfAnotherVersionIsRefused() throws Exception {
        Path home = LaidOut.HOME.orElseGet(() -> Assumptions.abort("skipped: the program is not laid out yet"));
        Path other = folder.resolve("other");
        layOut(home, other, "9.9");
        List<String> line = new ArrayList<>(program.command());
        line.replaceAll(word -> word.startsWith("-Dtidemark.home=") ? "-Dtidemark.home=" + other : word);
        line.add(line.indexOf("-cp"), "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp-other")));
        script("other", line);
        assertThat(run("agent", "check", "ssh:gen2:" + folder.resolve("on-other")).table().get(1)).last().asString().matches(
                "it has Tidemark 9\\.9, and this side has [0-9.]+; give both the same version, over ssh by tidemark agent install");
    }

    @Test
    void whereTheProgramIsMissingItIsCopied() throws Exception {
        assumeThat(LaidOut.HOME).as("skipped: the program is not laid out yet").isPresent();
        assertThat(run("agent", "check", "ssh:bare").out()).contains("there is no program tidemark on it; copy this one there "
                + "by tidemark agent install ssh:bare, or write ssh:bare:/path/of/tidemark");
        assertThat(run("agent", "install", "ssh:bare").ok().table().get(1)).satisfies(row -> assertThat(row).last().asString()
                .endsWith(" copied"));
        assertThat(run("agent", "install", "ssh:bare").ok().table().get(1)).last().isEqualTo("it is there");
        assertThat(run("agent", "check", "ssh:bare").ok().table().get(1)).last().isEqualTo("yes");
        run("ingest", "--target", "null", "--documents", "100", "--workers", "2", "--warm-up", "none", "--label", "copied",
                "--agents", "ssh:bare," + agents("gen1")).ok();
        assertThat(program.states("copied")).containsExactly(IterationState.DONE);

        onBare("for f in ~/.tidemark/*/checksums.txt; do echo other > \"$f\"; done; head -c 1G /dev/zero > ~/filled || :");
        Program.Ran full = run("agent", "install", "ssh:bare");
        assertThat(full.status()).isEqualTo(3);
        assertThat(full.table().get(1)).last().asString().startsWith("it failed there with status ").contains(
                "No space left on device");
        assertThat(run("agent", "check", "ssh:bare").ok().table().get(1)).as("what was there stays").last().isEqualTo("yes");
        onBare("rm ~/filled");
        assertThat(run("agent", "install", "ssh:bare").ok().table().get(1)).last().asString().endsWith(" copied");
        onBare("[ \"$(ls -A ~/.tidemark | wc -l)\" = 1 ]"); // nothing of what broke off, nor of what was before
        assertThat(program.refused("agent", "install", "local:1")).isEqualTo("agent install: local:1: only what ssh reaches can "
                + "be copied to; write ssh:[USER@]HOST");
    }

    private static void onBare(String script) {
        command("nsenter", "--target", String.valueOf(DAEMONS.get("bare")), "--mount", "--setuid", "0", "sh", "-c", script);
    }

    /** The same program once more, but for the version that its core says that it has. */
    private static void layOut(Path home, Path other, String version) throws IOException {
        Files.createSymbolicLink(Files.createDirectories(other).resolve("drivers"), home.resolve("drivers").toAbsolutePath());
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                Path copy = Files.createDirectories(other.resolve("lib")).resolve(jar.getFileName());
                if (jar.getFileName().toString().startsWith("tidemark-core-")) {
                    ofVersion(version, jar, copy);
                } else {
                    Files.createSymbolicLink(copy, jar.toAbsolutePath());
                }
            }
        }
    }

    private static void ofVersion(String version, Path jar, Path copy) throws IOException {
        try (JarInputStream in = new JarInputStream(Files.newInputStream(jar))) {
            Manifest manifest = in.getManifest();
            manifest.getMainAttributes().putValue("Implementation-Version", version);
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(copy), manifest)) {
                for (JarEntry entry; (entry = in.getNextJarEntry()) != null;) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    in.transferTo(out);
                }
            }
        }
    }
}
