package dev.tidemark.cli.rig;

import module java.base;
import dev.tidemark.app.RigManager.Started;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.cli.support.WorkloadHelp;
import dev.tidemark.cli.support.WorkloadHelp.Row;
import dev.tidemark.cli.support.WorkloadHelp.Section;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.time.Clock;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code tidemark rig start NAME [--SETTING V]...}, with a flag for every setting of every rig. */
public final class RigStart implements Callable<Integer> {

    private final WorkloadHelp help = new WorkloadHelp();
    private final Set<OptionSpec> settings = new LinkedHashSet<>();
    private CommandSpec spec;

    private RigStart() {}

    public static CommandSpec spec() {
        RigStart command = new RigStart();
        command.spec = CommandSpec.wrapWithoutInspection(command).name("start");
        command.declare();
        return command.spec;
    }

    private void declare() {
        spec.usageMessage().description("Starts a server on this machine, for this machine alone, and makes a target "
                + "of its name.", "The server is fetched at the first start. It runs until 'tidemark rig stop'.");
        spec.mixinStandardHelpOptions(true);
        spec.addPositional(PositionalParamSpec.builder().index("0").arity("1").paramLabel("NAME").type(String.class)
                .description("the rig's name, see 'tidemark rig list'").build());
        Set<String> taken = new LinkedHashSet<>(spec.optionsMap().keySet());
        taken.addAll(Set.of("--store", "--quiet", "--verbose", "--no-color"));
        declare("Settings of every rig", RigParams.OF_ALL, taken);
        Rigs.all().forEach(rig -> declare(headingOf(rig), own(rig), taken));
        help.install(spec, "tidemark rig start NAME [--SETTING V]...", RigStart::settings, String.format(Locale.ROOT,
                "More: tidemark rig start NAME --help (a rig's own settings)%n"
                        + "      tidemark rig start --help --all (those of every rig)%n"
                        + "      tidemark rig list (which there are)"));
    }

    private void declare(String heading, Collection<Param<?>> params, Set<String> taken) {
        help.section(section(heading, params));
        for (Param<?> param : params) {
            FlagParser.ofParam(param, taken, label(param)).ifPresent(builder -> {
                OptionSpec option = builder.arity(isWord(param) ? "0..1" : "1").fallbackValue("true").build();
                spec.addOption(option);
                settings.add(option);
                help.addSetting(option);
            });
        }
    }

    /** Alone it says yes. */
    private static boolean isWord(Param<?> param) {
        return param.type() == Types.BOOLEAN;
    }

    private static String label(Param<?> param) {
        return isWord(param) ? "[V]" : "V";
    }

    private static String headingOf(Rig rig) {
        return "Settings of rig " + rig.name();
    }

    /** Without those that every rig has. */
    private static List<Param<?>> own(Rig rig) {
        Set<String> everyRigs = RigParams.OF_ALL.stream().map(Param::name).collect(Collectors.toSet());
        return rig.params().all().stream().filter(p -> !everyRigs.contains(p.name())).toList();
    }

    private static Section section(String heading, Collection<Param<?>> params) {
        return new Section(heading, params.stream().map(p -> Row.of(p, " " + label(p))).toList());
    }

    /** Those of every rig, and of the one that was named. */
    private static List<Section> settings(Optional<ParseResult> parsed) {
        String name = parsed.map(p -> p.matchedPositionalValue(0, "")).orElse("");
        List<Section> sections = new ArrayList<>();
        sections.add(section("Settings of every rig", RigParams.OF_ALL));
        Rigs.all().stream().filter(rig -> rig.name().equals(name))
                .forEach(rig -> sections.add(section(headingOf(rig), own(rig))));
        return sections;
    }

    @Override
    public Integer call() throws InterruptedException {
        ParseResult parsed = spec.commandLine().getParseResult();
        WorkloadHelp.requireNoAll(parsed);
        Map<String, String> given = new LinkedHashMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            if (settings.contains(option)) {
                given.put(FlagParser.typedName(option, parsed), option.getValue());
            }
        }
        String name = parsed.matchedPositionalValue(0, "");
        return RigCommand.rigs(spec, (commandContext, rigs) -> {
            FetchLine line = new FetchLine(commandContext, Clock.system());
            try {
                Started started = rigs.start(name, given, line);
                line.end();
                describe(commandContext, name, started);
            } finally {
                line.end();
            }
        });
    }

    private static void describe(CommandContext commandContext, String name, Started started) {
        commandContext.say("Rig " + name + (started.already() ? " runs already on " : " runs on ")
                + started.server().address() + ", process " + started.server().process() + ".");
        started.target().ifPresent(target -> commandContext.say("Target " + target.name() + " is driver "
                + target.driver() + " with " + target.settings().entrySet().stream()
                .map(s -> s.getKey() + "=" + s.getValue()).collect(Collectors.joining(" ")) + "."));
        if (!started.unknown().isEmpty()) {
            commandContext.say("warning: driver " + started.target().orElseThrow().driver() + " has no setting "
                    + String.join(" or ", started.unknown()) + ", so the target does not reach the server.");
        }
    }
}
