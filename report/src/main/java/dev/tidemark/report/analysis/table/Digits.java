package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Numbers;

/**
 * How many digits after the point a label's numbers need: as many as are declared, and more where the smallest number
 * would otherwise be told by a single digit, so that 0.048 s and 0.052 s do not both read 0.05 s.
 */
public final class Digits {

    /** Digits that count of the smallest number, where those declared show fewer than two. */
    private static final int COUNTING = 3;
    private static final int MOST = 6;

    private Digits() {}

    public static LabelResults fitted(LabelResults results) {
        return results.with(fitted(results.measures(), results.usable()), results.iterations());
    }

    /** The measures with as many digits as the numbers of these iterations need. */
    public static MeasureSet fitted(MeasureSet all, List<Iteration> iterations) {
        Map<String, Double> smallest = new HashMap<>();
        for (Iteration iteration : iterations) {
            for (MeasuredValue measuredValue : iteration.values()) {
                if (measuredValue.number() != 0) {
                    smallest.merge(measuredValue.measure(), Math.abs(measuredValue.number()), Math::min);
                }
            }
        }
        return MeasureSet.of(all.all().stream().map(m -> smallest.containsKey(m.name())
                ? fitted(m, smallest.get(m.name())) : m).toArray(Measure[]::new));
    }

    private static Measure fitted(Measure m, double smallest) {
        int magnitude = (int) Math.floor(Math.log10(smallest));
        boolean enough = magnitude + m.decimals() >= 1
                || Double.parseDouble(Numbers.fixed(smallest, m.decimals())) == smallest;
        int decimals = enough ? m.decimals() : Math.clamp(COUNTING - 1 - magnitude, m.decimals(), MOST);
        return new Measure(m.name(), m.title(), m.unit(), m.better(), decimals, m.help());
    }
}
