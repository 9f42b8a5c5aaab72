package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark list}. */
@Command(name = "list", description = "Lists the labels with their start and number of iterations.")
final class ListCommand extends ContextCommand {

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    @Option(names = "--all", description = "those that are archived, too")
    private boolean all;

    @Override
    protected int run(CommandContext commandContext) {
        List<LabelSummary> labels = commandContext.workbench().store().labels().stream()
                .filter(l -> all || !l.mark().archived()).toList();
        if (json) {
            commandContext.out().print(JsonReport.list(labels));
        } else if (commandContext.terminal().outIsTerminal()) {
            ReportPrinter printer = new ReportPrinter(commandContext);
            printer.tables(TerminalReport.list(labels, printer.style()));
        } else {
            TextColumns.of("label", "workload", "started", "iterations", "state").print(commandContext,
                    labels.stream().map(ListCommand::row).toList());
        }
        return ExitStatus.DONE;
    }

    private static String[] row(LabelSummary label) {
        int iterations = label.iterations().values().stream().mapToInt(Integer::intValue).sum();
        return new String[] {label.label(), label.workload(), label.started().toString(), String.valueOf(iterations),
            StateWords.of(label.iterations())};
    }
}
