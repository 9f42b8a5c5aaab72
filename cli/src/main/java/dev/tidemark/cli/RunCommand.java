package dev.tidemark.cli;

import dev.tidemark.core.spec.Node;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark run FILE.yaml}. */
@Command(name = "run", description = "Runs an experiment file.")
final class RunCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunFlags flags;

    @Mixin
    private ExperimentFile file;

    @Override
    public Integer call() throws InterruptedException {
        Node.Mapping document = file.document();
        try (Office office = Office.open(spec)) {
            return new RunExperiment(office, flags).run(office.workbench().read(document));
        }
    }
}
