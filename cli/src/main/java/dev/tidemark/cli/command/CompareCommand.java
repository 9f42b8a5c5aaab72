package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.core.param.Printable;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.comparison.Requirement.Judgement;
import dev.tidemark.report.comparison.Requirement.Outcome;
import dev.tidemark.report.comparison.Requirement;
import dev.tidemark.report.comparison.SideParser;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonComparison;
import dev.tidemark.report.write.JunitReport;
import dev.tidemark.report.write.TerminalComparison;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvComparison;
import dev.tidemark.store.ResultStore;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark compare A B}, {@code tidemark compare LABEL [X Y] [--by NAME]}. */
@Command(name = "compare", description = "Compares two labels, targets or values of a setting: overall, hour by hour, "
        + "at the same work done, and which differences are statistically significant.")
final class CompareCommand extends ContextCommand {

    @Parameters(arity = "1..3", paramLabel = "A",
            description = "two labels, each perhaps LABEL:NAME=VALUE; or one label, and two values of what it varies")
    private List<String> words;

    @Option(names = "--by", paramLabel = "NAME", description = "the setting whose values are compared, of one label")
    private String by;

    @Option(names = "--partial",
            description = "takes iterations that were stopped, failed or interrupted, too, as far as "
            + "they came, and says so")
    private boolean partial;

    @Option(names = "--html", paramLabel = "FILE", description = "write it as one self-contained page")
    private Path html;

    @Option(names = "--require", paramLabel = "BOUND",
            description = "how far the second side may be from the first, as in 'throughput > -3 %%' or "
            + "'response.p99 < +10 %%'; may be repeated; ends with 1 when the interval of one lies beyond its bound, "
            + "with 3 when it does not tell")
    private List<String> required = List.of();

    @Option(names = "--junit", paramLabel = "FILE",
            description = "write what became of --require, as test cases for a build")
    private Path junit;

    @ArgGroup
    private Form form = new Form();

    /** At most one of these. */
    static final class Form {
        @Option(names = "--tsv", description = "tab-separated values, a row per figure")
        private boolean tsv;

        @Option(names = "--markdown", description = "Markdown, for an issue, a wiki or a mail")
        private boolean markdown;

        @Option(names = "--json", description = "JSON, versioned")
        private boolean json;
    }

    @Override
    protected int run(CommandContext commandContext) {
        List<Requirement> requirements = required.stream().map(Requirement::parse).toList();
        if (junit != null && requirements.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--junit: say what is required, with --require");
        }
        ResultStore store = commandContext.workbench().store();
        List<Pairing> pairings = new SideParser(store).find(words, Optional.ofNullable(by)).stream()
                .map(p -> partial ? p.withInterrupted() : p).toList();
        List<LabelComparison> comparisons = LabelComparison.of(pairings, store::detail);
        List<Judgement> judgements = Requirement.judged(requirements, comparisons);
        if (form.json) {
            commandContext.out().print(JsonComparison.of(comparisons));
        } else if (form.tsv || html == null && !form.markdown && !commandContext.terminal().outIsTerminal()) {
            commandContext.out().print(TsvComparison.of(comparisons));
        } else if (html == null || form.markdown) {
            ReportPrinter printer = new ReportPrinter(commandContext);
            TerminalStyle style = form.markdown ? printer.style().asMarkdown() : printer.style();
            comparisons.forEach(c -> printer.tables(TerminalComparison.of(c, style) + "\n"));
        }
        String title = pairings.stream().map(Pairing::title).collect(Collectors.joining("; "));
        if (html != null) {
            ReportPrinter.write(html, HtmlReport.of(title, comparisons, store::detail));
            commandContext.say("The comparison is in " + html + ".");
        }
        commandContext.out().flush();
        judgements.forEach(j -> commandContext.err().println(Printable.oneLine(j.sentence())));
        if (junit != null) {
            ReportPrinter.write(junit, JunitReport.of(title, judgements));
        }
        return status(judgements.stream().map(Judgement::outcome).toList());
    }

    private static int status(List<Outcome> outcomes) {
        return outcomes.contains(Outcome.MISSED) ? ExitStatus.MISSED
                : outcomes.contains(Outcome.UNDECIDED) ? ExitStatus.FAILED : ExitStatus.DONE;
    }
}
