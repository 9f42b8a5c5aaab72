package dev.tidemark.launch;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.launch.TroubleDriver.Trouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that offer a load together, and what becomes of it when one is lost. */
@Timeout(120)
class AgentsRunnerTest {

    private static final String[] HOURS = {"documents", "180000", "rate", "50/s", "workers", "2",
        "interval", "100ms", "batch-size", "1"};

    @TempDir
    private Path folder;

    private AgentsRunner runner(String agents, Duration lease) {
        return new AgentsRunner(Agents.PARAM.parse(agents), Drivers.named("trouble"), folder, Clock.system(),
                SecretAnswers.NONE, MeasuredRun.NONE, lease);
    }

    private RunRequest request(String... more) throws IOException {
        try (Bench bench = new Bench(folder, Duration.ofSeconds(1))) {
            return bench.request(1, Trouble.NONE, more);
        }
    }

    private List<RunEvent> run(AgentsRunner runner, Consumer<RunEvent> listener, String... more) throws Exception {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        runner.run(request(more), event -> {
            events.add(event);
            listener.accept(event);
        });
        return events;
    }

    private static RunEvent.Ended end(List<RunEvent> events) {
        return (RunEvent.Ended) events.getLast();
    }

    @Test
    void theyStoreTogetherWhatOneStoresAndGoOnWithTheNextIteration() throws Exception {
        try (AgentsRunner runner = runner("local:2", AgentProcess.LEASE)) {
            for (int i = 0; i < 2; i++) {
                List<RunEvent> events =
                        run(runner, event -> { }, "documents", "301", "workers", "3", "batch-size", "2");
                assertThat(end(events)).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
                assertThat(events.stream().filter(RunEvent.PhaseEnded.class::isInstance)
                        .map(RunEvent.PhaseEnded.class::cast).filter(e -> e.span().headline())
                        .flatMap(e -> e.workers().stream()).mapToLong(WorkerCount::units).sum()).isEqualTo(301);
            }
            assertThat(runner.pids()).hasSize(2).doesNotHaveDuplicates();
        }
    }

    /** Told by what has become of it, and noticed by its silence; after which a new one takes its place. */
    @ParameterizedTest
    @CsvSource({"KILL, 'the runner was killed (signal 9): by a person, or by the system for want of memory'",
        "STOP, nothing was heard of it for 2 s"})
    void oneThatIsLostMakesTheIterationInvalid(String signal, String why) throws Exception {
        try (AgentsRunner runner = runner("local:2", Duration.ofSeconds(2))) {
            long[] lost = {0};
            List<RunEvent> events = run(runner, event -> {
                if (event instanceof RunEvent.Measured e && e.interval().seq() == 3 && lost[0] == 0) {
                    lost[0] = runner.pids().get(1);
                    signal(signal, lost[0]);
                }
            }, HOURS);
            assertThat(end(events).state()).isEqualTo(IterationState.INVALID);
            assertThat(end(events).verdict()).startsWith("agent local-2 was lost at ").endsWith(
                    " s: half of the load was not offered (" + why + ")");
            assertThat(ProcessHandle.of(lost[0])).isEmpty();
            assertThat(end(run(runner, event -> { }, "documents", "20", "workers", "2")))
                    .isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        }
    }

    private static void signal(String signal, long pid) {
        try {
            assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(pid)).inheritIO().start().waitFor())
                    .isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStopEndsThemAndKeepsWhatWasMeasured() throws Exception {
        try (AgentsRunner runner = runner("local:2", AgentProcess.LEASE)) {
            List<RunEvent> events = run(runner, event -> {
                if (event instanceof RunEvent.Measured e && e.interval().seq() == 3) {
                    runner.stop();
                }
            }, HOURS);
            assertThat(end(events)).isEqualTo(new RunEvent.Ended(1, IterationState.STOPPED,
                    "stopped at the user's wish"));
        }
    }

    /** Which is no finding about an agent: the iteration is run again when the run is resumed. */
    @Test
    void oneThatIsBrokenOffHasFailed() throws Exception {
        try (AgentsRunner runner = runner("local:2", AgentProcess.LEASE)) {
            List<RunEvent> events = run(runner, event -> {
                if (event instanceof RunEvent.Measured e && e.interval().seq() == 3) {
                    runner.close();
                }
            }, HOURS);
            assertThat(end(events)).isEqualTo(new RunEvent.Ended(1, IterationState.FAILED,
                    "the agents were interrupted"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exec:'exit 3 #'|agent exec cannot be used: its command ended with status 3",
        "exec:'echo no route >&2; exit 255 #'|agent exec cannot be used: its command ended with status 255: no route",
        "exec:'no-such-program-here'|agent exec cannot be used: a program was not found: /bin/sh: 1: "
                + "no-such-program-here: not found",
        "exec:'echo what is this here'|agent exec cannot be used: what it tells cannot be understood: a frame of "
                + "2003329396 bytes",
        "ssh:nobody@127.0.0.1|agent 127.0.0.1 cannot be used: ssh failed: "})
    void oneThatCannotBeStartedIsToldByWhatItSaid(String agents, String verdict) throws Exception {
        try (AgentsRunner runner = runner("local:1," + agents, AgentProcess.LEASE)) {
            RunEvent.Ended ended = end(run(runner, event -> { }, "documents", "20", "workers", "2"));
            assertThat(ended.state()).isEqualTo(IterationState.FAILED);
            assertThat(ended.verdict()).startsWith(verdict).hasLineCount(1);
        }
    }

    /** The words that stand behind a command are what it shall start; here it is a runner that knows what it is. */
    @Test
    void aCommandCarriesTheStream() throws Exception {
        String line = String.join(" ", RunnerCommand.of(Drivers.named("trouble"), folder).line(
                "dev.tidemark.core.run.runner.RunnerMain", folder));
        Path script = java.nio.file.Files.writeString(folder.resolve("carry.sh"), "exec " + line + "\n");
        try (AgentsRunner runner = runner("exec:'sh " + script + "',local:1", AgentProcess.LEASE)) {
            assertThat(end(run(runner, event -> { }, "documents", "20", "workers", "2")))
                    .isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "255|ssh failed: Host key verification failed.",
        "127|there is no program /opt/t/tidemark on it; install it there",
        "137|the runner was killed (signal 9): by a person, or by the system for want of memory",
        "2|the runner ended there with status 2: Host key verification failed."})
    void theStatusOfSshIsReadAsWhatItIs(int status, String message) throws IOException {
        AgentCommand command = AgentCommand.of(Agents.PARAM.parse("ssh:ada@gen1:/opt/t/tidemark"), 0,
                Drivers.named("trouble"), folder, new MeasuredRun("0123456789abcdef", true));
        assertThat(command.line()).containsSequence("ssh", "-T", "-o", "BatchMode=yes").endsWith("--", "ada@gen1",
                "/opt/t/tidemark runner trouble --run 0123456789abcdef --alongside");
        assertThat(command.diagnosis(status, 1, List.of("debug", "Host key verification failed."))).isEqualTo(message);
    }

    /** Each has a node of its own, whatever is between them. */
    @Test
    void slurmStartsOneOnEachNode() throws IOException {
        Agents agents = Agents.PARAM.parse("slurm:2,local:1,x=slurm:1:/opt/t/tidemark");
        AgentCommand third = AgentCommand.of(agents, 3, Drivers.named("trouble"), folder, MeasuredRun.NONE);
        assertThat(agents.placesBefore(3)).isEqualTo(2);
        assertThat(third.line()).containsSequence("srun", "--nodes=1", "--ntasks=1", "--unbuffered").endsWith("--",
                "/opt/t/tidemark", "runner", "trouble");
        assertThat(third.diagnosis(2, 1, List.of("slurmstepd: error: execve(): /opt/t/tidemark: No such file or directory",
                "srun: error: n3: task 0: Exited with exit code 2"))).startsWith("there is no program /opt/t/tidemark on its "
                + "node; ");
        assertThat(third.diagnosis(1, 1, List.of("srun: error: Unable to contact slurm controller"))).isEqualTo(
                "srun ended with status 1: srun: error: Unable to contact slurm controller");
        assertThat(third.diagnosis(2, 1, List.of("another measured run is in progress", "srun: error: n1: task 0: Exited with "
                + "exit code 2", "srun: launch/slurm: _step_signal: Terminating StepId=4.0"))).isEqualTo(
                "srun ended with status 2: another measured run is in progress");
        assertThat(third.diagnosis(143, 1, List.of("srun: Job step aborted: Waiting up to 32 seconds for job step to finish.",
                "slurmstepd-n2: error: *** STEP 7.0 ON n2 CANCELLED ***", "srun: error: n2: task 0: Terminated"))).endsWith(
                "STEP 7.0 ON n2 CANCELLED ***");
        AgentCommand.Slurm within = new AgentCommand.Slurm(new Agents.Agent.Slurm("tidemark"), List.of(), OptionalInt.of(2));
        assertThat(within.line()).contains("--relative=2").doesNotContain("--exclusive");
    }

    @Test
    void kubectlStartsOneInEachPod() throws IOException {
        Agents agents = Agents.PARAM.parse("k8s:1:other,slurm:1,k8s:2");
        AgentCommand last = AgentCommand.of(agents, 3, Drivers.named("trouble"), folder, new MeasuredRun("12", false));
        assertThat(last.line()).startsWith("/bin/sh", "-c").endsWith("sh", "tidemark", "2", "tidemark", "runner", "trouble",
                "--run", "12");
        assertThat(last.diagnosis(0, 1, List.of())).isEqualTo("the stream to its pod was cut");
        assertThat(last.diagnosis(2, 1, List.of("another run", "command terminated with exit code 2"))).isEqualTo(
                "kubectl ended with status 2: another run");
        assertThat(last.diagnosis(65, 1, List.of("No resources found in default namespace."))).isEqualTo("of Job tidemark "
                + "fewer than 2 pods run; apply what tidemark agent manifest k8s:2 prints");
        assertThat(last.diagnosis(65, 1, List.of("The connection to the server localhost:8080 was refused"))).isEqualTo(
                "kubectl ended with status 65: The connection to the server localhost:8080 was refused");
    }
}
