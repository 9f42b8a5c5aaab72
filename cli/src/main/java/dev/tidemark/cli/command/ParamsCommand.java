package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark params [X]}: every setting and measure, from the declarations. */
@Command(name = "params", description = "Explains settings and measures: of a workload, a driver, or one by its name.")
final class ParamsCommand extends ContextCommand {

    @Parameters(arity = "0..1", paramLabel = "X", description = "a workload, a driver, 'load', a setting or a measure")
    private String name;

    /** A group of declarations under a name. */
    private record Group(String title, ParamSet params, MeasureSet measures, List<ApiStyle> styles) {}

    @Override
    protected int run(CommandContext commandContext) {
        Map<String, Group> groups = groups();
        if (name == null) {
            groups.values().forEach(group -> print(commandContext, group));
        } else if (groups.containsKey(name)) {
            print(commandContext, groups.get(name));
        } else {
            explain(commandContext, groups);
        }
        return ExitStatus.DONE;
    }

    private static Map<String, Group> groups() {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (Workload w : Workloads.all()) {
            groups.put(w.name(), new Group("workload " + w.name() + ": " + w.question(), w.params(), w.measures(),
                    List.of()));
        }
        for (Driver d : Drivers.all()) {
            groups.put(d.name(), new Group("driver " + d.name() + ": " + d.summary(), Rigs.withDriver(d), d.measures(),
                    d.styles()));
        }
        groups.put("load", new Group("every run", RunParams.ALL, MeasureSet.of(), List.of()));
        return groups;
    }

    private static void print(CommandContext commandContext, Group group) {
        commandContext.paragraph("", group.title());
        List<String[]> rows = new ArrayList<>();
        for (Param<?> param : group.params().all()) {
            rows.add(new String[] {param.name(), byDefault(param), param.explained()});
        }
        TextColumns.of("setting", "default", "meaning").withProse().print(commandContext, rows);
        if (!group.styles().isEmpty()) {
            commandContext.out().println();
            TextColumns.of("style of api", "protocol", "what it exercises").withProse().print(commandContext,
                    group.styles().stream()
                    .map(s -> new String[] {s.name(), s.protocol(), s.summary()}).toList());
        }
        commandContext.out().println();
    }

    private static <T> String byDefault(Param<T> param) {
        return param.format(param.defaultValue());
    }

    private void explain(CommandContext commandContext, Map<String, Group> groups) {
        List<String> names = new ArrayList<>(groups.keySet());
        boolean found = false;
        for (Group group : groups.values()) {
            names.addAll(group.params().names());
            names.addAll(group.measures().all().stream().map(Measure::name).toList());
            var param = group.params().lookUp(name);
            param.ifPresent(p -> explain(commandContext, p.param(), group));
            var measure = group.measures().find(name);
            measure.ifPresent(m -> explain(commandContext, m, group));
            found |= param.isPresent() || measure.isPresent();
        }
        if (!found) {
            throw new InvalidInputException("no workload, driver, setting or measure '" + name + "'"
                    + Suggestions.hint(name, names));
        }
    }

    private static void explain(CommandContext commandContext, Measure measure, Group group) {
        commandContext.paragraph("", measure.name() + ", a measure of " + group.title());
        commandContext.paragraph("  ", measure.help());
        if (!measure.unit().isEmpty()) {
            commandContext.out().println("  unit: " + measure.unit());
        }
    }

    private static <T> void explain(CommandContext commandContext, Param<T> param, Group group) {
        commandContext.paragraph("", param.name() + ", a setting of " + group.title());
        commandContext.paragraph("  ", param.explained());
        commandContext.paragraph("  ", param.type().kind() + ", written as " + param.type().example()
                + (param.absent() == null ? "" : ", or " + param.absent()));
        if (!byDefault(param).isEmpty()) {
            commandContext.out().println("  default: " + byDefault(param));
        }
        for (Alias alias : param.aliases()) {
            commandContext.out().println("  older name: " + alias.name()
                    + (alias.unit().isEmpty() ? "" : " (numbers in " + alias.unit() + ")"));
        }
    }
}
