package dev.tidemark.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark delete LABEL...}. */
@Command(name = "delete", description = "Deletes labels with all their results.")
final class DeleteCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "LABEL", description = "which")
    private List<String> labels;

    @Override
    public Integer call() {
        try (Office office = Office.open(spec)) {
            labels.forEach(office::label); // all are there, or nothing is deleted
            for (String label : labels) {
                int iterations = office.workbench().delete(label);
                office.say("Deleted " + label + " (" + iterations + (iterations == 1 ? " iteration)." : " iterations)."));
            }
            return ExitStatus.DONE;
        }
    }
}
