package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;

/**
 * Ratios with their intervals, one below the other, on a logarithmic axis that begins where the data begin: twice and
 * half are equally far from equal.
 *
 * @param title what the ratios are
 * @param equal position of the ratio 1, in percent of the width; empty where it lies off the axis
 * @param ticks marks of the axis
 * @param dots  the ratios
 * @param left  how many more there are, in the tables
 */
public record ForestPlot(String title, Optional<Double> equal, List<Page.Tick> ticks, List<Page.Dot> dots, int left) {

    /** More do not fit a first screen. */
    private static final int MOST = 9;
    /** Share of the axis that is left free at either end. */
    private static final double MARGIN = 0.04;
    private static final int TICKS = 5;

    /** What the best row's settings buy, all together and each alone; empty where nothing varies. */
    static Optional<ForestPlot> of(Report report) {
        List<Effect> effects = effects(report);
        if (effects.isEmpty()) {
            return Optional.empty();
        }
        List<Effect> shown = effects.stream().limit(MOST).toList();
        Axis axis = Axis.of(shown);
        FindingText words = new FindingText(report.objective(), report.table().comparisons());
        String how = report.objective().isSpeed() ? "Times as fast" : "Times as good";
        return Optional.of(new ForestPlot(how + (report.confirmation().isPresent() ? " as the defaults"
                : " as before each change to the "
                + (report.table().showsDurability() ? "first row's setting" : "best setting")), axis.equal(),
                axis.ticks(), shown.stream().map(e -> axis.dot(e, words)).toList(), effects.size() - shown.size()));
    }

    /** Whether it holds all effects at the optimum, so that these need not be drawn again. */
    static boolean holdsAll(Report report) {
        return report.confirmation().isEmpty() && effects(report).size() <= MOST;
    }

    private static List<Effect> effects(Report report) {
        // What was confirmed stands alone: all else is of the rounds whose luck the confirming is there to take away.
        return report.confirmation().map(c -> List.of(c.effect())).orElseGet(() -> Stream.of(Effect.Base.TOGETHER,
                Effect.Base.OPTIMUM).flatMap(base -> report.effects().stream().filter(e -> e.base() == base)).toList());
    }

    /** The natural logarithms at its ends. */
    private record Axis(double low, double high) {

        static Axis of(List<Effect> effects) {
            double[] ends = effects.stream().map(Effect::comparison).flatMapToDouble(Axis::ends).map(Math::log)
                    .toArray();
            double low = DoubleStream.of(ends).min().orElse(0);
            double high = DoubleStream.of(ends).max().orElse(0);
            double equal = Math.clamp(0, low - (high - low) / 2, high + (high - low) / 2); // near enough to be seen
            low = equal == 0 ? Math.min(low, 0) : low;
            high = equal == 0 ? Math.max(high, 0) : high;
            double span = Math.max(high - low, Math.log(1.02));
            return new Axis(low - span * MARGIN, low + span * (1 + MARGIN));
        }

        private static DoubleStream ends(Comparison c) {
            return interval(c) ? DoubleStream.of(c.low(), c.high()) : DoubleStream.of(c.ratio());
        }

        private static boolean interval(Comparison c) {
            return c.errorKnown() && !Numbers.saysNothing(c.low(), c.high());
        }

        double at(double ratio) {
            return Math.round((Math.log(ratio) - low) / (high - low) * 10_000) / 100.0;
        }

        Optional<Double> equal() {
            return low <= 0 && high >= 0 ? Optional.of(at(1)) : Optional.empty();
        }

        /** Within a factor of three at equal distances, farther apart at 1, 2, 5 and their tenfold; never many. */
        List<Page.Tick> ticks() {
            double from = Math.exp(low);
            double to = Math.exp(high);
            DoubleStream ratios = to < 3 * from ? equidistant(from, to) : decades(from, to);
            return ratios.filter(r -> r >= from && r <= to).mapToObj(r -> new Page.Tick(at(r), text(r))).toList();
        }

        private static DoubleStream equidistant(double from, double to) {
            double step = DoubleStream.iterate(0.01, s -> s < 1e6, s -> s * 10)
                    .flatMap(s -> DoubleStream.of(s, 2 * s, 5 * s))
                    .filter(s -> (to - from) / s <= TICKS).findFirst().orElse(to);
            long first = (long) Math.ceil(from / step);
            return DoubleStream.iterate(first, n -> n * step <= to, n -> n + 1).map(n -> n * step);
        }

        private static DoubleStream decades(double from, double to) {
            double[] steps = to < 30 * from ? new double[] {1, 2, 5} : new double[] {1};
            int every = Math.max(1, (int) Math.ceil(Math.log10(to / from) / TICKS));
            int first = (int) Math.floor(Math.log10(from));
            return IntStream.rangeClosed(first, (int) Math.ceil(Math.log10(to)))
                    .filter(n -> Math.floorMod(n, every) == 0)
                    .boxed().flatMapToDouble(n -> DoubleStream.of(steps).map(s -> s * Math.pow(10, n)));
        }

        private static String text(double ratio) {
            return Numbers.exact(new BigDecimal(ratio).round(new MathContext(3))
                    .doubleValue()) + "×";
        }

        Page.Dot dot(Effect effect, FindingText words) {
            Comparison c = effect.comparison();
            boolean bounded = interval(c);
            String value = c.errorKnown() && !bounded ? words.interval(c).orElseThrow()
                    : words.figure(c) + words.interval(c).map(i -> " (" + i + ")").orElse("");
            return new Page.Dot(effect.title(), value, at(c.ratio()),
                    bounded ? at(c.low()) : c.errorKnown() ? 0 : at(c.ratio()),
                    bounded ? at(c.high()) : c.errorKnown() ? 100 : at(c.ratio()), bounded && effect.significant());
        }
    }
}
