package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.Printable;

/**
 * All that this program prints. Texts in it may be anybody's, of a server or an archive, and a terminal obeys some
 * characters: these are printed as their codes, which is what JSON has for them as well. Only colours of the program's
 * own go through, where they are said to be such, and lines that are written over.
 */
public final class TerminalOutput extends PrintWriter {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,8}m");
    private static final String LINE_ANEW = "\r\u001b[2K";

    private final PrintWriter raw;

    private final boolean coloured;

    /** @param raw where it goes */
    public TerminalOutput(PrintWriter raw) {
        this(raw, false);
    }

    private TerminalOutput(PrintWriter raw, boolean coloured) {
        super(raw, true); // only ends of lines are sent by themselves
        this.raw = raw;
        this.coloured = coloured;
    }

    /** The same output for texts that this program has coloured, and in which nobody else's can steer a terminal. */
    public static PrintWriter coloured(PrintWriter output) {
        return output instanceof TerminalOutput terminal ? new TerminalOutput(terminal.raw, true) : output;
    }

    /** Writes over the line that stands there. @param line nothing to take it away */
    public static void overwrite(PrintWriter output, String line) {
        if (output instanceof TerminalOutput terminal) {
            terminal.raw.print(LINE_ANEW + Printable.oneLine(line));
        } else {
            output.print(LINE_ANEW + line);
        }
        output.flush();
    }

    @Override
    public void write(int c) {
        write(String.valueOf((char) c));
    }

    @Override
    public void write(char[] buffer, int offset, int length) {
        write(new String(buffer, offset, length));
    }

    @Override
    public void write(String text, int offset, int length) {
        String part = text.substring(offset, offset + length);
        String plain = coloured ? plain(part) : Printable.lines(part);
        super.write(plain, 0, plain.length());
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        Matcher colours = COLOUR.matcher(text);
        int from = 0;
        while (colours.find()) {
            plain.append(Printable.lines(text.substring(from, colours.start()))).append(colours.group());
            from = colours.end();
        }
        return plain.append(Printable.lines(text.substring(from))).toString();
    }
}
