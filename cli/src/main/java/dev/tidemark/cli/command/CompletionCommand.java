package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark completion bash|zsh|fish}: a short script that asks {@link CompleteCommand} at each key. */
@Command(name = "completion", description = {"Prints a script by which a shell completes commands, options, settings "
        + "and labels.", "bash: source <(tidemark completion bash); zsh the same; fish: tidemark completion fish | "
        + "source"})
final class CompletionCommand implements Callable<Integer> {

    /** A shell whose command lines can be completed. */
    enum Shell {
        BASH, ZSH, FISH
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(script("completion." + shell.name().toLowerCase(Locale.ROOT)));
        return ExitStatus.DONE;
    }

    private static String script(String name) {
        try (InputStream in = CompletionCommand.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
