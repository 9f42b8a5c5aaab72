package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.ProgressLine;
import dev.tidemark.cli.support.Terminal;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark export-content [LABEL] --to DIR}. */
@Command(name = "export-content", description = "Writes the documents of a kept store to files, ready to be loaded "
        + "with source: directory.")
final class ExportContentCommand extends ContextCommand {

    @Parameters(arity = "0..1", paramLabel = "LABEL", description = "whose store; default: the newest label")
    private String label;

    @Option(names = "--to", required = true, paramLabel = "DIR", description = "folder for the files; new or empty")
    private Path to;

    @Option(names = "--folders", description = "sub-folders as the URIs say, to be loaded with recursive: true; "
            + "otherwise all files lie side by side")
    private boolean folders;

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        String chosen = label == null ? newest(commandContext) : label;
        commandContext.label(chosen);
        ProgressLine progress = new ProgressLine(commandContext, Clock.system(), "documents", true);
        progress.began(1, 0);
        String exported;
        try {
            exported = commandContext.workbench().exportContent(chosen, to, folders ? Layout.FOLDERS : Layout.FLAT,
                    progress, new CancellationToken());
        } finally {
            progress.end();
        }
        List<String> load = new ArrayList<>(List.of("ingest", "--source", "directory", "--source-directory",
                to.toString()));
        if (folders) {
            load.addAll(List.of("--recursive", "true"));
        }
        commandContext.say("Exported " + exported + " of " + chosen + " to " + to + ". Load them with: "
                + Terminal.command(load.toArray(String[]::new)));
        return ExitStatus.DONE;
    }

    private static String newest(CommandContext commandContext) {
        List<LabelSummary> labels = commandContext.workbench().store().labels();
        if (labels.isEmpty()) {
            throw new InvalidInputException(
                    "there are no labels yet; run something first, for example " + Terminal.command("demo"));
        }
        return labels.getLast().label();
    }
}
