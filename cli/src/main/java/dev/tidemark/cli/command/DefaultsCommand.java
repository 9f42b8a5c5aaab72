package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.Defaults;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredDefault;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark defaults show|set|reset}: the user's own defaults, per workload, tags included. */
@Command(name = "defaults", description = "Shows and changes your own defaults, which every experiment starts from.")
final class DefaultsCommand implements Runnable {

    private static final String TAG = "tag:";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "say what to do: defaults show, defaults set or defaults reset");
    }

    @Command(name = "show", description = "Shows a workload's defaults, yours marked.")
    int show(@Parameters(paramLabel = "WORKLOAD", defaultValue = "ingest") String workload,
            @Option(names = "--target", paramLabel = "DRIVER", defaultValue = Drivers.USUAL,
                    description = "the driver whose settings are shown, too [" + Drivers.USUAL + "]") String target) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            List<StoredDefault> stored = new ArrayList<>(commandContext.workbench().store()
                    .defaults(Workloads.named(workload).name()));
            List<Param<?>> params = Stream.of(Workloads.named(workload).params(),
                    Rigs.withDriver(Drivers.named(target)), RunParams.ALL).map(ParamSet::all).flatMap(List::stream)
                    .toList();
            List<String[]> rows = new ArrayList<>();
            boolean labelled = stored.removeIf(d -> !d.tag() && d.name().equals(Defaults.LABEL));
            rows.add(new String[] {Defaults.LABEL, commandContext.workbench().defaults()
                    .label(Workloads.named(workload)), labelled ? "yours" : ""});
            for (Param<?> param : params) {
                Optional<StoredDefault> own = stored.stream().filter(d -> !d.tag() && d.name().equals(param.name()))
                        .findFirst();
                rows.add(new String[] {param.name(), own.map(StoredDefault::text).orElseGet(() -> declared(param)),
                    own.isPresent() ? "yours" : ""});
            }
            stored.stream().filter(StoredDefault::tag)
                    .forEach(d -> rows.add(new String[] {TAG + d.name(), d.text(), "yours"}));
            stored.stream().filter(d -> !d.tag() && params.stream().noneMatch(p -> p.name().equals(d.name())))
                    .forEach(d -> rows.add(new String[] {d.name(), d.text(), "yours, for other drivers"}));
            TextColumns.of("setting", "default", "").print(commandContext, rows);
            return ExitStatus.DONE;
        }
    }

    private static <T> String declared(Param<T> param) {
        return param.format(param.defaultValue());
    }

    @Command(name = "set", description = "Stores defaults; a tag is written tag:NAME=VALUE.")
    int set(@Parameters(paramLabel = "WORKLOAD") String workload,
            @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME=VALUE") List<String> settings) {
        String name = Workloads.named(workload).name();
        try (CommandContext commandContext = CommandContext.open(spec)) {
            Defaults defaults = commandContext.workbench().defaults();
            List<StoredDefault> checked = settings.stream().map(s -> FlagParser.pair("defaults set", s))
                    .map(s -> checked(defaults, name, s)).toList(); // all are right, or none is stored
            checked.forEach(d -> commandContext.workbench().store().setDefault(name, d));
            checked.forEach(d -> commandContext.say((d.tag() ? TAG : "") + d.name() + " is " + d.text()
                    + " by default."));
            return ExitStatus.DONE;
        }
    }

    private static StoredDefault checked(Defaults defaults, String workload, Map.Entry<String, String> setting) {
        String name = setting.getKey();
        Workload of = Workloads.named(workload);
        return name.startsWith(TAG) ? Defaults.tag(of, name.substring(TAG.length()), setting.getValue())
                : defaults.setting(of, name, setting.getValue(), "; a tag is written tag:" + name);
    }

    @Command(name = "reset", description = "Resets your defaults of a workload: the named ones, or all.")
    int reset(@Parameters(paramLabel = "WORKLOAD") String workload,
            @Parameters(index = "1..*", arity = "0..*", paramLabel = "NAME") List<String> names) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            ResultStore store = commandContext.workbench().store();
            String of = Workloads.named(workload).name();
            List<String> toReset = names == null ? List.of() : names;
            if (toReset.isEmpty()) {
                commandContext.say("Forgot " + store.resetDefaults(of) + " defaults of " + of + ".");
                return ExitStatus.DONE;
            }
            List<String> stored = store.defaults(of).stream().map(d -> (d.tag() ? TAG : "") + d.name()).toList();
            for (String name : toReset) {
                if (!stored.contains(name)) {
                    throw new InvalidInputException("no stored default '" + name + "'"
                            + Suggestions.hint(name, stored));
                }
            }
            toReset.forEach(name -> store.resetDefault(of, name.startsWith(TAG) ? name.substring(TAG.length()) : name));
            commandContext.say("Forgot " + String.join(", ", toReset) + ".");
            return ExitStatus.DONE;
        }
    }
}
