package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One load from several processes, from the command line on. */
@Timeout(300)
class AgentsCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void start() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    /** Units that each agent of a label's only iteration did. */
    private List<Long> units(String label) {
        return program.run("show", label, "--agents").ok().table().stream().skip(1)
                .map(row -> Long.valueOf(row.get(4))).toList();
    }

    @Test
    void twoOfferTogetherWhatIsAskedForAndEachIsShown() throws IOException {
        program.run("ingest", "--target", "null", "--label", "two", "--documents", "1501", "--batch-size", "1",
                "--payload", "200B", "--workers", "4", "--warm-up", "none", "--agents", "local:2").ok();
        Iteration run = program.iterations("two").getFirst();
        assertThat(run.state()).isEqualTo(IterationState.DONE);
        assertThat(run.setting("agents").orElseThrow().text()).isEqualTo("local:2");
        List<List<String>> shown = program.run("show", "two", "--agents").ok().table();
        assertThat(shown.get(1).subList(1, 4)).containsExactly("1", "local-1", "2");
        assertThat(shown.get(2).subList(1, 4)).containsExactly("2", "local-2", "2");
        assertThat(units("two")).hasSize(2).allMatch(units -> units > 600);
        assertThat(units("two").stream().mapToLong(Long::longValue).sum()).isEqualTo(1501);
        assertThat(value(run, "documents-per-second") * value(run, "elapsed")).isCloseTo(1501, within(1.0));
        assertThat(program.run("show", "two", "--workers").ok().table()).hasSize(5);
        assertThat(value(run, "generator-cpu-per-operation")).isPositive();
        assertThat(program.run("show", "two", "--agents", "--json").ok().out()).contains("\"format\" : \"tidemark-agents\"",
                "\"agent\" : \"local-2\"", "\"workers\" : 2,", "\"clock-error\" : ").doesNotContain("\"late\"");
        Path page = folder.resolve("two.html");
        program.run("report", "two", "--html", page.toString()).ok();
        assertThat(Files.readString(page)).containsPattern("(?s)<section id=\"agents\">.*<td[^>]*>local-1</td>.*"
                + "<td[^>]*>local-2</td>.*</section>").doesNotContain("late slots");
    }

    /** What is told of each by itself is told of the whole, too. */
    @Test
    void whatHeldThemIsTold() {
        program.run("volume", "--target", "null", "--label", "held", "--key-count", "500", "--preload", "500",
                "--service-time", "5ms", "--workers", "4", "--duration", "2s", "--warm-up", "none", "--agents", "local:2");
        assertThat(program.run("show", "held", "--events").ok().out()).containsPattern(
                "finding\\t(Limited by|Nothing stands out)");
    }

    @Test
    @ByTurns(days = 10, heldBy = "AgentsCommandTest.theDemoOffersTheSameLoadFromOneAndFromAgents")
    void theDemoIsRunAsItStands() {
        program.run("demo", "--agents", "local:2", "--html", folder.resolve("demo.html").toString());
        assertThat(program.states("demo-agents")).hasSize(6).isSubsetOf(IterationState.DONE,
                IterationState.INVALID); // as on a machine that is too busy
        assertThat(program.run("show", "demo-agents", "--agents").ok().table()).hasSize(1 + 3 * 2);
        assertThat(folder.resolve("demo.html")).isNotEmptyFile();
    }

    @Test
    void theDemoOffersTheSameLoadFromOneAndFromAgents() {
        assertThat(program.run("demo", "--agents", "ssh:gen1,local:2", "--dry-run", "--trust").ok().out()).contains("none",
                "ssh:gen1,local:2");
        assertThat(program.run("demo", "--agents", "loacl:2", "--dry-run").err().lines()).singleElement().asString()
                .contains("did you mean 'local'?");
    }

    @Test
    void anExperimentSaysItAndTheCommandLineMaySayOtherwise() throws IOException {
        Path file = Files.writeString(folder.resolve("x.yaml"), """
                label: x
                workload: volume
                target: "null"
                agents: local:2
                set: {key-count: 500, operations: 400, duration: none, workers: 3, warm-up: none, mix: {get: 1, put: 1}}
                """);
        program.run("run", file.toString()).ok();
        assertThat(program.states("x")).containsExactly(IterationState.DONE);
        program.run("run", file.toString(), "--set", "agents=none", "--label", "y").ok();
        assertThat(units("x")).hasSize(2).allMatch(units -> units > 0);
        assertThat(value(program.iterations("x").getFirst(), "failures")).isZero();
        assertThat(program.run("show", "y", "--agents").ok().out()).isEmpty();
    }

    private String[] lost(String... more) {
        List<String> line = new ArrayList<>(List.of("ingest", "--target", "null", "--label", "lost", "--documents",
                "10,300", "--order", "given", "--service-time", "20ms", "--batch-size", "1", "--workers", "2",
                "--warm-up", "none", "--interval", "100ms", "--agents", "local:2"));
        line.addAll(List.of(more));
        return line.toArray(String[]::new);
    }

    /** What is invalid for its own figures is not: see {@code ResumeTest}. */
    @Test
    @ByTurns(days = 6, heldBy = {"ResumeTest", "AgentsRunnerTest"})
    void anIterationThatLostAnAgentIsRunAgainWhenTheRunIsResumed() throws Exception {
        Process main = program.start(program.command(lost()));
        try {
            Program.await("the second iteration's measurement", () -> program.iterations("lost").size() == 2
                    && program.intervals(program.iterations("lost").getLast()) > 0);
            main.children().findFirst().orElseThrow().destroyForcibly();
            assertThat(main.waitFor()).isEqualTo(3);
        } finally {
            main.descendants().forEach(ProcessHandle::destroyForcibly);
            main.destroyForcibly();
        }
        assertThat(program.states("lost")).containsExactly(IterationState.DONE, IterationState.INVALID);
        assertThat(program.run(lost("--resume")).ok().err())
                .startsWith("Resuming: 1 iteration is finished already, 1 to go.");
        assertThat(program.states("lost")).containsExactly(IterationState.DONE, IterationState.INVALID,
                IterationState.DONE);
        assertThat(program.iterations("lost").getLast().attempt()).isEqualTo(2);
        assertThat(program.refused(lost("--resume"))).startsWith("nothing to resume: label lost");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "rocksdb|local:2|agents: the data of rocksdb is in the process that works on it, so that several cannot load it "
                + "together; use one agent, or a server",
        "null|local:5|workers: 4 workers cannot be shared out among 5 agents; use 5 or more, or fewer agents",
        "null|locla:2|'locla:2' is no agent; write local:N, ssh:[USER@]HOST, slurm:N, k8s:N, exec:'COMMAND' or the name of a stored one "
                + "(did you mean 'local'?)",
        "null|gen1|agents: 'gen1' is no agent; write local:N, ssh:[USER@]HOST, slurm:N, k8s:N, exec:'COMMAND' or the name of a stored one",
        "null|ssh:-oProxyCommand=x|ssh:-oProxyCommand=x: '-oProxyCommand=x' is no host; write ssh:[USER@]HOST, "
                + "with a name of your ssh configuration where it needs more",
        "null|local:0|local:0: write how many, 1 to 64"})
    void whatCannotBeIsRefusedInOneLine(String target, String agents, String complaint) {
        assertThat(program.refused("ingest", "--target", target, "--workers", "4", "--agents", agents))
                .contains(complaint);
    }

    @Test
    void theApiIsRefused() {
        assertThat(program.refused("api", "--target", "null", "--agents", "local:2"))
                .isEqualTo("agents: the load of api cannot be shared out yet; leave agents out");
    }

    @Test
    void anAgentIsChecked() {
        Program.Ran checked = program.run("agent", "check", "local:1,exec:'exit 7 #'");
        assertThat(checked.status()).isEqualTo(3);
        assertThat(checked.table().get(1)).startsWith("local").endsWith("yes");
        assertThat(checked.table().get(2)).startsWith("exec").endsWith("its command ended with status 7");
    }

    /** What carries a runner of this program, as ssh does, to a machine that has its own folder for temporary files. */
    private String elsewhere(Path temporary) throws IOException {
        List<String> line = new ArrayList<>(program.command());
        line.add(line.indexOf("-cp"), "-Djava.io.tmpdir=" + temporary);
        Path script = Files.writeString(folder.resolve("carry.sh"), "shift\nexec " + line.stream().map(ShellCommand::word)
                .collect(Collectors.joining(" ")) + " \"$@\"\n");
        return "exec:'sh " + script + "'";
    }

    @Test
    @ByTurns(days = 6, heldBy = {"MachineLockTest", "AgentsRunnerTest"})
    void oneMeasuredRunAtATimeIsOnEachMachine() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        String[] command = {"ingest", "--target", "null", "--documents", "100", "--workers", "3", "--warm-up", "none",
            "--agents", elsewhere(there) + ",local:1," + elsewhere(there)};
        try (MachineLock _ = MachineLock.take(there, "label other, process 1", false)) {
            Program.Ran refused = program.run(command);
            assertThat(refused.status()).isEqualTo(3);
            assertThat(refused.err()).contains("agent exec-1 cannot be used: its command ended with status 2: another "
                    + "measured run is in progress on this machine (label other, process 1); wait for it, or run beside it "
                    + "with --alongside");
            List<String> beside = new ArrayList<>(List.of(command));
            beside.add("--alongside");
            program.run(beside.toArray(String[]::new)).ok();
        }
        program.run(command).ok(); // two of the same run are one
        program.run("ingest", "--target", "null", "--documents", "100", "--workers", "2", "--warm-up", "none", "--agents",
                elsewhere(Path.of(System.getProperty("java.io.tmpdir"))) + ",local:1").ok(); // on the coordinator's own
    }

    @Test
    void aNameStandsForAnAgentAndStaysInTheResults() {
        assertThat(program.run("agent", "add", "here", "local:1").ok().err()).isEqualTo("Agent here is local:1.\n");
        program.run("agent", "add", "there", "exec:'exit 5 #'").ok();
        assertThat(program.run("agent", "list").ok().table()).containsExactly(List.of("agent", "is"),
                List.of("here", "local:1"), List.of("there", "exec:'exit 5 #'"));
        assertThat(program.run("agent", "check").table().stream().map(List::getFirst)).containsExactly("agent", "here",
                "there");
        program.run("ingest", "--target", "null", "--label", "named", "--documents", "100", "--workers", "2", "--warm-up",
                "none", "--agents", "here,local:1").ok();
        assertThat(program.run("show", "named", "--agents").ok().table().stream().map(row -> row.get(2)))
                .containsExactly("agent", "here", "local");
        Iteration run = program.iterations("named").getFirst();
        assertThat(run.setting("agents").orElseThrow().text()).isEqualTo("here=local:1,local:1");
        assertThat(program.run("ingest", "--target", "null", "--documents", "100", "--workers", "2", "--agents",
                "local:1,there").err()).contains("agent there cannot be used: its command ended with status 5");
        assertThat(program.refused("ingest", "--agents", "ther")).contains("agents: 'ther' is no agent; ")
                .endsWith("(did you mean 'there'?)");
        assertThat(program.refused("defaults", "set", "ingest", "agents=ther")).startsWith("agents: 'ther' is no agent; ");
        assertThat(program.run("defaults", "set", "ingest", "agents=here,local:1").ok().err()).isEqualTo(
                "agents is here=local:1,local:1 by default.\n");
        program.run("ingest", "--target", "null", "--label", "by-default", "--documents", "100", "--workers", "2", "--warm-up",
                "none").ok();
        assertThat(program.iterations("by-default").getFirst().setting("agents").orElseThrow().text()).isEqualTo(
                "here=local:1,local:1");
        program.run("defaults", "reset", "ingest").ok();
        assertThat(program.refused("agent", "add", "ssh", "local:1")).isEqualTo("agent add: agent 'ssh': this is a kind of "
                + "agent; choose another name");
        assertThat(program.refused("agent", "add", "two", "local:2")).startsWith("agent add: 'local:2': a name stands for "
                + "one agent");
        assertThat(program.refused("agent", "remove", "here", "ther")).isEqualTo("no agent 'ther' (did you mean "
                + "'there'?)");
        program.run("agent", "remove", "here", "there").ok();
        assertThat(program.refused("agent", "check")).startsWith("agent check: there is nothing to check");
        program.run("again", "named", "--label", "anew").ok();
        assertThat(program.states("anew")).containsExactly(IterationState.DONE);
    }

    /** On a real server, where what several store and find is one thing. */
    @Test
    @ByTurns(days = 6, heldBy = {"LoadSharingTest", "RunnerServiceTest"})
    void onRedisTheyStoreAndFindTogether() {
        program.run("rig", "start", "redis").ok();
        try {
            program.run("ingest", "--target", "redis", "--label", "in", "--documents", "2001", "--payload", "300B",
                    "--batch-size", "5", "--workers", "4", "--agents", "local:2").ok();
            assertThat(units("in").stream().mapToLong(Long::longValue).sum()).isEqualTo(2001);
            assertThat(value(program.iterations("in").getFirst(), "failures")).isZero();
            program.run("volume", "--target", "redis", "--label", "mixed", "--workers", "4", "--key-count", "400",
                    "--value-size", "200B", "--duration", "none", "--operations", "2000", "--verify", "all", "--mix",
                    "get=4,put=2,update=1", "--agents", "local:3").ok();
            Iteration mixed = program.iterations("mixed").getFirst();
            assertThat(mixed.state()).isEqualTo(IterationState.DONE);
            assertThat(value(mixed, "failures")).isZero();
            assertThat(program.run("show", "mixed", "--agents").ok().table()).hasSize(4);
            program.run("dataset", "create", "small", "--target", "redis", "--keyspaces", "2", "--documents", "400",
                    "--value-size", "512B").ok();
            program.run("random-io", "--target", "redis", "--dataset", "small", "--label", "io", "--workers", "4",
                    "--duration", "none", "--operations", "2000", "--read-percent", "50", "--agents", "local:2").ok();
            assertThat(value(program.iterations("io").getFirst(), "failures")).isZero();
            assertThat(program.run("dataset", "verify", "small").ok().err()).contains("400 values are as they were");
            program.run("dataset", "drop", "small").ok();
        } finally {
            program.run("rig", "stop", "redis").ok();
        }
    }
}
