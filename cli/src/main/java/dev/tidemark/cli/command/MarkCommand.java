package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelMark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark mark LABEL...}. */
@Command(name = "mark", description = "Notes something on labels, pins them above the others, or archives them.")
final class MarkCommand extends ContextCommand {

    @Parameters(arity = "1..*", paramLabel = "LABEL", description = "which")
    private List<String> labels;

    @Option(names = "--note", paramLabel = "TEXT", description = "another note; an empty one takes it away")
    private String note;

    @Option(names = "--pin", negatable = true, description = "pin it above the others in lists, or unpin it")
    private Boolean pin;

    @Option(names = "--archive", negatable = true, description = "leave it out of lists, or no longer")
    private Boolean archive;

    @Override
    protected int run(CommandContext commandContext) {
        if (note == null && pin == null && archive == null) {
            throw new InvalidInputException("say what is to be marked: --note TEXT, --pin or --archive");
        }
        commandContext.workbench().store().requireLabels(labels); // all are there, or nothing is changed
        for (String label : labels) {
            LabelMark mark = commandContext.workbench().store().mark(label, this::changed);
            commandContext.say(label + ": " + describe(mark) + ".");
        }
        return ExitStatus.DONE;
    }

    private LabelMark changed(LabelMark mark) {
        return new LabelMark(Optional.ofNullable(note).orElse(mark.note()),
                Optional.ofNullable(pin).orElse(mark.pinned()), Optional.ofNullable(archive).orElse(mark.archived()));
    }

    private static String describe(LabelMark mark) {
        List<String> words = new ArrayList<>();
        words.add(mark.note().isEmpty() ? "no note" : "noted");
        if (mark.pinned()) {
            words.add("pinned");
        }
        if (mark.archived()) {
            words.add("archived");
        }
        return String.join(", ", words);
    }
}
