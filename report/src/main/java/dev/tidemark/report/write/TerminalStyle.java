package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.param.ShellCommand;

/**
 * What the terminal can show, and what is typed there.
 *
 * @param width   columns; tables drop their least important columns to fit
 * @param colour  whether escape sequences may be written; colour never carries a meaning alone
 * @param unicode whether more than ASCII may be written
 * @param zone    the time zone of the times shown
 * @param command how the program is called there, as a shell reads it
 * @param markdown whether Markdown is written instead, for what shows it otherwise
 */
public record TerminalStyle(int width, boolean colour, boolean unicode, ZoneId zone, String command,
        boolean markdown) {

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    /** Where the program is on the path. */
    public TerminalStyle(int width, boolean colour, boolean unicode, ZoneId zone) {
        this(width, colour, unicode, zone, ShellCommand.PROGRAM, false);
    }

    /** The same in Markdown. */
    public TerminalStyle asMarkdown() {
        return new TerminalStyle(width, false, true, zone, command, true);
    }

    String bold(String text) {
        return markdown && !text.isEmpty() ? "**" + text + "**" : escaped("1", text);
    }

    String dim(String text) {
        return escaped("2", text);
    }

    String bad(String text) {
        return escaped("31", text);
    }

    private String escaped(String code, String text) {
        return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    String time(Instant instant) {
        return MINUTE.format(instant.atZone(zone));
    }

    /**
     * The text in the characters that the terminal has. Control characters, which a tag might bring along, are
     * shown as "?" so that no stored text can steer the terminal.
     */
    String plain(String text) {
        String safe = text.replaceAll("\\p{Cc}", "?");
        if (markdown) {
            return safe.replaceAll("[\\\\`*_~&|<\\[\\]#]", "\\\\$0");
        }
        return unicode ? safe : safe.replace("±", "+/-").replace("●", "*").replace("─", "-").replace("·", "-")
                .replace("–", "-").replace("−", "-").replace("…", "..").replace("≥", ">=").replace("→", "->")
                .replace("µ", "u")
                .replaceAll("[^\\x20-\\x7e]", "?");
    }
}
