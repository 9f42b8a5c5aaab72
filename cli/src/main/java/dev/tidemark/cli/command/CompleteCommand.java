package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.DataFolder;
import dev.tidemark.cli.completion.Candidate;
import dev.tidemark.cli.completion.Completer;
import dev.tidemark.cli.completion.CompletionWords;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.store.ResultStore;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code tidemark complete -- WORDS}: what can stand in the place of the last word, a line each, for shells' scripts.
 */
@Command(name = CompleteCommand.NAME, hidden = true, description = "Tells shells what a command line can go on with.")
final class CompleteCommand implements Callable<Integer> {

    static final String NAME = "complete";

    private static final String STORE = "--store";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "those behind the program's name")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        List<String> typed = words.isEmpty() ? List.of("") : words;
        CommandLine program = new CommandLine(new TidemarkCommand());
        Commands.addTo(program, typed.subList(0, typed.size() - 1).toArray(String[]::new));
        Optional<ResultStore> store = store();
        try {
            PrintWriter out = spec.commandLine().getOut();
            Completer.of(program, typed, new CompletionWords(store)).stream().map(Candidate::line)
                    .forEach(out::println);
        } finally {
            store.ifPresent(ResultStore::close);
        }
        return ExitStatus.DONE;
    }

    /** The store that is asked, if it is there: completing makes none. */
    private Optional<ResultStore> store() {
        Optional<Path> named = IntStream.range(0, words.size() - 1).filter(i -> words.get(i).equals(STORE)).boxed()
                .findFirst().flatMap(i -> path(words.get(i + 1)));
        Path file = DataFolder.of(named.or(CommandContext.common(spec)::store)).store();
        return Files.isRegularFile(file) ? Optional.of(ResultStore.open(file)) : Optional.empty();
    }

    private static Optional<Path> path(String word) {
        try {
            return Optional.of(Path.of(word));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
