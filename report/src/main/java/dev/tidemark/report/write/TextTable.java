package dev.tidemark.report.write;

import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table for the terminal: headings of several lines over a thin rule, numbers aligned on their decimal point, and
 * the least important columns dropped where the width does not hold them all.
 */
final class TextTable {

    private static final String GAP = "  ";

    /** The lines, and the titles of the columns for which there was no room. */
    record Rendered(List<String> lines, List<String> dropped) {}

    /** A column with its texts padded to one width. */
    private record Block(String title, boolean kept, int width, List<String> heading, List<String> cells) {}

    private TextTable() {}

    static Rendered render(Grid grid, TerminalStyle terminalStyle) {
        List<Block> blocks = new ArrayList<>(List.of(block(Column.words(""), texts(grid, l -> ""),
                texts(grid, l -> l.best() ? "●" : ""), terminalStyle)));
        for (int i = 0; i < grid.columns().size(); i++) {
            int at = i;
            boolean errors = grid.columns().get(i).needed();
            blocks.add(block(grid.columns().get(i), texts(grid, l -> l.values().get(at).text()),
                    texts(grid, l -> errors ? l.values().get(at).error() : ""), terminalStyle));
        }
        blocks.removeIf(b -> b.width() == 0); // a mark that no row has takes no room
        List<String> dropped = new ArrayList<>();
        while (width(blocks) > terminalStyle.width() && blocks.stream().anyMatch(b -> !b.kept())) {
            int last = blocks.size() - 1;
            while (blocks.get(last).kept()) {
                last--;
            }
            dropped.addFirst(blocks.remove(last).title());
        }
        return new Rendered(lines(blocks, terminalStyle), dropped);
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
            StringBuilder text = new StringBuilder();
            for (Block block : blocks) {
                text.append(text.isEmpty() ? "" : GAP).append(block.cells().get(row));
            }
            lines.add(text.toString().stripTrailing());
        }
        return lines;
    }

    /** @param dim what follows each cell in a dim tone, aligned apart; empty texts for nothing */
    private static Block block(Column column, List<String> texts, List<String> dim, TerminalStyle terminalStyle) {
        List<String> cells = texts.stream().map(terminalStyle::plain).toList();
        List<String> main = column.aligned() ? alignedOnPoint(cells) : cells;
        List<String> extra = dim.stream().map(terminalStyle::plain).toList();
        int mainWidth = longest(main);
        int extraWidth = longest(extra);
        int bodyWidth = mainWidth + extraWidth;
        List<String> heading = heading(terminalStyle.plain(column.title()), terminalStyle.plain(column.unit()),
                bodyWidth);
        int width = Math.max(bodyWidth, longest(heading));
        int unitLine = column.unit().isEmpty() ? -1 : heading.size() - 1;
        List<String> headingLines = new ArrayList<>();
        for (int i = 0; i < heading.size(); i++) {
            String padded = pad(heading.get(i), width, column.aligned());
            headingLines.add(i == unitLine ? terminalStyle.dim(padded) : padded);
        }
        List<String> body = new ArrayList<>();
        for (int i = 0; i < main.size(); i++) {
            String text = pad(main.get(i), mainWidth, column.aligned())
                    + terminalStyle.dim(pad(extra.get(i), extraWidth, true));
            int missing = width - bodyWidth;
            body.add(column.aligned() ? " ".repeat(missing) + text : text + " ".repeat(missing));
        }
        return new Block(column.title(), column.needed(), width, headingLines, body);
    }

    /** Breaks a title between words so that it is little wider than the cells below it. */
    private static List<String> heading(String title, String unit, int cells) {
        List<String> lines = new ArrayList<>(Wrapping.lines(title, cells));
        if (!unit.isEmpty()) {
            lines.add(unit);
        }
        return lines;
    }

    private static List<String> alignedOnPoint(List<String> cells) {
        int most = cells.stream().mapToInt(TextTable::afterPoint).max().orElse(0);
        return cells.stream().map(c -> c.matches(".*[0-9]") ? c + " ".repeat(most - afterPoint(c)) : c).toList();
    }

    /** Digits after the point, with the point; only of a text that ends as a number does. */
    private static int afterPoint(String cell) {
        int point = cell.lastIndexOf('.');
        return point < 0 || !cell.substring(point + 1).matches("[0-9]+") ? 0 : cell.length() - point;
    }

    private static int longest(List<String> texts) {
        return texts.stream().mapToInt(t -> t.codePointCount(0, t.length())).max().orElse(0);
    }

    private static String pad(String text, int width, boolean right) {
        String space = " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
        return right ? space + text : text + space;
    }
}
