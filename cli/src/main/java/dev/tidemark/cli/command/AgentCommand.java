package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.NamedAgents;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.os.TidemarkFolders;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.launch.AgentCheck;
import dev.tidemark.launch.AgentInstallation;
import dev.tidemark.launch.AgentManifest;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.results.StoredAgent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark agent}: agents that have names, whether agents can be used, and what they need on their machines. */
@Command(name = AgentCommand.NAME, description = "Stores agents under names, and sees whether they can offer a part of "
        + "a load.")
final class AgentCommand implements Runnable {

    static final String NAME = "agent";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: agent add, agent list, agent remove, "
                + "agent check, agent install or agent manifest");
    }

    @Command(name = "add", description = "Stores an agent under a name, or changes a stored one; --agents NAME,NAME uses "
            + "them.")
    int add(@Parameters(index = "0", paramLabel = "NAME", description = "the agent's name") String name,
            @Parameters(index = "1", paramLabel = "AGENT", description = "what it is, as --agents has it: "
                    + "ssh:[USER@]HOST, exec:'COMMAND'") String agent) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            StoredAgent stored = commandContext.workbench().agents().put(name, agent);
            commandContext.say("Agent " + stored.name() + " is " + stored.text() + ".");
            return ExitStatus.DONE;
        } catch (InvalidInputException e) {
            throw e.at("agent add");
        }
    }

    @Command(name = "list", description = "Lists the stored agents.")
    int list() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            TextColumns.of("agent", "is").withProse().print(commandContext, commandContext.workbench().agents().all()
                    .stream().map(a -> new String[] {a.name(), a.text()}).toList());
            return ExitStatus.DONE;
        }
    }

    @Command(name = "remove", description = "Removes stored agents; results and jobs keep what they stood for.")
    int remove(@Parameters(arity = "1..*", paramLabel = "NAME") List<String> names) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            names.forEach(commandContext.workbench().agents()::named); // all are there, or none is removed
            names.forEach(commandContext.workbench().agents()::remove);
            commandContext.say("Removed " + String.join(", ", names) + ".");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "check", description = "Starts each agent and tells its version, its processors and drivers, and "
            + "how its clock stands to this machine's.")
    int check(@Parameters(arity = "0..1", paramLabel = "LIST", description = "as --agents has it: names of stored ones, "
                    + "local:2, ssh:[USER@]HOST or exec:'COMMAND', commas between [all that are stored]") String list,
            @Option(names = "--driver", paramLabel = "NAME", defaultValue = NamedAgents.EVERYWHERE, description = "that each must "
                    + "have [" + NamedAgents.EVERYWHERE + "]") String driver) throws InterruptedException {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            NamedAgents stored = commandContext.workbench().agents();
            List<AgentCheck> found = stored.check(chosen("check", list, stored.all().stream()), Drivers.named(driver));
            TextColumns.of("agent", "version", "jdk", "cores", "drivers", "clock-offset", "round-trip", "usable")
                    .withProse().print(commandContext, found.stream().map(AgentCommand::row).toList());
            return found.stream().allMatch(f -> f.failure().isEmpty()) ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    @Command(name = "install", description = "Copies this program to machines that ssh reaches, where it is missing or "
            + "another one, into .tidemark in the home there; agents without a path find it by themselves.")
    int install(@Parameters(arity = "0..1", paramLabel = "LIST", description = "as --agents has it: names of stored ones, "
                    + "ssh:[USER@]HOST, commas between [all of ssh that are stored]") String list)
            throws IOException, InterruptedException {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            NamedAgents stored = commandContext.workbench().agents();
            Agents agents = Agents.PARAM.parse(stored.written(chosen("install", list, stored.all().stream()
                    .filter(a -> a.text().startsWith("ssh:")))));
            List<Agents.Agent.Ssh> machines = agents.all().stream().map(AgentCommand::machine).toList();
            AgentInstallation installation = installation();
            if (!installation.hasJava()) {
                commandContext.say("This program has no Java of its own to copy: a JDK 25 must be there. What tidemark dist "
                        + "packs has one.");
            }
            List<String[]> rows = new ArrayList<>();
            boolean failed = false;
            for (int i = 0; i < machines.size(); i++) {
                String name = agents.names().get(i);
                commandContext.say("Looking at " + name + "…");
                try {
                    rows.add(new String[] {name, installation.version(), installation.folder(),
                        installation.copyTo(machines.get(i)) ? Numbers.bytes(installation.size()) + " copied"
                                : "it is there"});
                } catch (IOException e) {
                    rows.add(new String[] {name, "", "", e.getMessage()});
                    failed = true;
                }
            }
            TextColumns.of("agent", "version", "folder", "done").withProse().print(commandContext, rows);
            return failed ? ExitStatus.FAILED : ExitStatus.DONE;
        }
    }

    private static AgentInstallation installation() {
        try {
            return AgentInstallation.of(TidemarkFolders.program().orElseThrow(() -> new IOException("it is not laid out")));
        } catch (IOException e) {
            throw new InvalidInputException("agent install: this program cannot be copied: " + e.getMessage());
        }
    }

    private static Agents.Agent.Ssh machine(Agents.Agent agent) {
        if (!(agent.plain() instanceof Agents.Agent.Ssh ssh)) {
            throw new InvalidInputException("agent install: " + agent.plain() + ": only what ssh reaches can be copied to; "
                    + "write ssh:[USER@]HOST");
        }
        if (!ssh.program().equals(ShellCommand.PROGRAM)) {
            throw new InvalidInputException("agent install: " + ssh + " says which program is used there; leave its path "
                    + "out, and what is copied is found");
        }
        return ssh;
    }

    @Command(name = "manifest", description = "Prints the Job by which Kubernetes makes pods for agents, for kubectl apply.")
    int manifest(@Parameters(paramLabel = "AGENTS", description = "k8s:N, or k8s:N:JOB for a Job of that name") String list,
            @Option(names = "--image", required = true, paramLabel = "IMAGE", description = "with tidemark on its PATH")
                    String image,
            @Option(names = "--cpu", paramLabel = "AMOUNT", description = "that each asks for and may use, as 4 or 500m")
                    Optional<String> cpu,
            @Option(names = "--memory", paramLabel = "AMOUNT", description = "that each asks for and may use, as 8Gi")
                    Optional<String> memory,
            @Option(names = "--service-account", paramLabel = "NAME", description = "of the pods") Optional<String> account,
            @Option(names = "--secret", paramLabel = "NAME", description = "whose entries become variables of the pods, for "
                    + "env: to point to") Optional<String> secret) {
        Agents agents = Agents.PARAM.parse(list);
        if (agents == null || !(agents.all().getFirst() instanceof Agents.Agent.Pod pod)
                || !agents.toString().equals(pod.times(agents.all().size()))) {
            throw new InvalidInputException("agent manifest: write k8s:N, not '" + list + "'");
        }
        for (Optional<String> text : List.of(Optional.of(image), cpu, memory, account, secret)) {
            text.ifPresent(given -> PlainText.checked("agent manifest", given));
        }
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.out().print(new AgentManifest(image, cpu, memory, account, secret).of(pod, agents.all().size()));
            return ExitStatus.DONE;
        }
    }

    /** @param list null for all of those that are stored */
    private static String chosen(String command, String list, Stream<StoredAgent> stored) {
        String chosen = list != null ? list : stored.map(StoredAgent::name).collect(Collectors.joining(","));
        if (chosen.isEmpty() || Agents.PARAM.isAbsent(chosen)) {
            throw new InvalidInputException("agent " + command + ": there is nothing to " + command + (command.equals("check")
                    ? "; name agents, as local:2 or ssh:[USER@]HOST, or store some by agent add"
                    : " on; name machines, as ssh:[USER@]HOST, or store some by agent add"));
        }
        return chosen;
    }

    /** Times in seconds; the offset of a clock of another machine is large, since each counts from its own start. */
    private static String[] row(AgentCheck found) {
        return found.failure().map(why -> new String[] {found.name(), "", "", "", "", "", "", why})
                .orElseGet(() -> new String[] {found.name(), found.hello().orElseThrow().version(),
                    found.hello().orElseThrow().jdk(), String.valueOf(found.hello().orElseThrow().cores()),
                    String.valueOf(found.hello().orElseThrow().drivers().size()),
                    Numbers.fixed(found.clock().orElseThrow().offset() / 1e9, 6),
                    Numbers.fixed(found.roundTrip().orElseThrow() / 1e9, 6), "yes"});
    }
}
