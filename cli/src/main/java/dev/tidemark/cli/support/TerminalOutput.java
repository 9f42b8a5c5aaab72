package dev.tidemark.cli.support;

import dev.tidemark.core.param.Printable;
import java.io.PrintWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All that this program prints. Texts in it may be anybody's, of a server or an archive, and a terminal obeys some
 * characters: these are printed as their codes, which is what JSON has for them as well. Only colours go through, and
 * lines that are written over.
 */
public final class TerminalOutput extends PrintWriter {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,8}m");
    private static final String LINE_ANEW = "\r\u001b[2K";

    private final PrintWriter raw;

    /** @param raw where it goes */
    public TerminalOutput(PrintWriter raw) {
        super(raw, true); // only ends of lines are sent by themselves
        this.raw = raw;
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
        String plain = plain(text.substring(offset, offset + length));
        super.write(plain, 0, plain.length());
    }

    static String plain(String text) {
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
