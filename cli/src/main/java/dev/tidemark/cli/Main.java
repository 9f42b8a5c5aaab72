package dev.tidemark.cli;

import module java.base;
import dev.tidemark.cli.command.Commands;
import dev.tidemark.cli.command.TidemarkCommand;
import dev.tidemark.cli.support.CommonOptions;
import dev.tidemark.cli.support.ErrorHandler;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TerminalOutput;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Runs one command line and ends the process with its exit status. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true); // only ends of lines are sent by themselves
        PrintWriter err = new PrintWriter(System.err, true);
        int status;
        try {
            status = execute(out, err, args);
        } catch (Throwable e) { // an error of the JVM must not end with 1, which says that an expectation was missed
            err.println("Tidemark failed: " + e);
            status = ExitStatus.FAILED;
        }
        out.flush();
        System.exit(status);
    }

    /**
     * Carries out a command line.
     *
     * @return the exit status, see {@link ExitStatus}
     */
    static int execute(PrintWriter out, PrintWriter err, String... args) {
        return commandLine(out, err, args).execute(args);
    }

    /** The program, ready to carry out these arguments. */
    static CommandLine commandLine(PrintWriter rawOut, PrintWriter rawErr, String... args) {
        PrintWriter out = new TerminalOutput(rawOut);
        PrintWriter err = new TerminalOutput(rawErr);
        TidemarkCommand root = new TidemarkCommand();
        ErrorHandler errorHandler = new ErrorHandler(root, err);
        CommandLine line = new CommandLine(root);
        Commands.addTo(line, args);
        line.setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(errorHandler)
                .setExecutionExceptionHandler(errorHandler)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // Whether help may be coloured has to be known before the options are parsed.
                .setColorScheme(Help.defaultColorScheme(
                        List.of(args).contains(CommonOptions.NO_COLOR) ? Ansi.OFF : Ansi.AUTO));
        line.setExecutionStrategy(parsed -> {
            line.setOut(TerminalOutput.coloured(out)); // help has colours, and no text of anybody else's
            Integer helped = CommandLine.executeHelpRequest(parsed);
            line.setOut(out);
            return helped == null ? new CommandLine.RunLast().execute(parsed) : helped;
        });
        describeExitStatus(line);
        return line;
    }

    private static void describeExitStatus(CommandLine line) {
        line.getCommandSpec().usageMessage().exitCodeList(ExitStatus.MEANINGS);
        line.getSubcommands().values().forEach(Main::describeExitStatus);
    }
}
