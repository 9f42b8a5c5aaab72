package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.Targets;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.WorkloadHelp;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.results.StoredTarget;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code tidemark target add NAME URL|--driver D [--SETTING V]...}, with a flag for every setting of every driver. */
public final class TargetAdd implements Callable<Integer> {

    private static final String DRIVER = "--driver";

    private final WorkloadHelp help = new WorkloadHelp();
    private final DriverFlags settings = new DriverFlags();
    private CommandSpec spec;

    private TargetAdd() {}

    public static CommandSpec spec() {
        TargetAdd command = new TargetAdd();
        command.spec = CommandSpec.wrapWithoutInspection(command).name("add");
        command.declare();
        return command.spec;
    }

    private void declare() {
        spec.usageMessage().description("Stores a target under a name, or changes a stored one.",
                "A password is not written down; its setting says where it is: env:VARIABLE or file:PATH.");
        spec.mixinStandardHelpOptions(true);
        spec.addPositional(PositionalParamSpec.builder().index("0").arity("1").paramLabel("NAME").type(String.class)
                .description("the target's name").build());
        spec.addPositional(PositionalParamSpec.builder().index("1").arity("0..1").paramLabel("URL").type(String.class)
                .description("where it is, in the place of --driver and the settings that a URL says").build());
        help.section("The target");
        OptionSpec driver = OptionSpec.builder(DRIVER).type(String.class).arity("1").paramLabel("DRIVER")
                .description("the driver that connects to it").build();
        spec.addOption(driver);
        help.addMain(driver);
        settings.declare(spec, each -> help.section(settingsOf(each)), help::addSetting, flag -> flag);
        help.install(spec, "tidemark target add NAME URL|--driver DRIVER [--SETTING V]...", TargetAdd::settings,
                String.format(Locale.ROOT, "More: tidemark target add --driver DRIVER --help (a driver's settings)%n"
                        + "      tidemark target add --help --all (those of every driver)%n"
                        + "      tidemark drivers (which there are)"));
    }

    /** Of the driver that was named, if any. */
    private static List<WorkloadHelp.Section> settings(Optional<ParseResult> parsed) {
        String chosen = parsed.map(p -> p.matchedOptionValue(DRIVER, "")).orElse("");
        return Drivers.all().stream().filter(d -> d.name().equals(chosen)).map(TargetAdd::settingsOf).toList();
    }

    private static WorkloadHelp.Section settingsOf(Driver driver) {
        return new WorkloadHelp.Section("Settings of driver " + driver.name(), driver.params().all().stream()
                .map(p -> WorkloadHelp.Row.of(p, " " + DriverFlags.VALUE)).toList());
    }

    @Override
    public Integer call() throws InterruptedException {
        ParseResult parsed = spec.commandLine().getParseResult();
        WorkloadHelp.requireNoAll(parsed);
        String name = parsed.matchedPositionalValue(0, "");
        try (CommandContext commandContext = CommandContext.open(spec)) {
            StoredTarget stored;
            try {
                stored = put(commandContext, parsed, name, settings.given(parsed));
            } catch (InvalidInputException e) {
                throw e.at("target add");
            }
            commandContext.say("Target " + stored.name() + " is driver " + stored.driver()
                    + (stored.settings().isEmpty() ? "." : " with " + TargetCommand.settings(stored) + "."));
            return ExitStatus.DONE;
        }
    }

    private static StoredTarget put(CommandContext commandContext, ParseResult parsed, String name,
            Map<String, String> given) throws InterruptedException {
        String driver = parsed.matchedOptionValue(DRIVER, "");
        String url = parsed.matchedPositionalValue(1, "");
        if (driver.isEmpty() == url.isEmpty()) {
            throw new InvalidInputException(url.isEmpty() ? "say " + DRIVER + " DRIVER, or where it is by a URL"
                    : "a URL says the driver: leave " + DRIVER + " out");
        }
        Targets targets = commandContext.workbench().targets();
        if (url.isEmpty()) {
            return targets.put(name, driver, given);
        }
        StoredTarget reached = targets.reached(commandContext.typed(url), given);
        return targets.put(name, reached.driver(), reached.settings());
    }
}
