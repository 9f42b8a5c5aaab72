package dev.tidemark.cli;

import dev.tidemark.core.spec.SchemaWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark schema}. */
@Command(name = "schema", description = "Prints the JSON Schema of experiment files, for editors.")
final class SchemaCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(SchemaWriter.write());
        return ExitStatus.DONE;
    }
}
