package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.rig.RigCommand;
import dev.tidemark.cli.rig.RigStart;
import dev.tidemark.cli.run.AgainCommand;
import dev.tidemark.cli.run.DemoCommand;
import dev.tidemark.cli.run.RunCommand;
import dev.tidemark.cli.run.WorkloadCommand;
import dev.tidemark.core.workload.registry.Workloads;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands, in the order in which the help lists them. A command line is given only the one that it names: to make
 * all of them, with an option for each setting of every driver, takes longer than most need for what they do.
 */
public final class Commands {

    private static final SequencedMap<String, Supplier<Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("demo", DemoCommand::new);
        ALL.put("run", RunCommand::new);
        ALL.put("again", AgainCommand::new);
        ALL.put("list", ListCommand::new);
        ALL.put("show", ShowCommand::new);
        ALL.put("report", ReportCommand::new);
        ALL.put("compare", CompareCommand::new);
        ALL.put("delete", DeleteCommand::new);
        ALL.put("rename", RenameCommand::new);
        ALL.put("mark", MarkCommand::new);
        ALL.put("export", ExportCommand::new);
        ALL.put("import", ImportCommand::new);
        ALL.put("export-content", ExportContentCommand::new);
        ALL.put("dataset", DatasetCommand::new);
        ALL.put("querylog", QuerylogCommand::new);
        ALL.put(TargetCommand.NAME, TargetCommand::new);
        ALL.put("doctor", DoctorCommand::spec);
        ALL.put("checkup", CheckupCommand::spec);
        ALL.put("probe", ProbeCommand::new);
        ALL.put(RigCommand.NAME, RigCommand::new);
        ALL.put(AgentCommand.NAME, AgentCommand::new);
        ALL.put("job", JobCommand::new);
        ALL.put("defaults", DefaultsCommand::new);
        ALL.put("params", ParamsCommand::new);
        ALL.put("drivers", DriversCommand::new);
        ALL.put("schema", SchemaCommand::new);
        ALL.put("completion", CompletionCommand::new);
        ALL.put(CompleteCommand.NAME, CompleteCommand::new);
        ALL.put(RunnerCommand.NAME, RunnerCommand::new);
        ALL.put("check", CheckCommand::new);
        ALL.put("recompute", RecomputeCommand::new);
        ALL.put("copy", CopyCommand::new);
        ALL.put("serve", ServeCommand::new);
        ALL.put("stop", StopCommand::new);
        ALL.put("user", UserCommand::new);
        ALL.put("token", TokenCommand::new);
        // Not HelpCommand::new: a handle on a class that was compiled for Java 5, as picocli's are, makes the JVM break
        // when it writes the ahead-of-time cache.
        ALL.put("help", () -> new HelpCommand());
        Workloads.all().forEach(workload -> ALL.put(workload.name(), () -> WorkloadCommand.spec(workload)));
    }

    private Commands() {}

    /** Gives the program the command that these arguments name, or all where they name none. */
    public static void addTo(CommandLine program, String... args) {
        Optional<String> word = word(program, List.of(args));
        if (word.isEmpty() && Stream.of(args).anyMatch(Set.of("--version", "-V")::contains)) {
            return;
        }
        // What asks for help of a command, or completes one, looks at the others.
        word.filter(ALL::containsKey).filter(name -> !name.equals("help"))
                .ifPresentOrElse(name -> add(program, name), () -> addAllTo(program));
    }

    /** Gives the program every command. */
    public static void addAllTo(CommandLine program) {
        ALL.keySet().forEach(name -> add(program, name));
    }

    /** The first word that is neither an option nor what an option is given. */
    private static Optional<String> word(CommandLine program, List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            OptionSpec option = program.getCommandSpec().optionsMap().get(args.get(i));
            if (option != null) {
                i += option.arity().min();
            } else if (!args.get(i).startsWith("-")) {
                return Optional.of(args.get(i));
            }
        }
        return Optional.empty();
    }

    private static void add(CommandLine program, String name) {
        program.addSubcommand(name, ALL.get(name).get());
        CommandLine added = program.getSubcommands().get(name);
        switch (name) {
            case TargetCommand.NAME -> added.addSubcommand(TargetAdd.spec());
            case RigCommand.NAME -> added.addSubcommand(RigStart.spec());
            default -> { }
        }
    }
}
