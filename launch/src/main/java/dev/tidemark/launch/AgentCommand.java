package dev.tidemark.launch;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.run.ProcessTree;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.run.runner.RunnerMain;
import dev.tidemark.core.workload.Agents.Agent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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

    /** @param work folder of this machine where it keeps what it makes, where it is one of this machine */
    static AgentCommand of(Agent agent, Driver driver, Path work) throws IOException {
        return switch (agent) {
            case Agent.Named named -> of(named.plain(), driver, work);
            case Agent.Local _ -> Local.of(RunnerCommand.of(driver, work));
            case Agent.Exec exec -> new Exec(exec, driver.name());
            case Agent.Ssh ssh -> new Ssh(ssh, driver.name());
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
    record Exec(Agent.Exec agent, String driver) implements AgentCommand {

        @Override
        public List<String> line() {
            return ProcessTree.command(agent.command() + " " + ShellCommand.PROGRAM + " " + RUNNER + " " + driver);
        }

        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            return (status == NOT_FOUND ? "a program was not found" : "its command ended with status " + status)
                    + ExitDiagnosis.last(complaints);
        }
    }

    /** What the system's ssh starts: it asks nobody for anything. */
    record Ssh(Agent.Ssh agent, String driver) implements AgentCommand {

        /** The status with which ssh tells that it has failed itself. */
        private static final int OWN = 255;

        @Override
        public List<String> line() {
            return ProcessTree.command(List.of("ssh", "-T", "-o", "BatchMode=yes", "--", agent.destination(),
                    agent.program() + " " + RUNNER + " " + driver));
        }

        @Override
        public String diagnosis(int status, long pid, List<String> complaints) {
            return switch (status) {
                case OWN -> "ssh failed" + ExitDiagnosis.last(complaints);
                case NOT_FOUND -> "there is no program " + agent.program() + " on it; install it there, or write "
                        + "ssh:" + agent.destination() + ":/path/of/tidemark";
                default -> "the runner ended there with status " + status + ExitDiagnosis.last(complaints);
            };
        }
    }
}
