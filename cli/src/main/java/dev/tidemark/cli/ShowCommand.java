package dev.tidemark.cli;

import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark show LABEL}. */
@Command(name = "show", description = "Shows a label's iterations one by one, with their state.")
final class ShowCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "LABEL", description = "which")
    private String label;

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    @Override
    public Integer call() {
        try (Office office = Office.open(spec)) {
            LabelResults results = office.label(label);
            office.out().print(json ? JsonReport.show(results)
                    : TerminalReport.show(results, new ReportPrinter(office).style()));
            return ExitStatus.DONE;
        }
    }
}
