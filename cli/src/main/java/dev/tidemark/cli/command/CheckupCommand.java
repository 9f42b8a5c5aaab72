package dev.tidemark.cli.command;

import dev.tidemark.app.CheckupRun;
import dev.tidemark.app.CheckupRun.Findings;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.InterruptHandler;
import dev.tidemark.cli.support.ProgressLine;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.analysis.Checkup.Found;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalCheckup;
import dev.tidemark.store.results.StoredTarget;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark checkup [TARGET]}. */
@Command(name = "checkup", description = {"Tells within about a minute how good a target is, what looks wrong there, and what "
        + "to try next, without a setting: tries what the driver offers, measures the round trip, and runs a small load "
        + "as fast as 1, 4 and 16 clients go, and then at half of the best rate.",
    "All of it is done in a place of Tidemark's own. A setting of the target is said as for target add: --SETTING V.",
    "Ends with 3 when something does not work; what looks wrong is told, and ends with 0."})
final class CheckupCommand extends ContextCommand {

    private final DriverFlags settings = new DriverFlags();

    @Parameters(arity = "0..1", paramLabel = "TARGET", description = "a named target, a driver, or a URL; without one the "
            + "embedded engine on this machine")
    private String target = Drivers.USUAL;

    @Option(names = "--alongside", description = "even though another measured run is in progress on this machine")
    private boolean alongside;

    @Option(names = "--keep", paramLabel = "NAME", description = "keep the loads under a name, to stand beside those of later "
            + "checkups")
    private String keep;

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    /** With a flag for every setting, which the help leaves to {@code target add}. */
    static CommandSpec spec() {
        CheckupCommand command = new CheckupCommand();
        return command.settings.hiddenIn(CommandSpec.forAnnotatedObject(command));
    }

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        String named = commandContext.typed(target); // without a password that is in a URL
        StoredTarget found = settings.target(commandContext, named, spec);
        CheckupRun checkup = commandContext.workbench().checkup(found, Optional.ofNullable(keep),
                new RunOptions(false, alongside, CommandContext.user()));
        CancellationToken stop = new CancellationToken();
        Results store = commandContext.workbench().store();
        Optional<Findings> findings;
        try (InterruptHandler _ = InterruptHandler.calls(stop::stop)) {
            findings = checkup.carryOut(new Progress(commandContext), label -> Found.rate(store, label), stop);
        }
        if (findings.isEmpty()) {
            commandContext.say("Stopped.");
            return ExitStatus.INTERRUPTED;
        }
        Diagnosis diagnosis = findings.get().diagnosis();
        print(commandContext, Checkup.of(Found.of(store, named, found.driver(), checkup.values(), diagnosis.facts(),
                diagnosis.trials(), findings.get().roundTrip(), findings.get().closed(), findings.get().atRate()),
                store::detail).with(settings.given(spec.commandLine().getParseResult())));
        return diagnosis.works() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void print(CommandContext commandContext, Checkup result) {
        if (json) {
            commandContext.out().print(JsonReport.checkup(result));
        } else {
            ReportPrinter printer = new ReportPrinter(commandContext);
            printer.tables(TerminalCheckup.of(result, printer.style()));
        }
    }

    /** A line of progress for each part. */
    private static final class Progress implements CheckupRun.Listener {

        private final CommandContext commandContext;
        private ProgressLine line;

        Progress(CommandContext commandContext) {
            this.commandContext = commandContext;
        }

        @Override
        public RunListener began(CheckupRun.CheckupStage part, String activity) {
            commandContext.say(activity + " …");
            line = new ProgressLine(commandContext, Clock.system(), part.counted(), false);
            return line;
        }

        @Override
        public void ended() {
            line.end();
        }
    }
}
