package dev.tidemark.report.write;

import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.model.CheckupGrids;

/** A checkup as text for people at a terminal: one screen. */
public final class TerminalCheckup {

    private TerminalCheckup() {}

    /** The whole checkup; lines end with a line feed. */
    public static String of(Checkup checkup, TerminalStyle terminalStyle) {
        TextWriter text = TextWriter.of(terminalStyle);
        text.line(terminalStyle.bold(terminalStyle.plain(checkup.target())) + "  "
                + terminalStyle.dim(terminalStyle.plain(checkup.engine())));
        if (!checkup.loads().isEmpty()) {
            text.grid(CheckupGrids.loads(checkup), "");
        } else if (!checkup.good().isEmpty()) {
            text.heading("How good");
        }
        checkup.good().forEach(text::sentence);
        if (!checkup.references().isEmpty()) {
            text.grid(CheckupGrids.references(checkup), "");
        }
        text.heading("What looks wrong");
        if (checkup.wrong().isEmpty()) {
            text.sentence("Nothing of what was looked at.");
        }
        checkup.wrong().forEach(s -> {
            text.wrapped("  ", s.what(), terminalStyle::bad);
            text.wrapped("  ", s.remedy(), terminalStyle::dim);
        });
        if (!checkup.next().isEmpty()) {
            text.heading("What to try next");
        }
        checkup.next().forEach(words -> text.command(ShellCommand.of(terminalStyle.command(), words)));
        return text.text();
    }
}
