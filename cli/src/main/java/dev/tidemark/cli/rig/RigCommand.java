package dev.tidemark.cli.rig;

import module java.base;
import dev.tidemark.app.RigManager;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.RigStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark rig list|start|status|stop}: servers on this machine. Starting has a flag for every setting. */
@Command(name = RigCommand.NAME, description = "Starts and stops database servers on this machine.")
public final class RigCommand implements Runnable {

    public static final String NAME = "rig";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "say what to do: rig list, rig start, rig status or rig stop");
    }

    @Command(name = "list", description = "Lists the servers that can be started on this machine.")
    int list() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            TextColumns.of("rig", "what it is").withProse().print(commandContext,
                    commandContext.rigs().all().stream()
                            .map(r -> new String[] {r.name(), r.summary()}).toList());
            return ExitStatus.DONE;
        }
    }

    @Command(name = "status", description = "Tells whether the servers run, or one of them, and how.")
    int status(@Parameters(arity = "0..1", paramLabel = "NAME") String name) throws InterruptedException {
        return rigs(spec, (commandContext, rigs) -> {
            List<RigStatus> all = name == null ? rigs.status() : List.of(rigs.status(name));
            TextColumns.of("rig", "state", "address", "process", "settings", "folder")
                    .hiding("process", "folder", "settings").print(commandContext, all.stream().map(RigCommand::cells)
                            .toList());
            all.stream().filter(s -> !s.trouble().isEmpty())
                    .forEach(s -> commandContext.say("rig " + s.rig() + ": " + Printable.oneLine(s.trouble())));
        });
    }

    private static String[] cells(RigStatus status) {
        return new String[] {status.rig(), Types.word(status.state()), status.address(),
            status.process().isPresent() ? String.valueOf(status.process().getAsLong()) : "",
            settings(Rigs.named(status.rig()), status.settings()), status.folder().toString()};
    }

    /** Those that are not as they are by default. */
    static String settings(Rig rig, Map<String, String> settings) {
        List<Param<?>> changed = new ArrayList<>(rig.params().all());
        changed.removeIf(p -> !settings.containsKey(p.name()) || settings.get(p.name()).equals(byDefault(p)));
        return changed.stream().map(p -> p.name() + "=" + settings.get(p.name())).collect(Collectors.joining(" "));
    }

    private static <T> String byDefault(Param<T> param) {
        return param.format(param.defaultValue());
    }

    @Command(name = "stop", description = "Stops a server; its data and its target stay.")
    int stop(@Parameters(arity = "1", paramLabel = "NAME") String name) throws InterruptedException {
        return rigs(spec, (commandContext, rigs) -> {
            boolean ran = rigs.stop(name, new FetchLine(commandContext, Clock.system()));
            commandContext.say(ran ? "Stopped " + name + "; its data are in " + rigs.status(name).folder() + "."
                    : "Rig " + name + " does not run.");
        });
    }

    /** Something done with rigs. */
    interface RigAction {
        void with(CommandContext commandContext, RigManager rigs) throws RigException, InterruptedException;
    }

    /** Carries out a command whose server may refuse: status 3, with its reason in one line. */
    static int rigs(CommandSpec spec, RigAction action) throws InterruptedException {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            try {
                action.with(commandContext, commandContext.rigs());
                return ExitStatus.DONE;
            } catch (RigException e) {
                commandContext.err().println(Printable.oneLine(e.getMessage()));
                if (commandContext.verbose()) {
                    e.printStackTrace(commandContext.err());
                }
                return ExitStatus.FAILED;
            }
        }
    }
}
