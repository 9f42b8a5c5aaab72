package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.store.results.StoredTarget;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A flag of a command for every setting of every driver. */
final class DriverFlags {

    static final String VALUE = "V";

    private final Set<OptionSpec> options = new LinkedHashSet<>();

    /**
     * Gives them to a command, but for what is called as one of its own options.
     *
     * @param each  is told of each driver before its settings
     * @param made  is told of each flag
     * @param shape what else the flags are
     */
    void declare(CommandSpec spec, Consumer<Driver> each, Consumer<OptionSpec> made,
            UnaryOperator<OptionSpec.Builder> shape) {
        Set<String> taken = new LinkedHashSet<>(spec.optionsMap().keySet());
        taken.addAll(Set.of("--store", "--quiet", "--verbose", "--no-color"));
        for (Driver driver : Drivers.all()) {
            each.accept(driver);
            driver.params().all().forEach(param -> FlagParser.ofParam(param, taken, VALUE).ifPresent(builder -> {
                OptionSpec option = shape.apply(builder.arity("1")).build();
                spec.addOption(option);
                options.add(option);
                made.accept(option);
            }));
        }
    }

    /** Gives them to a command whose help leaves them to {@code target add}. */
    CommandSpec hiddenIn(CommandSpec spec) {
        declare(spec, _ -> { }, _ -> { }, flag -> flag.hidden(true));
        return spec;
    }

    /** The target that a command names, with what was said by them. @param named without a password that is in a URL */
    StoredTarget target(CommandContext commandContext, String named, CommandSpec spec) {
        return commandContext.workbench().targets().resolve(named, given(spec.commandLine().getParseResult()));
    }

    /** What was said by them: settings by the names that were typed. */
    Map<String, String> given(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            if (options.contains(option)) {
                given.put(FlagParser.typedName(option, parsed), option.getValue());
            }
        }
        return given;
    }
}
