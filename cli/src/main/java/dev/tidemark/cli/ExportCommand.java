package dev.tidemark.cli;

import dev.tidemark.core.result.LabelSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark export LABEL... --to FILE.zip}. */
@Command(name = "export", description = "Writes labels with all their raw data to a zip file, for import elsewhere.")
final class ExportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "LABEL", description = "which")
    private List<String> labels = List.of();

    @Option(names = "--all", description = "every label")
    private boolean all;

    @Option(names = "--to", required = true, paramLabel = "FILE.zip", description = "the file to write; a new one")
    private Path to;

    @Override
    public Integer call() {
        if (labels.isEmpty() != all) {
            throw new ParameterException(spec.commandLine(), "name labels, or --all");
        }
        try (Office office = Office.open(spec)) {
            List<String> chosen = all ? office.workbench().store().labels().stream().map(LabelSummary::label).toList()
                    : labels;
            chosen.forEach(office::label);
            int iterations = office.workbench().store().export(chosen, to);
            office.say("Exported " + iterations + (iterations == 1 ? " iteration" : " iterations") + " to " + to + ".");
            return ExitStatus.DONE;
        }
    }
}
