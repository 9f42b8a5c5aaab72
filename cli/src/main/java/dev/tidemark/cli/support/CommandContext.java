package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.app.RigManager;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What every command works with: the workbench, the two outputs, and what is known of the terminal. The store is opened
 * when it is asked for first: some commands need none.
 */
public final class CommandContext implements AutoCloseable {

    private Workbench workbench;
    private final PrintWriter out;
    private final PrintWriter err;
    private final CommonOptions options;
    private final Terminal terminal;

    private CommandContext(PrintWriter out, PrintWriter err, CommonOptions options) {
        this.out = out;
        this.err = err;
        this.options = options;
        this.terminal = Terminal.detect(options);
    }

    /** With the store that the command line asks for. */
    public static CommandContext open(CommandSpec spec) {
        return new CommandContext(spec.commandLine().getOut(), spec.commandLine().getErr(), common(spec));
    }

    /** Who sits at the machine, as far as it knows. */
    public static String user() {
        return user(System.getProperty("user.name"), Path.of("/proc/self"));
    }

    /** @param self whose owner has no name in a container that does not know the number that it runs as */
    static String user(String name, Path self) {
        return Optional.ofNullable(name).filter(n -> !n.isBlank() && !n.equals("?")).orElseGet(() -> {
            try {
                return "user " + Files.getAttribute(self, "unix:uid");
            } catch (IOException | UnsupportedOperationException e) {
                return "unknown";
            }
        });
    }

    /** The common options, wherever on the command line they stood. */
    public static CommonOptions common(CommandSpec spec) {
        return ((RootCommand) spec.root().userObject()).common();
    }

    /** Tells whose results are added to, where they are somebody else's. */
    public void announce(String label) {
        workbench().others(label, user()).ifPresent(this::say);
    }

    public synchronized Workbench workbench() {
        if (workbench == null) {
            workbench = Workbench.open(options.store(), options.accounts(), Version.number(), Clock.system());
            workbench.store().older().ifPresent(copy -> say("The store was brought to this version's format; what it "
                    + "was before is in " + copy + "."));
        }
        return workbench;
    }

    /** A target as it was named, without a password that is in it, which is kept for this command alone. */
    public String typed(String target) throws InterruptedException {
        return options.typedTargets().taken(target, err::println);
    }

    /** Reads an experiment that somebody at this machine wrote: URLs that name its targets may have passwords. */
    public Experiment read(DocumentNode.Mapping document) {
        return workbench().read(options.typedTargets().taken(document, err::println));
    }

    /** What a setting leaves to be asked for: it stood in a URL, or is asked for on the terminal. */
    String secret(String question) {
        return options.typedTargets().password(question).orElseGet(() -> Passwords.ofTarget(question));
    }

    /** The servers of rigs, whose files lie beside the store: it is opened only where a target is made. */
    public RigManager rigs() {
        return RigManager.of(options.store(), Clock.system(), () -> workbench().targets());
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

    /** Prints a text, broken between words where a terminal has a width. @param indent of each line */
    public void paragraph(String indent, String text) {
        List<String> lines = terminal.outIsTerminal() ? TextColumns.wrapped(text, terminal.columns() - indent.length())
                : List.of(text);
        lines.forEach(line -> out.println(indent + line));
    }

    /** Says something for the eye only, in one line, unless it is to be quiet. */
    public void say(String text) {
        if (!quiet()) {
            err.println(Printable.oneLine(text));
        }
    }

    /** @throws InvalidInputException naming the nearest label */
    public LabelResults label(String label) {
        return workbench().store().label(label).orElseThrow(() -> noLabel(label));
    }

    /** That there is no such label, and the nearest. */
    InvalidInputException noLabel(String label) {
        return Suggestions.none("label", label,
                workbench().store().labels().stream().map(LabelSummary::label).toList());
    }

    @Override
    public void close() {
        out.flush();
        if (workbench != null) {
            workbench.store().damage().forEach(err::println);
            err.flush();
            workbench.close();
        }
    }
}
