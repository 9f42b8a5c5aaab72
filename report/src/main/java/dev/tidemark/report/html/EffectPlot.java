package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;

/** Lays effects out as a dot plot: one scale for all, zero marked. */
final class EffectPlot {

    /** Dots of a plot, and sentences beside it; more make the page slow and are read by nobody. */
    private static final int MOST = 100;

    private final double least;
    private final double most;
    private final double step;
    private final FindingText words;

    private EffectPlot(List<Effect> effects, FindingText words) {
        this.words = words;
        double[] ends = effects.stream().flatMapToDouble(this::ends).toArray();
        double low = Math.min(0, DoubleStream.of(ends).min().orElse(0));
        double high = Math.max(0, DoubleStream.of(ends).max().orElse(0));
        double span = Math.max(high - low, 1);
        this.step = niceStep(span / 4);
        this.least = low - span * 0.06;
        this.most = high + span * 0.06;
    }

    static List<Page.Dots> of(Report report) {
        List<Page.Dots> plots = new ArrayList<>();
        EffectPlot scale = new EffectPlot(report.effects().stream().filter(e -> e.base() != Effect.Base.TOGETHER)
                .toList(), new FindingText(report.objective(), report.table().comparisons()));
        for (Effect.Base base : new Effect.Base[] {Effect.Base.OPTIMUM, Effect.Base.DEFAULTS}) {
            List<Effect> effects = report.effects().stream().filter(e -> e.base() == base).toList();
            if (!effects.isEmpty()) {
                String word = report.objective().isSpeed() ? "faster" : "better";
                plots.add(new Page.Dots("Others " + base.words(), "% " + word, scale.position(0), scale.ticks(),
                        base == Effect.Base.OPTIMUM && ForestPlot.holdsAll(report) ? List.of()
                                : ends(effects).stream().map(scale::dot).toList(),
                        words(report, report.sentences(base))));
            }
        }
        return plots;
    }

    /** Of very many changes, which are sorted, those for the better and for the worse most. */
    private static List<Effect> ends(List<Effect> effects) {
        return effects.size() <= MOST ? effects : Stream.concat(effects.stream().limit(MOST / 2),
                effects.stream().skip(effects.size() - MOST / 2)).toList();
    }

    private static List<String> words(Report report, List<String> sentences) {
        return sentences.size() <= MOST ? sentences
                : Stream.concat(sentences.stream().limit(MOST), Stream.of("There are "
                + (sentences.size() - MOST) + " more sentences like these; " + ShellCommand.of("report", report.label())
                + " has them all.")).toList();
    }

    private DoubleStream ends(Effect effect) {
        Comparison c = effect.comparison();
        return c.errorKnown() && !saysNothing(c) ? DoubleStream.of(percent(c.low()), percent(c.high()))
                : DoubleStream.of(percent(c.ratio()));
    }

    private static boolean saysNothing(Comparison c) {
        return c.errorKnown() && Numbers.saysNothing(c.low(), c.high());
    }

    /** As the sentences have it: what is lower, as a share of the other. */
    private double percent(double ratio) {
        return (words.asShare(ratio) - 1) * 100;
    }

    private static double niceStep(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Percent of the width, with two digits. */
    private double position(double percent) {
        return Math.round((percent - least) / (most - least) * 10_000) / 100.0;
    }

    private List<Page.Tick> ticks() {
        List<Page.Tick> ticks = new ArrayList<>();
        for (double at = Math.ceil(least / step) * step; at <= most; at += step) {
            ticks.add(new Page.Tick(position(at), signed(at, step < 1 ? 1 : 0)));
        }
        return ticks;
    }

    private Page.Dot dot(Effect effect) {
        Comparison c = effect.comparison();
        double at = position(percent(c.ratio()));
        if (saysNothing(c)) {
            // Its bar goes through the whole plot.
            return new Page.Dot(effect.title(), words.interval(c).orElseThrow(), at, 0, 100, false);
        }
        return c.errorKnown()
                ? new Page.Dot(effect.title(), words.figure(c) + " (" + words.interval(c).orElseThrow() + ")", at,
                        position(percent(c.low())), position(percent(c.high())), effect.significant())
                : new Page.Dot(effect.title(), words.figure(c), at, at, at, false);
    }

    private static String signed(double percent, int digits) {
        String text = Numbers.fixed(percent, digits);
        return text.startsWith("-") ? "−" + text.substring(1) : text.matches("[0.]*") ? "0" : "+" + text;
    }
}
