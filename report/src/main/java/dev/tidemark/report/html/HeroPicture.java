package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.param.Printable;
import dev.tidemark.report.analysis.KeyFigure;
import dev.tidemark.report.write.Wrapping;

/** The first screen of a report as one picture (SVG), to be put into a slide or a message. */
final class HeroPicture {

    private static final int WIDTH = 1200;
    private static final int EDGE = 56;
    private static final int ROW = 34;
    /** Mean width of a character, as a share of the font's size. */
    private static final double CHARACTER = 0.52;
    /** What no word of some letters exceeds: where two texts must not touch. */
    private static final double WIDE_CHARACTER = 0.62;
    private static final int GAP = 24;
    /** From one line of a caption to the next. */
    private static final int CAPTION = 24;
    private static final int LABELS = 400;
    private static final int VALUES = 270;
    private static final String PAGE = "#fbfaf7";
    private static final String INK = "#1c2326";
    private static final String SOFT = "#5a6467";
    private static final String LINE = "#dcd9d1";
    private static final String ACCENT = "#00616b";

    private final StringBuilder body = new StringBuilder();
    private int y = EDGE;

    private HeroPicture() {}

    static String of(String label, Hero hero) {
        HeroPicture picture = new HeroPicture();
        picture.head(label, hero);
        picture.figures(hero.figures());
        hero.plot().ifPresent(picture::plot);
        return picture.whole(label);
    }

    private String whole(String label) {
        int height = y + EDGE / 2;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + WIDTH + "\" height=\"" + height
                + "\" viewBox=\"0 0 " + WIDTH + " " + height
                + "\" font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif\">"
                + "<title>" + escaped(label) + "</title><rect width=\"100%\" height=\"100%\" fill=\"" + PAGE + "\"/>"
                + body + "</svg>";
    }

    private void head(String label, Hero hero) {
        String colour = switch (hero.tone()) {
            case "good" -> "#1d6b3a";
            case "warn" -> "#8a5300";
            case "bad" -> "#a32a1c";
            default -> SOFT;
        };
        double chip = hero.chip().length() * 18 * WIDE_CHARACTER + 28;
        body.append(format("<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"32\" rx=\"16\" fill=\"none\" "
                + "stroke=\"%s\"/>", EDGE, y - 22, chip, colour));
        text(EDGE + 14, y, 18, colour, "start", hero.chip());
        text(EDGE + chip + 16, y, 18, SOFT, "start", label);
        y += 56;
        for (String line : Wrapping.lines(hero.headline(), (int) ((WIDTH - 2 * EDGE) / (30 * CHARACTER)))) {
            text(EDGE, y, 30, INK, "start", line);
            y += 40;
        }
        y += 24;
    }

    private void figures(List<KeyFigure> figures) {
        int column = (WIDTH - 2 * EDGE) / 3;
        int most = 1;
        for (int i = 0; i < figures.size(); i++) {
            String value = figures.get(i).value();
            int size = (int) Math.min(38, (column - GAP) / (value.length() * WIDE_CHARACTER));
            text(EDGE + i * column, y + 16, size, ACCENT, "start", value);
            List<String> caption = Wrapping.lines(figures.get(i).caption(), (int) (column / (18 * CHARACTER)) - 1);
            for (int line = 0; line < caption.size(); line++) {
                text(EDGE + i * column, y + 46 + line * CAPTION, 18, SOFT, "start", caption.get(line));
            }
            most = Math.max(most, caption.size());
        }
        y += figures.isEmpty() ? 0 : 104 + (most - 1) * CAPTION;
    }

    private void plot(ForestPlot plot) {
        text(EDGE, y, 18, SOFT, "start", plot.title());
        y += 20;
        int top = y;
        int bottom = y + plot.dots().size() * ROW;
        plot.ticks().forEach(t -> line(x(t.at()), top, x(t.at()), bottom, LINE, 1));
        plot.equal().ifPresent(at -> line(x(at), top, x(at), bottom, SOFT, 1));
        for (Page.Dot dot : plot.dots()) {
            double middle = y + ROW / 2.0;
            text(EDGE, middle + 6, 18, INK, "start", Printable.shortened(dot.title(), (int) (LABELS / (18 * CHARACTER))));
            line(x(dot.low()), middle, x(dot.high()), middle, dot.significant() ? ACCENT : SOFT, 3);
            body.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>",
                    x(dot.at()), middle, dot.significant() ? ACCENT : PAGE, dot.significant() ? ACCENT : SOFT));
            text(WIDTH - EDGE, middle + 6, 16, SOFT, "end", dot.value());
            y += ROW;
        }
        plot.ticks().forEach(t -> text(x(t.at()), bottom + 22, 15, SOFT, "middle", t.text()));
        y += 40;
    }

    private static double x(double percent) {
        return EDGE + LABELS + percent / 100 * (WIDTH - 2 * EDGE - LABELS - VALUES);
    }

    private void line(double x1, double y1, double x2, double y2, String colour, int width) {
        body.append(format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%d\"/>",
                x1, y1, x2, y2, colour, width));
    }

    private void text(double x, double at, int size, String colour, String anchor, String text) {
        body.append(format("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\">", x, at, size,
                colour, anchor)).append(escaped(text)).append("</text>");
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** As XML, which has no place for control characters. */
    private static String escaped(String text) {
        return Printable.oneLine(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
