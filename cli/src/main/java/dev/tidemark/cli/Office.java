package dev.tidemark.cli;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.time.Clock;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What every command works with: the workbench, the two outputs, and what is known of the terminal. */
final class Office implements AutoCloseable {

    private final Workbench workbench;
    private final PrintWriter out;
    private final PrintWriter err;
    private final CommonOptions options;
    private final Terminal terminal;

    private Office(Workbench workbench, PrintWriter out, PrintWriter err, CommonOptions options) {
        this.workbench = workbench;
        this.out = out;
        this.err = err;
        this.options = options;
        this.terminal = Terminal.detect(options);
    }

    /** Opens the store that the command line asks for. */
    static Office open(CommandSpec spec) {
        CommonOptions options = common(spec);
        Workbench workbench = Workbench.open(options.store(), options.accounts(), Version.number(),
                Clock.system());
        return new Office(workbench, spec.commandLine().getOut(), spec.commandLine().getErr(), options);
    }

    /** Who sits at the machine, as far as it knows. */
    static String user() {
        return Optional.ofNullable(System.getProperty("user.name")).filter(u -> !u.isBlank()).orElse("unknown");
    }

    /** The common options, wherever on the command line they stood. */
    static CommonOptions common(CommandSpec spec) {
        return ((RootCommand) spec.root().userObject()).common();
    }

    Workbench workbench() {
        return workbench;
    }

    PrintWriter out() {
        return out;
    }

    PrintWriter err() {
        return err;
    }

    Terminal terminal() {
        return terminal;
    }

    boolean quiet() {
        return options.quiet();
    }

    boolean verbose() {
        return options.verbose();
    }

    /** Says something for the eye only, unless it is to be quiet. */
    void say(String text) {
        if (!quiet()) {
            err.println(text);
        }
    }

    /** @throws BadInput naming the nearest label */
    LabelResults label(String label) {
        return workbench.store().label(label).orElseThrow(() -> new BadInput("no label '" + label + "'" + Nearest.hint(
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
