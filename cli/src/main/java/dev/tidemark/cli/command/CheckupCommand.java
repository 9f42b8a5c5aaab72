package dev.tidemark.cli.command;

import dev.tidemark.app.CheckupRun;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.InterruptHandler;
import dev.tidemark.cli.support.ProgressLine;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.analysis.Checkup.Found;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalCheckup;
import dev.tidemark.store.results.StoredTarget;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark checkup [TARGET]}. */
@Command(name = "checkup", description = {"Tells within about a minute how good a target is, what looks wrong there, and what "
        + "to try next, without a setting: tries what the driver offers, measures the round trip, and runs a small load "
        + "as fast as 1, 4 and 16 clients go, and then at half of the best rate.",
    "All of it is done in a place of Tidemark's own. A setting of the target is said as for target add: --SETTING V.",
    "Ends with 3 when something does not work; what looks wrong is told, and ends with 0."})
final class CheckupCommand implements Callable<Integer> {

    private final DriverFlags settings = new DriverFlags();

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "TARGET", description = "a named target, a driver, or a URL; without one the "
            + "embedded engine on this machine")
    private String target = "rocksdb";

    @Option(names = "--alongside", description = "even though another measured run is in progress on this machine")
    private boolean alongside;

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    /** With a flag for every setting, which the help leaves to {@code target add}. */
    static CommandSpec spec() {
        CheckupCommand command = new CheckupCommand();
        return command.settings.hiddenIn(CommandSpec.forAnnotatedObject(command));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            String named = commandContext.typed(target); // without a password that is in a URL
            StoredTarget found = settings.target(commandContext, named, spec);
            return new Examination(commandContext, named, commandContext.workbench().checkup(found,
                    new RunOptions(false, alongside, CommandContext.user())), found).carryOut();
        }
    }

    /** One checkup, which can be interrupted between its parts and in each. */
    private final class Examination {

        private final CommandContext commandContext;
        private final String named;
        private final CheckupRun checkup;
        private final StoredTarget found;
        private final CancellationToken stop = new CancellationToken();

        Examination(CommandContext commandContext, String named, CheckupRun checkup, StoredTarget found) {
            this.commandContext = commandContext;
            this.named = named;
            this.checkup = checkup;
            this.found = found;
        }

        int carryOut() throws InterruptedException {
            try (InterruptHandler _ = InterruptHandler.calls(() -> {
                stop.stop();
                commandContext.workbench().interrupt();
            })) {
                commandContext.say("Trying what driver " + found.driver() + " offers …");
                Diagnosis diagnosis = watched("trials", listener -> checkup.diagnose(listener, stop));
                OptionalDouble roundTrip = stop.isStopRequested() ? OptionalDouble.empty() : checkup.roundTrip();
                Optional<Report> closed = Optional.empty();
                Optional<Report> atRate = Optional.empty();
                if (diagnosis.works() && checkup.hasLoad() && !stop.isStopRequested()) {
                    closed = load(checkup::runClosed, checkup.label());
                    OptionalDouble rate = closed.map(Found::rate).orElse(OptionalDouble.empty());
                    if (rate.isPresent() && !stop.isStopRequested()) {
                        atRate = load(listener -> checkup.runAtRate(rate.getAsDouble(), listener), checkup.labelAtRate());
                    }
                }
                if (stop.isStopRequested()) {
                    commandContext.say("Stopped.");
                    return ExitStatus.INTERRUPTED;
                }
                print(Checkup.of(new Found(named, found.driver(), checkup.values(),
                        diagnosis.facts(), diagnosis.trials(), roundTrip, closed, atRate),
                        commandContext.workbench().store()::detail));
                return diagnosis.works() ? ExitStatus.DONE : ExitStatus.FAILED;
            }
        }

        private Optional<Report> load(Part<RunSummary> run, String label) throws InterruptedException {
            watched("operations", run);
            return Report.newest(commandContext.workbench().store(), label);
        }

        private <T> T watched(String unit, Part<T> part) throws InterruptedException {
            ProgressLine progress = new ProgressLine(commandContext, Clock.system(), unit, false);
            try {
                return part.carryOut(progress);
            } finally {
                progress.end();
            }
        }

        private void print(Checkup result) {
            if (json) {
                commandContext.out().print(JsonReport.checkup(result));
            } else {
                ReportPrinter printer = new ReportPrinter(commandContext);
                printer.tables(TerminalCheckup.of(result, printer.style()));
            }
        }
    }

    private interface Part<T> {
        T carryOut(ProgressLine progress) throws InterruptedException;
    }
}
