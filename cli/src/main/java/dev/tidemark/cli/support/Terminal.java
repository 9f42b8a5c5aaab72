package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.ShellCommand;

/**
 * What is known of where the output goes. The launcher script, which can ask the system cheaply, tells it by system
 * properties.
 *
 * @param outIsTerminal whether standard output is for people: a terminal, or so by option
 * @param errIsTerminal whether standard error is one
 * @param columns       its width in characters
 * @param colour        whether colours are wanted
 * @param unicode       whether characters beyond ASCII can be shown
 */
public record Terminal(boolean outIsTerminal, boolean errIsTerminal, int columns, boolean colour, boolean unicode) {

    private static final int USUAL_WIDTH = 100;

    public static Terminal detect(CommonOptions options) {
        String terminals = System.getProperty("tidemark.terminals", "");
        boolean out = terminals.contains("1");
        boolean dumb = "dumb".equals(System.getenv("TERM"));
        boolean unicode = Charset.forName(System.getProperty("stdout.encoding", "UTF-8")).name().equals("UTF-8");
        return new Terminal(out || options.text(), terminals.contains("2") && !dumb, detectColumns(),
                out && !dumb && !options.noColor(), unicode);
    }

    /** A command of this program, which is called as whoever sits there called it: {@code ./tidemark report 'a b'}. */
    public static String command(String... words) {
        return ShellCommand.of(ShellCommand.word(System.getProperty("tidemark.command", ShellCommand.PROGRAM)),
                List.of(words));
    }

    private static int detectColumns() {
        return Optional.ofNullable(System.getProperty("tidemark.columns")).or(() -> Optional.ofNullable(
                System.getenv("COLUMNS"))).filter(c -> c.matches("[1-9][0-9]{0,3}")).map(Integer::parseInt)
                .orElse(USUAL_WIDTH);
    }
}
