package dev.tidemark.cli.command;

import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.Version;
import dev.tidemark.core.experiment.SchemaWriter;
import dev.tidemark.web.api.Api;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark schema}. */
@Command(name = "schema", description = "Prints the JSON Schema of experiment files, for editors; or what the HTTP "
        + "interface of tidemark serve offers.")
final class SchemaCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--openapi", description = "print the OpenAPI document of the HTTP interface instead")
    private boolean openApi;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(openApi ? Api.description(Version.number()) : SchemaWriter.write());
        return ExitStatus.DONE;
    }
}
