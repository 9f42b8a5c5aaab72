package dev.tidemark.cli;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.write.PerftoolsCsv;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark export LABEL... --to FILE}. */
@Command(name = "export", description = "Writes labels with all their raw data to a zip file, for import elsewhere; or "
        + "results of random-io as a table with the columns of PerfTools.")
final class ExportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "LABEL", description = "which")
    private List<String> labels = List.of();

    @Option(names = "--all", description = "every label")
    private boolean all;

    @Option(names = "--to", required = true, paramLabel = "FILE", description = "the file to write; a new one")
    private Path to;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "zip", description = "zip or perftools [zip]")
    private String format;

    /** What an export can be. */
    enum Format {
        ZIP, PERFTOOLS
    }

    @Override
    public Integer call() {
        if (labels.isEmpty() != all) {
            throw new ParameterException(spec.commandLine(), "name labels, or --all");
        }
        try (Office office = Office.open(spec)) {
            List<String> chosen = all ? office.workbench().store().labels().stream().map(LabelSummary::label).toList()
                    : labels;
            chosen.forEach(office::label);
            int iterations = switch (Param.oneOf("--format", Format.class).parse(format)) {
                case ZIP -> office.workbench().store().export(chosen, to);
                case PERFTOOLS -> perftools(office, chosen);
            };
            office.say("Exported " + iterations + (iterations == 1 ? " iteration" : " iterations") + " to " + to + ".");
            return ExitStatus.DONE;
        }
    }

    /** @return how many iterations were written */
    private int perftools(Office office, List<String> chosen) {
        if (Files.exists(to)) {
            throw new BadInput(to + " is there already; choose another name or remove it");
        }
        List<LabelResults> labels = chosen.stream().distinct().map(office::label)
                .filter(label -> !all || PerftoolsCsv.fits(label)).toList();
        PerftoolsCsv.Table table = PerftoolsCsv.of(labels, office.workbench().store()::detail);
        ReportPrinter.write(to, table.text());
        return table.rows();
    }
}
