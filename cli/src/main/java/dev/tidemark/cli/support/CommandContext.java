package dev.tidemark.cli.support;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What every command works with: the workbench, the two outputs, and what is known of the terminal. */
public final class CommandContext implements AutoCloseable {

    private final Workbench workbench;
    private final PrintWriter out;
    private final PrintWriter err;
    private final CommonOptions options;
    private final Terminal terminal;

    private CommandContext(Workbench workbench, PrintWriter out, PrintWriter err, CommonOptions options) {
        this.workbench = workbench;
        this.out = out;
        this.err = err;
        this.options = options;
        this.terminal = Terminal.detect(options);
    }

    /** Opens the store that the command line asks for. */
    public static CommandContext open(CommandSpec spec) {
        CommonOptions options = common(spec);
        Workbench workbench = Workbench.open(options.store(), options.accounts(), Version.number(),
                Clock.system());
        return new CommandContext(workbench, spec.commandLine().getOut(), spec.commandLine().getErr(), options);
    }

    /** Who sits at the machine, as far as it knows. */
    public static String user() {
        return Optional.ofNullable(System.getProperty("user.name")).filter(u -> !u.isBlank()).orElse("unknown");
    }

    /** The common options, wherever on the command line they stood. */
    public static CommonOptions common(CommandSpec spec) {
        return ((RootCommand) spec.root().userObject()).common();
    }

    public Workbench workbench() {
        return workbench;
    }

    public PrintWriter out() {
        return out;
    }

    public PrintWriter err() {
        return err;
    }

    public Terminal terminal() {
        return terminal;
    }

    public boolean quiet() {
        return options.quiet();
    }

    public boolean verbose() {
        return options.verbose();
    }

    /** Says something for the eye only, unless it is to be quiet. */
    public void say(String text) {
        if (!quiet()) {
            err.println(text);
        }
    }

    /** @throws InvalidInputException naming the nearest label */
    public LabelResults label(String label) {
        return workbench.store().label(label)
                .orElseThrow(() -> new InvalidInputException("no label '" + label + "'" + Suggestions.hint(
                label, workbench.store().labels().stream().map(LabelSummary::label).toList())));
    }

    @Override
    public void close() {
        out.flush();
        workbench.store().damage().forEach(err::println);
        err.flush();
        workbench.close();
    }
}
