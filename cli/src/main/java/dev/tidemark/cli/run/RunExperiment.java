package dev.tidemark.cli.run;

import module java.base;

import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.app.run.Submission;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.LargePlans;
import dev.tidemark.cli.support.ProgressLine;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.cli.support.InterruptHandler;
import dev.tidemark.cli.support.Trust;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.time.Clock;

/** Runs an experiment for a person: progress on standard error, then the report on standard output. */
final class RunExperiment {

    private final CommandContext commandContext;
    private final RunFlags flags;
    private final Optional<Path> page;

    RunExperiment(CommandContext commandContext, RunFlags flags) {
        this(commandContext, flags, flags.html());
    }

    /** @param page where the report goes as a page, unless the flags name another place */
    RunExperiment(CommandContext commandContext, RunFlags flags, Path page) {
        this(commandContext, flags, flags.html().or(() -> Optional.of(page)));
    }

    private RunExperiment(CommandContext commandContext, RunFlags flags, Optional<Path> page) {
        this.commandContext = commandContext;
        this.flags = flags;
        this.page = page;
    }

    /** @return the exit status */
    int run(Experiment experiment) throws InterruptedException {
        if (flags.json() && !flags.dryRun()) {
            throw new InvalidInputException("--json is for --dry-run; a report as JSON is written by: report LABEL "
                    + "--json");
        }
        if (flags.junit().isPresent() && experiment.expect().isEmpty()) {
            throw ReportPrinter.expectsNothing(experiment.label());
        }
        if (flags.dryRun()) {
            dryRun(experiment);
            return ExitStatus.DONE;
        }
        Submission submission = plan(experiment, Trust.consent(commandContext, experiment, flags.trust()));
        LargePlans.requireMeant(commandContext, submission, flags.meant());
        page.ifPresent(ReportPrinter::checkWritable);
        flags.junit().ifPresent(ReportPrinter::checkWritable);
        RunSummary summary = carryOut(submission);
        if (summary.interrupted()) {
            commandContext.err().println("Interrupted; resume with the same command and --resume.");
            return ExitStatus.INTERRUPTED;
        }
        if (summary.stopped()) {
            commandContext.err().println("Stopped; what was measured is kept.");
        }
        ReportPrinter printer = new ReportPrinter(commandContext);
        boolean met = printer.printRun(experiment.label(), experiment.expect());
        page.ifPresent(file -> printer.page(printer.open(experiment.label()), file));
        flags.junit().ifPresent(file -> printer.junit(printer.open(experiment.label()), file));
        return status(summary, met);
    }

    private void dryRun(Experiment experiment) {
        List<Reached> reached = commandContext.workbench().reached(experiment);
        boolean looked = flags.trust() || !Trust.isNeeded(experiment, reached);
        DryRun.print(commandContext, reached, looked ? Optional.of(plan(experiment, Consent.ALL)) : Optional.empty(),
                flags.json());
    }

    private Submission plan(Experiment experiment, Consent consent) {
        Submission submission = commandContext.workbench().plan(experiment, consent);
        Planner.repeated(experiment).forEach(commandContext.err()::println);
        commandContext.workbench().changes(submission).forEach(commandContext.err()::println);
        commandContext.announce(experiment.label());
        return submission;
    }

    private RunSummary carryOut(Submission submission) throws InterruptedException {
        ProgressLine progress = new ProgressLine(commandContext, Clock.system(), submission.workload().unit(),
                submission.plan().size() == 1 && !submission.plan().searching());
        CancellationToken interruption = new CancellationToken();
        InterruptHandler interruptHandler = InterruptHandler.calls(interruption::stop);
        try {
            return commandContext.workbench().run(submission, new RunOptions(flags.resume(), flags.alongside(),
                    CommandContext.user()),
                    progress, interruption);
        } finally {
            interruptHandler.close();
            progress.end();
        }
    }

    private static int status(RunSummary summary, boolean met) {
        if (summary.stopped() || summary.count(IterationState.INVALID) + summary.count(IterationState.FAILED) > 0) {
            return ExitStatus.FAILED;
        }
        return met ? ExitStatus.DONE : ExitStatus.MISSED;
    }
}
