package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.launch.AgentCheck;
import dev.tidemark.report.Numbers;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark agent check LIST}. */
@Command(name = AgentCommand.NAME, description = "Sees whether agents can offer a part of a load.")
final class AgentCommand implements Runnable {

    static final String NAME = "agent";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: agent check LIST");
    }

    @Command(name = "check", description = "Starts each agent and tells its version, its processors and drivers, and "
            + "how its clock stands to this machine's.")
    int check(@Parameters(paramLabel = "LIST", description = "as --agents has it: local:2, ssh:[USER@]HOST or "
            + "exec:'COMMAND', commas between") String list,
            @Option(names = "--driver", paramLabel = "NAME", defaultValue = "null", description = "that each must have "
                    + "[null]") String driver) throws IOException, InterruptedException {
        Agents agents = agents(list);
        try (CommandContext commandContext = CommandContext.open(spec); TemporaryFolder work = TemporaryFolder.make()) {
            List<AgentCheck> found = AgentCheck.of(agents, Drivers.named(driver), work.path(), Clock.system());
            TextColumns.of("agent", "version", "jdk", "cores", "drivers", "clock-offset", "clock-error", "usable")
                    .withProse().print(commandContext, found.stream().map(AgentCommand::row).toList());
            return found.stream().allMatch(f -> f.failure().isEmpty()) ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private static Agents agents(String list) {
        try {
            Agents agents = Agents.PARAM.parse(list);
            if (agents == null) {
                throw new InvalidInputException("there is nothing to check");
            }
            return agents;
        } catch (InvalidInputException e) {
            throw e.getMessage().startsWith(Agents.PARAM.name()) ? e
                    : new InvalidInputException(Agents.PARAM.name() + ": " + e.getMessage());
        }
    }

    /** Times in seconds; the offset of a clock of another machine is large, since each counts from its own start. */
    private static String[] row(AgentCheck found) {
        return found.failure().map(why -> new String[] {found.name(), "", "", "", "", "", "", why})
                .orElseGet(() -> new String[] {found.name(), found.hello().orElseThrow().version(),
                    found.hello().orElseThrow().jdk(), String.valueOf(found.hello().orElseThrow().cores()),
                    String.valueOf(found.hello().orElseThrow().drivers().size()),
                    Numbers.fixed(found.clock().orElseThrow().offset() / 1e9, 6),
                    Numbers.fixed(found.clock().orElseThrow().error() / 1e9, 6), "yes"});
    }
}
