package dev.tidemark.cli.completion;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Reads a command line up to where it is being typed, and tells what can stand there. */
public final class Completer {

    private static final String TARGET = "--target";

    private final CompletionWords vocabulary;
    private final String last;
    private CommandLine command;
    /** The option whose value comes next. */
    private Optional<OptionSpec> open = Optional.empty();
    private int positionals;
    private List<String> targets = List.of();

    private Completer(CommandLine program, CompletionWords vocabulary, List<String> words) {
        this.command = program;
        this.vocabulary = vocabulary;
        words.subList(0, words.size() - 1).forEach(this::read);
        this.last = words.getLast();
    }

    /**
     * What can stand in the place of the last word.
     *
     * @param program with the commands that the words are about
     * @param words   those behind the program's name; the last is being typed and may be empty
     */
    public static List<Candidate> of(CommandLine program, List<String> words, CompletionWords vocabulary) {
        Completer completer = new Completer(program, vocabulary, words);
        // Of settings that several drivers have, the first one's meaning is as good as any.
        return List.copyOf(completer.candidates().filter(c -> c.text().startsWith(completer.last))
                .collect(Collectors.toMap(Candidate::text, c -> c, (first, _) -> first, LinkedHashMap::new)).values());
    }

    private void read(String word) {
        if (open.isPresent()) {
            given(open.get(), word);
            open = Optional.empty();
        } else if (word.startsWith("-")) {
            int sign = word.indexOf('=');
            OptionSpec option = command.getCommandSpec().optionsMap().get(sign < 0 ? word : word.substring(0, sign));
            if (option != null && sign >= 0) {
                given(option, word.substring(sign + 1));
            } else {
                open = Optional.ofNullable(option).filter(o -> o.arity().max() > 0);
            }
        } else if (command.getSubcommands().containsKey(word)) {
            command = command.getSubcommands().get(word);
        } else {
            positionals++;
        }
    }

    private void given(OptionSpec option, String value) {
        if (option.longestName().equals(TARGET)) {
            targets = List.of(value.split(","));
        }
    }

    private Stream<Candidate> candidates() {
        int sign = last.indexOf('=');
        OptionSpec assigned = !last.startsWith("-") || sign < 0 ? null
                : command.getCommandSpec().optionsMap().get(last.substring(0, sign));
        if (open.isPresent()) {
            return values(open.get(), last);
        }
        if (assigned != null) {
            return values(assigned, last.substring(sign + 1))
                    .map(c -> new Candidate(last.substring(0, sign + 1) + c.text(), c.help()));
        }
        return last.startsWith("-") ? options()
                : Stream.concat(positionals > 0 ? Stream.empty() : subcommands(), positional());
    }

    /** What can be done; of what helps with others, these. */
    private Stream<Candidate> subcommands() {
        CommandLine of = command.getCommand() instanceof HelpCommand ? command.getParent() : command;
        return of.getSubcommands().entrySet().stream()
                .filter(e -> !e.getValue().getCommandSpec().usageMessage().hidden())
                .map(e -> new Candidate(e.getKey(), String.join(" ", List.of(e.getValue().getCommandSpec()
                        .usageMessage().description()).subList(0, 1))));
    }

    private Stream<Candidate> positional() {
        return command.getCommandSpec().positionalParameters().stream().filter(p -> p.index().contains(positionals))
                .limit(1).flatMap((PositionalParamSpec p) -> values(p, last));
    }

    /** By their present names; of settings that only drivers have, those of the chosen ones. */
    private Stream<Candidate> options() {
        Set<String> elsewhere = Workloads.find(command.getCommandName()).stream()
                .flatMap(this::ofOtherDrivers).collect(Collectors.toSet());
        return command.getCommandSpec().options().stream().filter(o -> !o.hidden())
                .map(o -> new Candidate(name(o), String.join(" ", o.description()).replace("%%", "%")))
                .filter(c -> !elsewhere.contains(c.text()));
    }

    private Stream<String> ofOtherDrivers(Workload workload) {
        Set<String> own = CompletionWords.settings(workload, vocabulary.drivers(targets, workload)).map(ParamSet::all)
                .flatMap(List::stream).map(Param::name).collect(Collectors.toSet());
        return Drivers.all().stream().map(Rigs::withDriver).map(ParamSet::all).flatMap(List::stream).map(Param::name)
                .filter(name -> !own.contains(name)).map(name -> "--" + name);
    }

    private static String name(OptionSpec option) {
        return Stream.of(option.names()).filter(n -> n.startsWith("--")).findFirst().orElse(option.longestName());
    }

    private Stream<Candidate> values(ArgSpec of, String typed) {
        if (of.completionCandidates() != null) {
            return StreamSupport.stream(of.completionCandidates().spliterator(), false)
                    .map(word -> Candidate.of(word.toLowerCase(Locale.ROOT)));
        }
        return vocabulary.of(of, command, targets, typed);
    }
}
