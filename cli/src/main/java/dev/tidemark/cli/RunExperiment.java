package dev.tidemark.cli;

import dev.tidemark.app.RunOptions;
import dev.tidemark.app.RunSummary;
import dev.tidemark.app.Submission;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.State;
import dev.tidemark.core.time.Clock;
import java.nio.file.Path;
import java.util.Optional;

/** Runs an experiment for a person: progress on standard error, then the report on standard output. */
final class RunExperiment {

    private final Office office;
    private final RunFlags flags;
    private final Optional<Path> page;

    RunExperiment(Office office, RunFlags flags) {
        this(office, flags, flags.html());
    }

    /** @param page where the report goes as a page, unless the flags name another place */
    RunExperiment(Office office, RunFlags flags, Path page) {
        this(office, flags, flags.html().or(() -> Optional.of(page)));
    }

    private RunExperiment(Office office, RunFlags flags, Optional<Path> page) {
        this.office = office;
        this.flags = flags;
        this.page = page;
    }

    /** @return the exit status */
    int run(Experiment experiment) throws InterruptedException {
        Submission submission = office.workbench().plan(experiment);
        Planner.repeated(experiment).forEach(office.err()::println);
        if (flags.dryRun()) {
            DryRun.print(office, submission);
            return ExitStatus.DONE;
        }
        page.ifPresent(ReportPrinter::checkWritable);
        RunSummary summary = carryOut(submission);
        if (summary.interrupted()) {
            office.err().println("Interrupted; go on with the same command and --resume.");
            return ExitStatus.INTERRUPTED;
        }
        ReportPrinter printer = new ReportPrinter(office);
        boolean met = printer.print(experiment.label(), experiment.expect());
        page.ifPresent(file -> printer.page(experiment.label(), file));
        return status(summary, met);
    }

    private RunSummary carryOut(Submission submission) throws InterruptedException {
        ProgressLine progress = new ProgressLine(office, Clock.system(), submission.workload().unit(),
                submission.plan().size() == 1 && !submission.plan().searching());
        Interruption interruption = Interruption.calls(office.workbench()::interrupt);
        try {
            return office.workbench().run(submission, new RunOptions(flags.resume(), flags.alongside()), progress);
        } finally {
            interruption.close();
            progress.end();
        }
    }

    private static int status(RunSummary summary, boolean met) {
        if (summary.count(State.INVALID) + summary.count(State.FAILED) > 0) {
            return ExitStatus.FAILED;
        }
        return met ? ExitStatus.DONE : ExitStatus.MISSED;
    }
}
