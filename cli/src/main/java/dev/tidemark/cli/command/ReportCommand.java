package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TsvReport;
import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark report LABEL}. */
@Command(name = "report", description = "Shows the report of a label: verdict, effect sizes, tables.")
final class ReportCommand extends ContextCommand {

    @Parameters(paramLabel = "LABEL", description = "which; LABEL-PARAM is one section of a study")
    private String label;

    @Option(names = "--html", paramLabel = "FILE", description = "write it as one self-contained page")
    private Path html;

    @Option(names = "--junit", paramLabel = "FILE",
            description = "write whether expectations were met, as test cases for a build")
    private Path junit;

    @Option(names = "--picture", paramLabel = "FILE", description = "write its first screen as a picture (SVG)")
    private Path picture;

    @Option(names = "--hdr", paramLabel = "DIR", description = "write an HdrHistogram log per iteration into a folder")
    private Path hdr;

    @ArgGroup
    private Form form = new Form();

    /** At most one of these. */
    static final class Form {
        @Option(names = "--tsv", description = "tab-separated values, one row per point")
        private boolean tsv;

        @Option(names = "--raw", description = "tab-separated values, one row per iteration")
        private boolean raw;

        @Option(names = "--markdown", description = "Markdown, for an issue, a wiki or a mail")
        private boolean markdown;

        @Option(names = "--json", description = "JSON, versioned")
        private boolean json;
    }

    @Override
    protected int run(CommandContext commandContext) {
        ReportPrinter printer = new ReportPrinter(commandContext);
        Report report = printer.open(label);
        if (form.json) {
            commandContext.out().print(JsonReport.of(report, commandContext.workbench().store()::detail));
        } else if (form.markdown) {
            printer.text(report, printer.style().asMarkdown());
        } else if (form.raw) {
            commandContext.out().print(TsvReport.raw(report));
        } else if (form.tsv) {
            commandContext.out().print(TsvReport.of(report));
            printer.printAnswer(report);
        } else if (html == null && picture == null && hdr == null && junit == null) {
            printer.print(report);
        }
        if (html != null) {
            printer.page(report, html);
        }
        if (junit != null) {
            printer.junit(report, junit);
        }
        if (picture != null) {
            printer.picture(report, picture);
        }
        if (hdr != null) {
            printer.hdrLogs(label, hdr);
        }
        return ExitStatus.DONE;
    }
}
