package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.NewFile;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.export.ExportFormat;
import dev.tidemark.report.export.ExportFormats;
import dev.tidemark.report.write.PerftoolsCsv;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * {@code tidemark export LABEL... --to FILE.zip}, {@code tidemark export LABEL... --format perftools --to FILE.csv},
 * {@code tidemark export LABEL... --format basho --to DIR}.
 */
@Command(name = "export", description = "Writes labels with all their raw data to a zip file, for import elsewhere; or "
        + "in a form that another tool reads.")
final class ExportCommand extends ContextCommand {

    private static final String ZIP = "zip";
    private static final String PERFTOOLS = "perftools";

    @Parameters(arity = "0..*", paramLabel = "LABEL", description = "which")
    private List<String> labels = List.of();

    @Option(names = "--all", description = "every label")
    private boolean all;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = ZIP,
            description = "zip, everything for another store [zip]; perftools, the columns of RanRead, RanWrite and "
                    + "RanIO in one file; or ${COMPLETION-CANDIDATES}",
            completionCandidates = Formats.class)
    private String format;

    @Option(names = "--to", required = true, paramLabel = "FILE|DIR",
            description = "the file to write, a new one, or a folder for it; for other formats than zip and "
                    + "perftools the folder to write into; one that ends with / is a folder, made where there is none")
    private String place;

    private Path to;

    /** The formats besides zip, each with what it makes. */
    static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ExportFormats.all().stream().map(f -> f.name() + ", " + f.description()).iterator();
        }
    }

    @Override
    protected int run(CommandContext commandContext) {
        if (labels.isEmpty() != all) {
            throw new ParameterException(spec.commandLine(), "name labels, or --all");
        }
        to = Path.of(place);
        List<String> chosen = all
                ? commandContext.workbench().store().labels().stream().map(LabelSummary::label).toList()
                : labels;
        chosen.forEach(commandContext::label);
        switch (format) {
            case ZIP -> {
                to = file("tidemark", ".zip");
                exported(commandContext, commandContext.workbench().store().export(chosen, to));
            }
            case PERFTOOLS -> {
                to = file("PerfTools", ".csv");
                exported(commandContext, perftools(commandContext, chosen));
            }
            default -> texts(commandContext, ExportFormats.named(format).orElseThrow(this::unknown), chosen);
        }
        return ExitStatus.DONE;
    }

    private InvalidInputException unknown() {
        List<String> names = Stream.concat(Stream.of(ZIP, PERFTOOLS),
                ExportFormats.all().stream().map(ExportFormat::name)).toList();
        return new InvalidInputException("--format: '" + format + "' is not one of " + String.join(", ", names)
                + Suggestions.hint(format, names));
    }

    private Path file(String stem, String ending) {
        if (place.endsWith("/")) {
            made(to.resolve(stem));
        }
        return NewFile.of(to, stem, ending, Clock.system().wallTime());
    }

    private void exported(CommandContext commandContext, int iterations) {
        commandContext.say("Exported " + iterations + (iterations == 1 ? " iteration" : " iterations") + " to " + to
                + ".");
    }

    /** @return how many iterations were written */
    private int perftools(CommandContext commandContext, List<String> chosen) {
        if (Files.exists(to)) {
            throw new InvalidInputException(to + " is there already; choose another name or remove it");
        }
        List<LabelResults> labels = chosen.stream().distinct().map(commandContext::label)
                .filter(label -> !all || PerftoolsCsv.fits(label)).toList();
        PerftoolsCsv.Table table = PerftoolsCsv.of(labels, commandContext.workbench().store()::detail);
        ReportPrinter.write(to, table.text());
        return table.rows();
    }

    /** The files of one label lie in the folder itself, those of several in a folder per label. */
    private void texts(CommandContext commandContext, ExportFormat format, List<String> chosen) {
        int written = 0;
        for (String label : chosen) {
            Path folder = chosen.size() == 1 ? to : to.resolve(label.replaceAll("[^A-Za-z0-9._-]", "-"));
            Map<String, String> files = format.files(commandContext.label(label),
                    commandContext.workbench().store()::detail);
            files.forEach((path, text) -> ReportPrinter.write(made(folder.resolve(path)), text));
            written += files.size();
        }
        if (written == 0) {
            throw new InvalidInputException("nothing of " + String.join(", ", chosen) + " fits the format "
                    + format.name());
        }
        commandContext.say("Wrote " + written + (written == 1 ? " file to " : " files to ") + to + ".");
    }

    private static Path made(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return file;
        } catch (IOException e) {
            throw new InvalidInputException(file.getParent() + ": cannot be made: " + e.getMessage());
        }
    }
}
