package dev.tidemark.cli;

import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark list}. */
@Command(name = "list", description = "Lists the labels with their start and number of iterations.")
final class ListCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    @Override
    public Integer call() {
        try (Office office = Office.open(spec)) {
            List<LabelSummary> labels = office.workbench().store().labels();
            if (json) {
                office.out().print(JsonReport.list(labels));
            } else if (office.terminal().outIsTerminal()) {
                office.out().print(TerminalReport.list(labels, new ReportPrinter(office).style()));
            } else {
                Columns.print(office, List.of("label", "workload", "started", "iterations"),
                        labels.stream().map(ListCommand::row).toList());
            }
            return ExitStatus.DONE;
        }
    }

    private static String[] row(LabelSummary label) {
        int iterations = label.iterations().values().stream().mapToInt(Integer::intValue).sum();
        return new String[] {label.label(), label.workload(), label.started().toString(), String.valueOf(iterations)};
    }
}
