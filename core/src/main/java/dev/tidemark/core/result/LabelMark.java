package dev.tidemark.core.result;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import java.util.Optional;

/**
 * What people say of a label, beside its results.
 *
 * @param note     a text of their own; may be empty, and may have several lines
 * @param pinned   whether it stands above the others in lists
 * @param archived whether lists leave it out unless they are asked for all
 */
public record LabelMark(String note, boolean pinned, boolean archived) {

    /** The longest note, in characters. */
    public static final int LONGEST_NOTE = 4000;

    /** Nothing is said. */
    public static final LabelMark NONE = new LabelMark("", false, false);

    /** @throws InvalidInputException when the note is too long, or is no text that can be shown */
    public LabelMark {
        note = note.strip().replace("\r\n", "\n").replace('\r', '\n');
        wrong(note).ifPresent(wrong -> {
            throw new InvalidInputException("note: " + wrong);
        });
    }

    /** What is wrong with a note: its length, or a character. */
    public static Optional<String> wrong(String note) {
        return note.length() > LONGEST_NOTE ? Optional.of("a note is " + LONGEST_NOTE + " characters at most")
                : PlainText.wrongInLines(note);
    }

    public LabelMark withNote(String text) {
        return new LabelMark(text, pinned, archived);
    }

    public LabelMark pinned(boolean on) {
        return new LabelMark(note, on, archived);
    }

    public LabelMark archived(boolean on) {
        return new LabelMark(note, pinned, on);
    }
}
