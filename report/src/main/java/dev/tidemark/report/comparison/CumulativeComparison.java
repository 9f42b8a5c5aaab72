package dev.tidemark.report.comparison;

import module java.base;

/**
 * The courses of all runs of both sides, cut at the same moments.
 *
 * @param base  of the first side's runs
 * @param other of the second side's
 * @param spans the stretches whose response times they know; the last {@value #THIRDS} are equal parts of the whole
 */
record CumulativeComparison(List<CumulativeSeries> base, List<CumulativeSeries> other, List<TimeWindow> spans) {

    /** Parts in which the ratio of two single runs is looked at. */
    static final int THIRDS = 3;

    /** What a course did in the stretch of that place. */
    interface Figure {
        double of(CumulativeSeries cumulativeSeries, int place);
    }

    Stream<CumulativeSeries> all() {
        return Stream.concat(base.stream(), other.stream());
    }

    int leastIntervals() {
        return all().mapToInt(CumulativeSeries::intervals).min().orElse(0);
    }

    double least(ToDoubleFunction<CumulativeSeries> what) {
        return all().mapToDouble(what).min().orElse(0);
    }

    /** The ratio of a figure in each third of the first runs; empty where a third has none, or no interval. */
    List<Double> thirds(Figure figure) {
        if (leastIntervals() < THIRDS) {
            return List.of();
        }
        List<Double> ratios = IntStream.range(spans.size() - THIRDS, spans.size()).mapToObj(place ->
                figure.of(other.getFirst(), place) / figure.of(base.getFirst(), place)).toList();
        return ratios.stream().allMatch(r -> r > 0 && Double.isFinite(r)) ? ratios : List.of();
    }
}
