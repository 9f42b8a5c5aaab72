package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.run.ProcessTree;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.run.runner.RunnerMain;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Agents.Agent;

/** How an agent is started, and what its end means. */
sealed interface AgentCommand {

    /** The command that a tidemark of another machine is given: {@code tidemark runner DRIVER}. */
    String RUNNER = "runner";
    /** The status of a shell that has not found a program. */
    int NOT_FOUND = 127;

    /** The command line on this machine. */
    List<String> line();

    /** Why it ended by itself, in one line. @param complaints what it wrote to its standard error, line by line */
    String diagnosis(int status, long pid, List<String> complaints);

    /** After it has ended. */
    default void tidyUp() {}

    /** What was said last before what started it said that it had ended; that, where there is nothing else. */
    private static String last(List<String> complaints, Pattern closing) {
        List<String> before = complaints.stream().filter(c -> !closing.matcher(c).matches()).toList();
        return ExitDiagnosis.last(before.isEmpty() ? complaints : before);
    }

    /**
     * @param number of the agent, from 0
     * @param work   folder of this machine where it keeps what it makes, where it is one of this machine
     * @param run    for which it takes its machine
     */
    static AgentCommand of(Agents agents, int number, Driver driver, Path work, MeasuredRun run) throws IOException {
        List<String> words = Stream.concat(Stream.of(RUNNER, driver.name()), run.options().stream()).toList();
        Agent agent = agents.all().get(number).plain();
        return switch (agent) {
            case Agent.Named named -> throw new IllegalStateException(named + " has two names");
            case Agent.Slurm slurm -> new Slurm(slurm, words, System.getenv("SLURM_JOB_ID") == null
                    ? OptionalInt.empty() : OptionalInt.of(agents.placesBefore(number)));
            case Agent.Pod pod -> new Pod(pod, words, agents.placesBefore(number));
            case Agent.Local _ -> Local.of(RunnerCommand.of(driver, work));
            case Agent.Exec exec -> new Exec(exec, words);
            case Agent.Ssh ssh -> new Ssh(ssh, words);
        };
    }

    /** A process of this machine. */
    record Local(RunnerCommand command, TemporaryFolder temporary) implements AgentCommand {

        static Local of(RunnerCommand command) throws IOException {
            return new Local(command, TemporaryFolder.makeForLibraries(command.crashFolder()));
        }

        @Override
        public List<String> line() {
            return command.line(RunnerMain.class.getName(), temporary.path());
        }

        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            return ExitDiagnosis.of(status, pid, command.crashFolder(), complaints, Optional.empty());
        }

        @Override
        public void tidyUp() {
            temporary.close();
        }
    }

    /** What the user's command starts. */
    record Exec(Agent.Exec agent, List<String> words) implements AgentCommand {

        @Override
        public List<String> line() {
            return ProcessTree.command(agent.command() + " " + ShellCommand.PROGRAM + " "
                    + String.join(" ", words));
        }

        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            return (status == NOT_FOUND ? "a program was not found" : "its command ended with status " + status)
                    + ExitDiagnosis.last(complaints);
        }
    }

    /** What the system's ssh starts: it asks nobody for anything. */
    record Ssh(Agent.Ssh agent, List<String> words) implements AgentCommand {

        /** The status with which ssh tells that it has failed itself. */
        private static final int OWN = 255;
        /** How long an address may not answer at all, which the system itself bears for minutes. */
        private static final int CONNECT_SECONDS = 10;
        /** What was copied there by this program comes before whatever the PATH has. */
        private static final String START = "[ -x \"$1\" ] || { shift; set -- " + ShellCommand.PROGRAM
                + " \"$@\"; }; exec \"$@\"";

        @Override
        public List<String> line() {
            String version = Frame.Hello.own().version();
            boolean copied = agent.program().equals(ShellCommand.PROGRAM) && !version.isEmpty();
            return ProcessTree.command(line(agent, copied ? inShell(START, Stream.concat(Stream.of(
                    AgentInstallation.program(version)), words.stream()).toArray(String[]::new))
                    : agent.program() + " " + String.join(" ", words)));
        }

        /** Something that the shell of a user there shall do. */
        static List<String> line(Agent.Ssh agent, String command) {
            List<String> line = new ArrayList<>(List.of("ssh", "-T", "-o", "BatchMode=yes"));
            if (waitsForGood(agent)) {
                line.addAll(List.of("-o", "ConnectTimeout=" + CONNECT_SECONDS));
            }
            line.addAll(List.of("--", agent.destination(), command));
            return line;
        }

        /** Whether nothing in the user's configuration says how long; an option would take its place. */
        private static boolean waitsForGood(Agent.Ssh agent) {
            try {
                Process ssh = new ProcessBuilder("ssh", "-G", "--", agent.destination())
                        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
                ssh.getOutputStream().close();
                return new String(ssh.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                        .anyMatch("connecttimeout none"::equals);
            } catch (IOException e) {
                return false; // what is started next says what is wrong
            }
        }

        /** A script with arguments, whatever shell the user there has. */
        static String inShell(String script, String... arguments) {
            return "sh -c " + Stream.concat(Stream.of(script, "sh"), Stream.of(arguments)).map(ShellCommand::word)
                    .collect(Collectors.joining(" "));
        }

        /** Why a script there has failed. */
        static String failure(int status, List<String> complaints) {
            return (status == OWN ? "ssh failed" : "it failed there with status " + status)
                    + ExitDiagnosis.last(complaints);
        }

        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            return switch (status) {
                case OWN -> failure(status, complaints);
                case NOT_FOUND -> "there is no program " + agent.program() + " on it; " + (agent.program().equals(
                        ShellCommand.PROGRAM) ? "copy this one there by " + ShellCommand.of("agent", "install",
                        agent.toString()) + ", or write " + agent + ":/path/of/tidemark" : "install it there");
                default -> ExitDiagnosis.elsewhere(status, complaints);
            };
        }
    }

    /**
     * What Slurm starts on a node that no other agent has.
     *
     * @param node of the allocation within which this program runs, from 0; empty where it is in none, and each agent
     *             is a job
     */
    record Slurm(Agent.Slurm agent, List<String> words, OptionalInt node) implements AgentCommand {

        /** How the node tells that a program is not there. */
        private static final String NO_PROGRAM = "execve(): ";
        private static final Pattern CLOSING = Pattern.compile("srun: (?:error: \\S+: task \\d+: .*|Job step aborted.*|"
                + ".*Terminating .*)");

        /** Unless told otherwise, Slurm keeps what is written back until a line has ended, which frames never do. */
        @Override
        public List<String> line() {
            List<String> line = new ArrayList<>(List.of("srun", "--nodes=1", "--ntasks=1", "--unbuffered",
                    "--kill-on-bad-exit", "--job-name=" + ShellCommand.PROGRAM));
            line.add(node.isPresent() ? "--relative=" + node.getAsInt() : "--exclusive");
            line.addAll(List.of("--", agent.program()));
            line.addAll(words);
            return ProcessTree.command(line);
        }

        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            if (status == NOT_FOUND) {
                return "there is no srun here; run this where Slurm's commands are";
            }
            return complaints.stream().anyMatch(c -> c.contains(NO_PROGRAM + agent.program()))
                    ? "there is no program " + agent.program() + " on its node; install it there, or write slurm:N:"
                            + "/path/of/tidemark"
                    : "srun ended with status " + status + last(complaints, CLOSING);
        }
    }

    /**
     * What kubectl starts in a pod that no other agent has; contexts and credentials are the user's.
     *
     * @param number of the pod among those of the Job that run, from 0
     */
    record Pod(Agent.Pod agent, List<String> words, int number) implements AgentCommand {

        /** The status for want of a pod. */
        private static final int NO_POD = 65;
        private static final Pattern CLOSING = Pattern.compile("command terminated with exit code \\d+");
        private static final String SCRIPT = """
                trap '' INT QUIT
                pod=$(kubectl get pods --selector="job-name=$1" --field-selector=status.phase=Running --output=name | sed -n "$2p")
                [ -n "$pod" ] || exit 65
                shift 2
                exec kubectl exec --stdin "$pod" -- "$@"
                """;

        @Override
        public List<String> line() {
            return Stream.concat(Stream.of("/bin/sh", "-c", SCRIPT, "sh", agent.job(), String.valueOf(number + 1),
                    ShellCommand.PROGRAM), words.stream()).toList();
        }

        /** Of a stream that is cut, kubectl may say that all went well. */
        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            if (status == NO_POD && complaints.stream().allMatch(c -> c.startsWith("No resources found"))) {
                return "of Job " + agent.job() + " fewer than " + (number + 1) + " pods run; apply what tidemark agent "
                        + "manifest " + agent.times(number + 1) + " prints";
            }
            return status == 0 ? "the stream to its pod was cut" + last(complaints, CLOSING)
                    : "kubectl ended with status " + status + last(complaints, CLOSING);
        }
    }
}
