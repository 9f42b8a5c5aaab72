package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.results.StoredHeadline.Trend;

/**
 * A picture of a line's height.
 *
 * @param words  what it shows, for who does not see it
 * @param points of its line, as SVG wants them; empty where there is nothing to draw
 * @param dots   the same one by one, where they are few
 */
public record Sparkline(String words, String points, List<Dot> dots) {

    public static final int WIDTH = 120;
    public static final int HEIGHT = 24;

    /** So that dots and the line's width are not clipped. */
    private static final double EDGE = 3;
    /** More are a line alone. */
    private static final int MOST_DOTS = 24;
    private static final Sparkline NONE = new Sparkline("", "", List.of());

    /** A place, in the picture's own units. */
    public record Dot(String x, String y) {
        private String pair() {
            return x + "," + y;
        }
    }

    static Sparkline of(Trend trend) {
        List<Double> numbers = trend.numbers();
        if (numbers.size() < 2) {
            return NONE;
        }
        double least = Collections.min(numbers);
        double most = Collections.max(numbers);
        List<Dot> all = IntStream.range(0, numbers.size()).mapToObj(i -> new Dot(
                fixed(EDGE + (WIDTH - 2 * EDGE) * i / (numbers.size() - 1)),
                fixed(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share(numbers.get(i), least, most)))).toList();
        String unit = trend.unit().isEmpty() ? "" : " " + trend.unit();
        return new Sparkline(trend.title() + ": from " + Numbers.rounded(least) + " to " + Numbers.rounded(most) + unit,
                all.stream().map(Dot::pair).collect(Collectors.joining(" ")), all.size() <= MOST_DOTS ? all
                : List.of());
    }

    /** Numbers that are all alike lie in the middle. */
    private static double share(double number, double least, double most) {
        return most > least ? (number - least) / (most - least) : 0.5;
    }

    private static String fixed(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
