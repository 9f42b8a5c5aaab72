package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;

/**
 * A table for the terminal: headings of several lines over a thin rule, numbers aligned on their decimal point, and no
 * wider than the terminal. Words for which there is no room go on in the next line.
 */
final class TextTable {

    private static final String GAP = "  ";
    /** Words are not narrowed to less, */
    private static final int SHORTEST = 12;
    /** and a word that is no longer is never broken itself. */
    private static final int LONGEST = 16;
    private static final int ANY = Integer.MAX_VALUE;

    /** The lines, and the titles of the columns for which there was no room. */
    record Rendered(List<String> lines, List<String> dropped) {}

    /**
     * What stands in a column, and what follows each cell in a dim tone, aligned apart; empty texts for nothing.
     *
     * @param room for its words and its heading; numbers are never broken
     */
    private record Source(Column column, List<String> texts, List<String> dim, int room) {

        private boolean words() {
            return column.kind() == Column.Kind.WORDS;
        }

        private Source within(int narrower) {
            return new Source(column, texts, dim, narrower);
        }
    }

    /** A column whose lines are padded to one width. @param least what it can be narrowed to */
    private record Block(Source source, int width, int least, List<String> heading, List<List<String>> cells) {

        private boolean kept() {
            return source.column().needed();
        }

        /** Whether its words, or the heading above its numbers, can go on in the next line. */
        private boolean canBeNarrower() {
            return width > least;
        }
    }

    private TextTable() {}

    static Rendered render(Grid grid, TerminalStyle terminalStyle) {
        List<Block> blocks = blocks(grid, terminalStyle);
        List<String> dropped = fit(blocks, terminalStyle);
        return new Rendered(lines(blocks, terminalStyle), dropped);
    }

    private static List<Block> blocks(Grid grid, TerminalStyle terminalStyle) {
        List<Block> blocks = new ArrayList<>(List.of(block(new Source(Column.words(""), texts(grid, l -> ""),
                texts(grid, l -> l.best() ? "●" : ""), ANY), terminalStyle)));
        for (int i = 0; i < grid.columns().size(); i++) {
            int at = i;
            boolean errors = grid.columns().get(i).needed();
            blocks.add(block(new Source(grid.columns().get(i), texts(grid, l -> l.values().get(at).text()),
                    texts(grid, l -> errors ? l.values().get(at).error() : ""), ANY), terminalStyle));
        }
        blocks.removeIf(b -> b.width() == 0); // a mark that no row has takes no room
        return blocks;
    }

    /** How wide it is where nothing is in the way. */
    static int width(Grid grid, TerminalStyle terminalStyle) {
        return width(blocks(grid, terminalStyle));
    }

    /**
     * Makes the columns as narrow as the terminal: the least important go, from the right; then words are broken; then
     * of those that are needed all go, if it must be, but the first and the last, which say what a line is and what
     * came out.
     *
     * @return the titles of those that went
     */
    private static List<String> fit(List<Block> blocks, TerminalStyle terminalStyle) {
        List<String> dropped = new ArrayList<>();
        for (int i = blocks.size() - 1; i > 0 && width(blocks) > terminalStyle.width(); i--) {
            if (!blocks.get(i).kept()) {
                dropped.addFirst(blocks.remove(i).source().column().title());
            }
        }
        while (width(blocks) > terminalStyle.width() && blocks.stream().anyMatch(Block::canBeNarrower)) {
            Block widest = blocks.stream().filter(Block::canBeNarrower).max(Comparator.comparingInt(Block::width))
                    .orElseThrow();
            int room = widest.width() - (width(blocks) - terminalStyle.width());
            blocks.set(blocks.indexOf(widest), block(widest.source().within(Math.max(widest.least(), room)),
                    terminalStyle));
        }
        while (width(blocks) > terminalStyle.width() && blocks.size() > 2) {
            dropped.addFirst(blocks.remove(blocks.size() - 2).source().column().title());
        }
        dropped.removeIf(String::isEmpty);
        return dropped;
    }

    private static List<String> texts(Grid grid, Function<Line, String> text) {
        return grid.lines().stream().map(text).toList();
    }

    private static int width(List<Block> blocks) {
        return blocks.stream().mapToInt(Block::width).sum() + GAP.length() * (blocks.size() - 1);
    }

    private static List<String> lines(List<Block> blocks, TerminalStyle terminalStyle) {
        List<String> lines = new ArrayList<>();
        int height = blocks.stream().mapToInt(b -> b.heading().size()).max().orElse(0);
        for (int line = 0; line < height; line++) {
            StringBuilder text = new StringBuilder();
            for (Block block : blocks) {
                int own = line - (height - block.heading().size());
                text.append(text.isEmpty() ? "" : GAP)
                        .append(own < 0 ? " ".repeat(block.width()) : block.heading().get(own));
            }
            lines.add(text.toString().stripTrailing());
        }
        lines.add(terminalStyle.dim(terminalStyle.plain("─").repeat(width(blocks))));
        int rows = blocks.isEmpty() ? 0 : blocks.getFirst().cells().size();
        for (int row = 0; row < rows; row++) {
            addRow(lines, blocks, row);
        }
        return lines;
    }

    private static void addRow(List<String> lines, List<Block> blocks, int row) {
        int height = blocks.stream().mapToInt(b -> b.cells().get(row).size()).max().orElse(0);
        for (int line = 0; line < height; line++) {
            StringBuilder text = new StringBuilder();
            for (Block block : blocks) {
                List<String> cell = block.cells().get(row);
                text.append(text.isEmpty() ? "" : GAP)
                        .append(line < cell.size() ? cell.get(line) : " ".repeat(block.width()));
            }
            lines.add(text.toString().stripTrailing());
        }
    }

    private static Block block(Source source, TerminalStyle terminalStyle) {
        Column column = source.column();
        List<String> cells = source.texts().stream().map(terminalStyle::plain).toList();
        List<String> extra = source.dim().stream().map(terminalStyle::plain).toList();
        int extraWidth = longest(extra);
        List<List<String>> main = source.words()
                ? cells.stream().map(c -> Wrapping.narrow(c, source.room() - extraWidth)).toList()
                : (column.aligned() ? alignedOnPoint(cells) : cells).stream().map(List::of).toList();
        int mainWidth = longest(main.stream().flatMap(List::stream).toList());
        int bodyWidth = mainWidth + extraWidth;
        List<String> heading = heading(terminalStyle.plain(column.title()), terminalStyle.plain(column.unit()),
                bodyWidth, Math.max(bodyWidth, source.room()));
        int width = Math.max(bodyWidth, longest(heading));
        int unitLine = column.unit().isEmpty() ? -1 : heading.size() - 1;
        List<String> headingLines = new ArrayList<>();
        for (int i = 0; i < heading.size(); i++) {
            String padded = pad(heading.get(i), width, column.aligned());
            headingLines.add(i == unitLine ? terminalStyle.dim(padded) : padded);
        }
        List<List<String>> body = new ArrayList<>();
        for (int i = 0; i < main.size(); i++) {
            List<String> lines = new ArrayList<>();
            for (String line : main.get(i)) {
                String suffix = lines.isEmpty() ? extra.get(i) : "";
                String text = pad(line, mainWidth, column.aligned()) + terminalStyle.dim(pad(suffix, extraWidth, true));
                String space = " ".repeat(width - bodyWidth);
                lines.add(column.aligned() ? space + text : text + space);
            }
            body.add(lines);
        }
        int least = Math.max(source.words() ? Math.max(SHORTEST, Math.min(LONGEST, longestWord(cells))) + extraWidth
                : Math.max(SHORTEST, bodyWidth), column.unit().length());
        return new Block(source, width, least, headingLines, body);
    }

    /**
     * Breaks a title between words so that it is little wider than the cells below it, and never wider than the room.
     */
    private static List<String> heading(String title, String unit, int cells, int room) {
        List<String> lines = new ArrayList<>(Wrapping.lines(title, cells).stream()
                .flatMap(l -> Wrapping.narrow(l, room).stream()).toList());
        if (!unit.isEmpty()) {
            lines.add(unit);
        }
        return lines;
    }

    private static List<String> alignedOnPoint(List<String> cells) {
        int most = cells.stream().mapToInt(TextTable::afterPoint).max().orElse(0);
        return cells.stream().map(c -> c.matches(".*[0-9][MGT]?") ? c + " ".repeat(most - afterPoint(c)) : c).toList();
    }

    /** What stands from the point on, or from where it would; only of a text that ends as a number does. */
    private static int afterPoint(String cell) {
        int point = cell.lastIndexOf('.');
        return point >= 0 && cell.substring(point + 1).matches("[0-9]+[MGT]?") ? cell.length() - point
                : cell.matches(".*[0-9][MGT]") ? 1 : 0;
    }

    private static int longestWord(List<String> texts) {
        return longest(texts.stream().flatMap(t -> Stream.of(t.split(" "))).toList());
    }

    private static int longest(List<String> texts) {
        return texts.stream().mapToInt(t -> t.codePointCount(0, t.length())).max().orElse(0);
    }

    private static String pad(String text, int width, boolean right) {
        String space = " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
        return right ? space + text : text + space;
    }
}
