package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.AgentTable;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.table.IterationNumbers;
import dev.tidemark.report.analysis.table.SortedOperations;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TsvReport;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark show LABEL}. */
@Command(name = "show", description = "Shows a label's iterations one by one, with their state.")
final class ShowCommand extends ContextCommand {

    @Parameters(paramLabel = "LABEL", description = "which")
    private String label;

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    @ArgGroup
    private What what = new What();

    /** At most one of these; else the iterations themselves. */
    static final class What {
        @Option(names = "--workers",
                description = "what each worker of each iteration did, and how far they were apart")
        private boolean workers;

        @Option(names = "--slowest",
                description = "the slowest operations of each kind and the first that failed, by name")
        private boolean slowest;

        @Option(names = "--events", description = "what happened in each iteration and when: notes, warnings, "
                + "background tasks, and what the command before it said")
        private boolean events;

        @Option(names = "--agents", description = "what each agent did of the load of each iteration, and how "
                + "late it was by its own doing")
        private boolean agents;

        @Option(names = "--log", description = "every operation that was logged, as TSV or JSON; on a terminal, the "
                + "operations by response time and the slowest")
        private boolean log;
    }

    @Override
    protected int run(CommandContext commandContext) {
        LabelResults results = commandContext.label(label);
        if (what.workers) {
            printWorkers(commandContext, results);
        } else if (what.slowest) {
            printOperations(commandContext, results);
        } else if (what.events) {
            printEvents(commandContext, results);
        } else if (what.agents) {
            printAgents(commandContext, results);
        } else if (what.log) {
            printLog(commandContext, results);
        } else if (json) {
            commandContext.out().print(JsonReport.show(results));
        } else if (commandContext.terminal().outIsTerminal()) {
            ReportPrinter printer = new ReportPrinter(commandContext);
            printer.tables(TerminalReport.show(results, printer.style()));
        } else {
            printRows(commandContext, results);
        }
        return ExitStatus.DONE;
    }

    private void printWorkers(CommandContext commandContext, LabelResults results) {
        if (json) {
            commandContext.out().print(JsonReport.workers(results, workers(commandContext, results, Iteration::id)));
            return;
        }
        if (!commandContext.terminal().outIsTerminal()) {
            commandContext.out().print(TsvReport.workers(workers(commandContext, results, Iteration::id)));
            return;
        }
        IterationNumbers iterationNumbers = IterationNumbers.of(results);
        ReportPrinter printer = new ReportPrinter(commandContext);
        printer.tables(TerminalReport.workers(workers(commandContext, results, iterationNumbers::of), printer.style()));
    }

    private void printOperations(CommandContext commandContext, LabelResults results) {
        if (json) {
            commandContext.out()
                    .print(JsonReport.operations(results, operations(commandContext, results, Iteration::id)));
            return;
        }
        if (!commandContext.terminal().outIsTerminal()) {
            commandContext.out().print(TsvReport.operations(operations(commandContext, results, Iteration::id)));
            return;
        }
        IterationNumbers iterationNumbers = IterationNumbers.of(results);
        ReportPrinter printer = new ReportPrinter(commandContext);
        printer.tables(TerminalReport.operations(operations(commandContext, results, iterationNumbers::of),
                printer.style()));
    }

    private void printEvents(CommandContext commandContext, LabelResults results) {
        Map<Long, List<Event>> events = new LinkedHashMap<>();
        results.iterations().forEach(i -> events.put(i.id(),
                commandContext.workbench().store().detail(i.id()).events()));
        if (json) {
            commandContext.out().print(JsonReport.events(results, events));
        } else if (commandContext.terminal().outIsTerminal()) {
            IterationNumbers numbers = IterationNumbers.of(results);
            results.iterations().forEach(i -> events.get(i.id()).stream().filter(Event::isForPeople)
                    .forEach(e -> commandContext.out().println(numbers.of(i) + "  " + Numbers.fixed(e.at() / 1e9, 1)
                            + " s  " + e.kind() + "  " + Printable.lines(e.text()).replace("\n", "\n    "))));
        } else {
            commandContext.out().print(TsvReport.events(events));
        }
    }

    private void printAgents(CommandContext commandContext, LabelResults results) {
        AgentTable table = AgentTable.of(results, commandContext.workbench().store()::detail);
        if (json) {
            commandContext.out().print(JsonReport.agents(results, table));
        } else if (table.isEmpty()) {
            commandContext.say("No iteration of " + label + " was run by several agents.");
        } else if (commandContext.terminal().outIsTerminal()) {
            ReportPrinter printer = new ReportPrinter(commandContext);
            printer.tables(TerminalReport.agents(table, printer.style()));
        } else {
            commandContext.out().print(TsvReport.agents(table));
        }
    }

    /** Iteration by iteration, since together they may have millions of operations. */
    private void printLog(CommandContext commandContext, LabelResults results) {
        Map<Long, Supplier<Optional<SortedOperations>>> logs = new LinkedHashMap<>();
        results.iterations().forEach(i -> logs.put(i.id(),
                () -> SortedOperations.of(commandContext.workbench().store().detail(i.id()))));
        if (json) {
            JsonReport.log(results, logs, commandContext.out());
        } else if (commandContext.terminal().outIsTerminal()) {
            IterationNumbers numbers = IterationNumbers.of(results);
            ReportPrinter printer = new ReportPrinter(commandContext);
            results.iterations().forEach(i -> printer.tables(TerminalReport.log(numbers.of(i),
                    Workloads.unit(results.workload()), logs.get(i.id()).get(), printer.style())));
        } else {
            commandContext.out().print(TsvReport.logHeading());
            logs.forEach((id, log) -> log.get().ifPresent(of -> commandContext.out().print(TsvReport.log(id, of))));
        }
    }

    private static <T> Map<T, LoggedOperations> operations(CommandContext commandContext, LabelResults results,
            Function<Iteration, T> name) {
        Map<T, LoggedOperations> operations = new LinkedHashMap<>();
        results.iterations().forEach(i -> operations.put(name.apply(i),
                LoggedOperations.of(commandContext.workbench().store().detail(i.id()))));
        return operations;
    }

    private static <T> Map<T,
            Workers> workers(CommandContext commandContext, LabelResults results, Function<Iteration, T> name) {
        Map<T, Workers> workers = new LinkedHashMap<>();
        results.iterations().forEach(i -> workers.put(name.apply(i),
                Workers.of(commandContext.workbench().store().detail(i.id()))));
        return workers;
    }

    /**
     * A row per iteration: what it is, what was varied in it, and the measure that ranks it, which may be a bound, or only
     * the largest value.
     */
    private static void printRows(CommandContext commandContext, LabelResults results) {
        Set<String> varied = new LinkedHashSet<>();
        results.iterations().forEach(i -> i.settings().stream().filter(s -> s.origin() == SettingOrigin.VARY)
                .forEach(s -> varied.add(s.name())));
        List<String> heading = new ArrayList<>(List.of("id", "batch", "position", "round", "attempt", "state",
                "started"));
        heading.addAll(varied);
        heading.addAll(List.of(results.objective(), "verdict", "at-least", "maximum"));
        TextColumns.of(heading.toArray(String[]::new)).print(commandContext, results.iterations().stream()
                .map(i -> row(i, varied, results.objective())).toList());
    }

    private static String[] row(Iteration i, Set<String> varied, String objective) {
        List<String> cells = new ArrayList<>(List.of(String.valueOf(i.id()), String.valueOf(i.batch()),
                String.valueOf(i.position()), String.valueOf(i.round()), String.valueOf(i.attempt()),
                Types.word(i.state()), i.started().toString()));
        varied.forEach(name -> cells.add(i.setting(name).map(Setting::text).orElse("")));
        Optional<MeasuredValue> value = i.value(objective);
        cells.add(value.map(MeasuredValue::number).map(String::valueOf).orElse(""));
        cells.add(i.verdict());
        cells.add(value.filter(MeasuredValue::atLeast).map(MeasuredValue::measure).orElse(""));
        cells.add(value.filter(v -> Tails.isMaximum(i, v)).map(MeasuredValue::measure).orElse(""));
        return cells.toArray(String[]::new);
    }
}
