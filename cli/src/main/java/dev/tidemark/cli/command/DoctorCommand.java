package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.InterruptHandler;
import dev.tidemark.cli.support.ProgressLine;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.store.results.StoredTarget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code tidemark doctor --target T}. */
@Command(name = "doctor", description = {"Connects to a target, tells its version and settings, and tries whatever its "
        + "driver offers, in a place of its own there, which is removed again.",
    "A setting of the target that is to be another one this time is said as for target add: --SETTING V.",
    "Ends with 3 when something is refused or broken."})
final class DoctorCommand extends ContextCommand {

    private final DriverFlags settings = new DriverFlags();

    @Option(names = "--target", required = true, paramLabel = "TARGET",
            description = "a named target, a driver, or a URL")
    private String target;

    @Option(names = "--script", paramLabel = "FILE[;FILE]", description = "statements of your own: connects, has the "
            + "server read each of them, and makes nothing")
    private String script = "";

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    /** With a flag for every setting, which the help leaves to {@code target add}. */
    static CommandSpec spec() {
        DoctorCommand command = new DoctorCommand();
        return command.settings.hiddenIn(CommandSpec.forAnnotatedObject(command));
    }

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        StoredTarget found = settings.target(commandContext, commandContext.typed(target), spec);
        CancellationToken stop = new CancellationToken();
        ProgressLine progress = new ProgressLine(commandContext, Clock.system(), "trials", true);
        Diagnosis diagnosis;
        try (InterruptHandler interrupts = InterruptHandler.calls(stop::stop)) {
            diagnosis = commandContext.workbench().doctor().examine(found, script, progress, stop);
        } finally {
            progress.end();
        }
        print(commandContext, diagnosis);
        if (stop.isStopRequested()) {
            commandContext.say("Stopped.");
            return ExitStatus.INTERRUPTED;
        }
        commandContext.say(diagnosis.summary());
        return diagnosis.works() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void print(CommandContext commandContext, Diagnosis diagnosis) {
        if (json) {
            commandContext.out().print(JsonReport.doctor(diagnosis.target(), diagnosis.driver(), diagnosis.facts(),
                    diagnosis.trials()));
        } else if (commandContext.terminal().outIsTerminal()) {
            forPeople(commandContext, diagnosis);
        } else {
            forPrograms(commandContext, diagnosis);
        }
    }

    private static void forPeople(CommandContext commandContext, Diagnosis diagnosis) {
        if (!diagnosis.facts().isEmpty()) {
            TextColumns.of("setting", "value").withProse().print(commandContext,
                    diagnosis.facts().stream().map(f -> new String[] {f.name(), f.text()}).toList());
            commandContext.out().println();
        }
        TextColumns.of("tried", "result", "what was said").withProse().print(commandContext, diagnosis.trials().stream()
                .map(t -> new String[] {t.name(), Types.word(t.verdict()).replace('-', ' '), t.message()}).toList());
    }

    /** One table: what was tried, then the settings. */
    private static void forPrograms(CommandContext commandContext, Diagnosis diagnosis) {
        List<String[]> rows = new ArrayList<>();
        for (Trial trial : diagnosis.trials()) {
            rows.add(new String[] {"trial", trial.name(), Types.word(trial.verdict()), trial.message()});
        }
        for (Setting fact : diagnosis.facts()) {
            rows.add(new String[] {"setting", fact.name(), "", fact.text()});
        }
        TextColumns.of("kind", "name", "result", "text").print(commandContext, rows);
    }
}
