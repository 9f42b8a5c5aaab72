package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.OlderNames;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.store.file.StoreException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/** Turns what goes wrong into one line on standard error and an exit status. */
public final class ErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** A URL, which may have a password in it. */
    private static final Pattern WITH_LOGIN = Pattern.compile("(?is)^(jdbc:|[a-z][a-z0-9+.-]*://).*");

    private final RootCommand root;
    private final PrintWriter err;

    public ErrorHandler(RootCommand root, PrintWriter err) {
        this.root = root;
        this.err = err;
    }

    /** A command line that cannot be understood: status 2. */
    @Override
    public int handleParseException(ParameterException e, String[] args) {
        err.println(Printable.oneLine(switch (e) {
            case UnmatchedArgumentException unmatched -> unknown(unmatched);
            case OverwrittenOptionException overwritten -> twice(overwritten);
            default -> e.getArgSpec() != null && e.getArgSpec().type().isEnum() && e.getValue() != null ? noSuchWord(e)
                    : firstLine(e.getMessage());
        }));
        return ExitStatus.BAD_INPUT;
    }

    /** A command that fails: status 2 when its input or the store is to blame, else 3. */
    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        boolean badInput = e instanceof InvalidInputException || e instanceof StoreException;
        err.println(Printable.oneLine(badInput ? once(e.getMessage()) : failure(e)));
        if (root.common().verbose()) {
            e.printStackTrace(err);
        }
        return badInput ? ExitStatus.BAD_INPUT : ExitStatus.FAILED;
    }

    /** A flag's name is not said twice: once as the place and once as the param. */
    private static String once(String message) {
        return message.replaceFirst("^--([a-z0-9-]+): \\1: ", "--$1: ").replaceFirst("^--plan: space: ", "--plan: ");
    }

    private String failure(Exception e) {
        String what = e.getMessage() == null ? e.getClass().getSimpleName()
                : String.format(Locale.ROOT, "%s (%s)", firstLine(e.getMessage()), e.getClass().getSimpleName());
        return root.common().verbose() ? what : what + "; --verbose tells more";
    }

    private static String unknown(UnmatchedArgumentException e) {
        CommandLine command = e.getCommandLine();
        Optional<String> ofPeers = command.getCommandName().equals(ScriptFigures.WORKLOAD)
                ? PeerOptions.explain(e.getUnmatched()) : Optional.empty();
        String word = WITH_LOGIN.matcher(e.getUnmatched().getFirst()).replaceFirst("$1…");
        if (ofPeers.isPresent()) {
            return ofPeers.get();
        } else if (word.startsWith("-")) {
            String name = word.replaceFirst("=.*", "");
            return "unknown option '" + name + "'" + OlderNames.option(name, options(command, name));
        }
        Collection<String> names = command.getSubcommands().keySet();
        return names.isEmpty()
                ? String.format(Locale.ROOT, "'%s' is one word too many for '%s'", word,
                        command.getCommandSpec().qualifiedName())
                : "unknown command '" + word + "'" + Suggestions.hint(word, names);
    }

    /** Where one of a few words is asked for. */
    private static String noSuchWord(ParameterException e) {
        List<String> words = Stream.of(e.getArgSpec().type().getEnumConstants()).map(c -> Types.word((Enum<?>) c))
                .toList();
        String place = e.getArgSpec() instanceof OptionSpec option ? option.names()[0] : e.getArgSpec().paramLabel();
        return String.format(Locale.ROOT, "%s: '%s' is not one of %s%s", place, e.getValue(), String.join(", ", words),
                Suggestions.hint(e.getValue(), words));
    }

    /** By the option's own name; picocli would take the longest, which may be that of an older system. */
    private static String twice(OverwrittenOptionException e) {
        OptionSpec option = (OptionSpec) e.getOverwritten();
        return String.format(Locale.ROOT, "option '%s' should be given only once%s", option.names()[0],
                option.paramLabel().contains(",") ? "; separate several values by commas" : "");
    }

    /** Those with which a name can be mixed up: any letter is near to any other. */
    private static List<String> options(CommandLine command, String name) {
        return command.getCommandSpec().options().stream().flatMap(o -> Stream.of(o.names()))
                .filter(n -> n.startsWith("--") && name.length() > 2).toList();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("").replaceFirst("^Error: ", "");
    }
}
