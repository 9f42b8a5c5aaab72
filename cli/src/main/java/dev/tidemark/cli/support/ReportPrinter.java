package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.data.WholeFile;
import dev.tidemark.core.measure.HdrLog;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.report.analysis.Expectations;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.export.FileNames;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JunitReport;
import dev.tidemark.report.write.StyleTsv;
import dev.tidemark.report.write.TerminalComparison;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;

/** Shows reports: tables on a terminal, tab-separated values elsewhere, pages in files. */
public final class ReportPrinter {

    private final CommandContext commandContext;

    public ReportPrinter(CommandContext commandContext) {
        this.commandContext = commandContext;
    }

    public TerminalStyle style() {
        Terminal terminal = commandContext.terminal();
        return new TerminalStyle(terminal.columns(), terminal.colour(), terminal.unicode(), ZoneId.systemDefault(),
                Terminal.command(), false);
    }

    /** @throws InvalidInputException naming the nearest label */
    public Report open(String name) {
        return Report.open(commandContext.workbench().store(), name)
                .orElseThrow(() -> commandContext.noLabel(name));
    }

    /** Prints a report: for people on a terminal, elsewhere as values, with the answer on standard error. */
    public void print(Report report) {
        print(report, true);
    }

    private void print(Report report, boolean answered) {
        if (commandContext.terminal().outIsTerminal()) {
            text(report, style());
        } else {
            commandContext.out().print(TsvReport.of(report));
        }
        commandContext.out().flush();
        if (answered && !commandContext.terminal().outIsTerminal()) {
            printAnswer(report);
        }
    }

    /**
     * Prints what became of a run and judges it: the report of its label; of styles of an API always values, and those
     * of this run alone, as the tool before printed them, while people read the answer on standard error.
     *
     * @param expect measure to condition
     * @return whether every condition is met
     */
    public boolean printRun(String label, Map<String, String> expect) {
        LabelResults results = commandContext.label(label);
        Report report = ofRun(results);
        if (!isOfStyles(results)) {
            // Why nothing is ranked was said when it happened.
            print(report, !report.ramps().isEmpty() || !report.rates().isEmpty() || !report.table().rows().isEmpty());
            return judge(report, expect);
        }
        commandContext.out().print(StyleTsv.of(report));
        commandContext.out().flush();
        commandContext.say(report.answer());
        report.notes().forEach(commandContext::say);
        if (!report.table().rows().isEmpty()) {
            commandContext.say(Terminal.command("report", report.label())
                    + " shows what each style's requests spend their time on.");
        }
        return judge(report, expect);
    }

    /** What the newest run of a label missed of what it expected, in sentences; empty where that is nothing. */
    public List<String> missed(String label) {
        return commandContext.workbench().store().label(label).filter(results -> Expectations.stated(results) > 0)
                .map(results -> Expectations.missed(Expectations.known(ofRun(results)))).orElse(List.of());
    }

    private Report ofRun(LabelResults results) {
        return isOfStyles(results) ? Report.of(results.newestBatch()) : open(results.label());
    }

    private static boolean isOfStyles(LabelResults results) {
        return results.workload().equals(ApiWorkload.NAME);
    }

    /** Prints a whole report for people. */
    public void text(Report report, TerminalStyle style) {
        report.comparisons().forEach(c -> tables(TerminalComparison.of(c, style) + "\n"));
        tables(TerminalReport.of(report, commandContext.workbench().store()::detail, style));
    }

    /** Prints what was made in {@link #style}, which may have colours and has made all else plain. */
    public void tables(String text) {
        PrintWriter coloured = TerminalOutput.coloured(commandContext.out());
        coloured.print(text);
        coloured.flush();
    }

    private boolean judge(Report report, Map<String, String> expect) {
        List<Report.Judgement> judgements = report.judge(expect);
        if (!judgements.isEmpty()) {
            TerminalOutput.coloured(commandContext.err()).print(TerminalReport.judgements(judgements, style()));
        }
        return judgements.stream().allMatch(Report.Judgement::met);
    }

    /** What the rows of a table of values cannot say: how sure the answer is, or what was searched for and found. */
    public void printAnswer(Report report) {
        if (report.ramps().isEmpty() && report.rates().isEmpty()) {
            commandContext.say(TerminalReport.headline(report.verdict()));
        }
        report.ramps().forEach(r -> r.sentences().forEach(commandContext::say));
        report.rates().forEach(r -> {
            if (report.rates().size() > 1) {
                commandContext.say(r.title() + ":");
            }
            r.sentences().forEach(commandContext::say);
        });
    }

    /** Writes a report as a page. */
    public void page(Report report, Path file) {
        write(file, HtmlReport.of(report, commandContext.workbench().store()::detail));
        commandContext.say("The report is in " + file + ".");
    }

    /**
     * Writes whether the expectations of a report's label are met, for what shows the tests of a build.
     *
     * @throws InvalidInputException when its experiment expects nothing
     */
    public void junit(Report report, Path file) {
        List<Report.Judgement> judgements = Expectations.judged(report);
        if (judgements.isEmpty() && report.excluded().isEmpty()) {
            throw expectsNothing(report.label());
        }
        write(file, JunitReport.of(report, judgements));
        commandContext.say("Test cases for the build are in " + file + ".");
    }

    /** That there are no test cases to write. @param label of what has no expectation */
    public static InvalidInputException expectsNothing(String label) {
        return new InvalidInputException("--junit: '" + label + "' expects nothing; say what with --expect, or under "
                + "expect in the experiment");
    }

    /** Writes the first screen of a report as a picture. */
    public void picture(Report report, Path file) {
        write(file, HtmlReport.picture(report, commandContext.workbench().store()::detail));
        commandContext.say("The picture is in " + file + ".");
    }

    /** Writes an interval log of every iteration of a label that has any. */
    public void hdrLogs(String label, Path folder) {
        try {
            Files.createDirectories(folder);
            int written = 0;
            LabelResults results = commandContext.label(label);
            FileNames names = FileNames.of(results);
            for (Iteration iteration : results.iterations()) {
                IterationDetail detail = commandContext.workbench().store().detail(iteration.id());
                if (!detail.intervals().isEmpty()) {
                    ByteArrayOutputStream log = new ByteArrayOutputStream();
                    HdrLog.write(detail, iteration.started(), StateWords.ending(iteration), log);
                    write(folder.resolve(names.of(iteration) + ".hdr"), log.toString(StandardCharsets.UTF_8));
                    written++;
                }
            }
            commandContext.say("Wrote " + written + (written == 1 ? " log to " : " logs to ") + folder + ".");
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be written: " + reason(e));
        }
    }

    /**
     * Looks whether a file could be written, which is better known before a long run than after it.
     *
     * @throws InvalidInputException when it is plain that it cannot
     */
    public static void checkWritable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new InvalidInputException(file + ": cannot be written: it is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(file + ": cannot be written: there is no folder " + folder);
        }
        if (!Files.isWritable(folder)) {
            throw new InvalidInputException(file + ": cannot be written: the folder " + folder
                    + " is read-only for you");
        }
    }

    /** Writes a file whole or not at all. */
    public static void write(Path file, String text) {
        checkWritable(file);
        try {
            WholeFile.replace(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be written: " + reason(e));
        }
    }

    /** What an error says beside the file's name, which is told already. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException f && f.getReason() != null ? f.getReason()
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
