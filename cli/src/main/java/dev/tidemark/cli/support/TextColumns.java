package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.Printable;

/**
 * A plain table of words: lined up and no wider than the terminal, or whole and tab-separated elsewhere.
 *
 * @param heading the titles of its columns
 * @param least   titles of those that are left out where there is no room, the least important first
 * @param prose   whether the last column holds texts, which go on in the next line
 */
public record TextColumns(List<String> heading, List<String> least, boolean prose) {

    private static final int GAP = 2;
    /** A text is not made narrower. */
    private static final int NARROWEST_PROSE = 24;
    /** A word is not cut to less. */
    private static final int SHORTEST = 8;

    public static TextColumns of(String... heading) {
        return new TextColumns(List.of(heading), List.of(), false);
    }

    /** The same with columns that are left out where there is no room, the least important first. */
    public TextColumns hiding(String... columns) {
        return new TextColumns(heading, List.of(columns), prose);
    }

    public TextColumns withProse() {
        return new TextColumns(heading, least, true);
    }

    public void print(CommandContext commandContext, List<String[]> texts) {
        List<String[]> rows = texts.stream().map(TextColumns::inOneLine).toList();
        Terminal terminal = commandContext.terminal();
        if (!terminal.outIsTerminal()) {
            tabs(commandContext, heading, rows);
            return;
        }
        lines(rows, terminal.columns(), terminal.unicode()).forEach(commandContext.out()::println);
    }

    /** Tab-separated, wherever it goes. */
    public static void tabs(CommandContext commandContext, List<String> heading, List<String[]> rows) {
        commandContext.out().println(String.join("\t", heading).stripTrailing());
        rows.forEach(row -> commandContext.out().println(String.join("\t", inOneLine(row)).stripTrailing()));
    }

    /** A cell begins neither a cell nor a line, whatever a server has put into it. */
    private static String[] inOneLine(String[] row) {
        return Arrays.stream(row).map(cell -> Printable.oneLine(cell.replace('\t', ' '))).toArray(String[]::new);
    }

    /** As a terminal of that width shows them. */
    List<String> lines(List<String[]> rows, int width, boolean unicode) {
        int[] widths = IntStream.range(0, heading.size()).map(c -> widest(rows, c)).toArray();
        List<Integer> shown = shown(widths, width);
        narrow(shown, widths, width);
        List<String> lines = new ArrayList<>();
        lines.addAll(row(heading.toArray(String[]::new), shown, widths, unicode));
        lines.add((unicode ? "─" : "-").repeat(total(shown, widths)));
        rows.forEach(row -> lines.addAll(row(row, shown, widths, unicode)));
        if (shown.size() < widths.length) {
            lines.addAll(wrapped("Columns hidden: " + IntStream.range(0, widths.length).filter(c -> !shown.contains(c))
                    .mapToObj(heading::get).collect(Collectors.joining(", ")) + "; piped, the output has them.",
                    width));
        }
        return lines;
    }

    private int widest(List<String[]> rows, int column) {
        return Math.max(heading.get(column).length(), rows.stream().mapToInt(r -> r[column].length()).max().orElse(0));
    }

    /** The columns for which there is room, with texts at their narrowest. */
    private List<Integer> shown(int[] widths, int width) {
        List<Integer> shown = new ArrayList<>(IntStream.range(0, widths.length).boxed().toList());
        int[] narrow = widths.clone();
        if (prose) {
            narrow[narrow.length - 1] = Math.min(narrow[narrow.length - 1], NARROWEST_PROSE);
        }
        for (String title : least) {
            if (total(shown, narrow) > width) {
                shown.remove((Integer) heading.indexOf(title));
            }
        }
        return shown;
    }

    /** Makes texts, then the widest words, as narrow as it takes. */
    private void narrow(List<Integer> shown, int[] widths, int width) {
        int last = widths.length - 1;
        if (prose && shown.contains(last)) {
            int room = width - total(shown, widths) + widths[last];
            widths[last] = Math.min(widths[last], Math.max(NARROWEST_PROSE, room));
        }
        while (total(shown, widths) > width) {
            int widest = Collections.max(shown, Comparator.comparingInt(c -> widths[c]));
            if (widths[widest] <= SHORTEST) {
                return;
            }
            widths[widest] = Math.max(SHORTEST, widths[widest] - (total(shown, widths) - width));
        }
    }

    private static int total(List<Integer> shown, int[] widths) {
        return shown.stream().mapToInt(c -> widths[c]).sum() + GAP * (shown.size() - 1);
    }

    private List<String> row(String[] cells, List<Integer> shown, int[] widths, boolean unicode) {
        List<List<String>> texts = shown.stream().map(c -> prose && c == widths.length - 1
                ? wrapped(cells[c], widths[c]) : List.of(cut(cells[c], widths[c], unicode ? "…" : ".."))).toList();
        int height = texts.stream().mapToInt(List::size).max().orElse(1);
        return IntStream.range(0, height).mapToObj(line -> IntStream.range(0, shown.size())
                .mapToObj(c -> padded(line < texts.get(c).size() ? texts.get(c).get(line) : "", widths[shown.get(c)]))
                .collect(Collectors.joining(" ".repeat(GAP))).stripTrailing()).toList();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String cut(String text, int width, String end) {
        return text.length() <= width ? text : text.substring(0, width - end.length()) + end;
    }

    /** Broken between words; a word that is too long, within. */
    static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>(List.of(""));
        for (String word : Arrays.asList(text.split(" "))) {
            String line = lines.getLast().isEmpty() ? word : lines.getLast() + " " + word;
            if (line.length() <= width) {
                lines.set(lines.size() - 1, line);
                continue;
            }
            String rest = word;
            while (rest.length() > width) {
                lines.add(rest.substring(0, width));
                rest = rest.substring(width);
            }
            lines.add(rest);
        }
        if (lines.getFirst().isEmpty() && lines.size() > 1) {
            lines.removeFirst();
        }
        return lines;
    }
}
