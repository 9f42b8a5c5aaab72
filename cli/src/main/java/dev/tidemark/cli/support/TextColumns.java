package dev.tidemark.cli.support;

import java.util.List;

/** A plain table of words: lined up on a terminal, tab-separated elsewhere. */
public final class TextColumns {

    private TextColumns() {}

    public static void print(CommandContext commandContext, List<String> heading, List<String[]> rows) {
        if (!commandContext.terminal().outIsTerminal()) {
            tabs(commandContext, heading, rows);
            return;
        }
        int[] widths = new int[heading.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(heading.get(i).length(),
                    rows.stream().mapToInt(r -> r[column].length()).max().orElse(0));
        }
        commandContext.out().println(line(heading.toArray(String[]::new), widths));
        commandContext.out().println((commandContext.terminal().unicode() ? "─" : "-").repeat(
                Math.min(commandContext.terminal().columns(), java.util.Arrays.stream(widths).sum() + 2
                * (widths.length - 1))));
        rows.forEach(row -> commandContext.out().println(line(row, widths)));
    }

    /** Tab-separated, wherever it goes. */
    public static void tabs(CommandContext commandContext, List<String> heading, List<String[]> rows) {
        commandContext.out().println(String.join("\t", heading).stripTrailing());
        rows.forEach(row -> commandContext.out().println(String.join("\t", row).stripTrailing()));
    }

    private static String line(String[] cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            line.append(cells[i]).append(" ".repeat(widths[i] - cells[i].length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
