package dev.tidemark.report.comparison;

import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.stat.WithinRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The courses of all runs of both sides, cut at the same moments.
 *
 * @param base  of the first side's runs
 * @param other of the second side's
 * @param spans the stretches whose response times they know; the last {@link WithinRuns#BATCHES} are equal parts of the
 *              whole
 */
record Courses(List<Course> base, List<Course> other, List<Stretch> spans) {

    Stream<Course> all() {
        return Stream.concat(base.stream(), other.stream());
    }

    int leastIntervals() {
        return all().mapToInt(Course::intervals).min().orElse(0);
    }

    double least(ToDoubleFunction<Course> what) {
        return all().mapToDouble(what).min().orElse(0);
    }

    private List<Stretch> batches() {
        return spans.subList(spans.size() - WithinRuns.BATCHES, spans.size());
    }

    /** How firmly the ratio of throughput held over the first run of each side. */
    Optional<WithinRuns> throughputOverCourse() {
        return ofRates(batches(), leastIntervals());
    }

    /** The same within a stretch. */
    Optional<WithinRuns> throughputOverCourse(Stretch stretch) {
        double share = stretch.seconds() / batches().getLast().to();
        return ofRates(stretch.parts(WithinRuns.BATCHES), (int) Math.floor(leastIntervals() * share + 1e-9));
    }

    private Optional<WithinRuns> ofRates(List<Stretch> parts, int intervals) {
        double[] seconds = parts.stream().mapToDouble(Stretch::seconds).toArray();
        return intervals < WithinRuns.LEAST_INTERVALS ? Optional.empty() : WithinRuns.ofSums(
                sums(base.getFirst(), parts, Course::unitsIn), seconds,
                sums(other.getFirst(), parts, Course::unitsIn), seconds);
    }

    /** The same of the mean response time. */
    Optional<WithinRuns> meanOverCourse() {
        Course a = base.getFirst();
        Course b = other.getFirst();
        return leastIntervals() < WithinRuns.LEAST_INTERVALS ? Optional.empty() : WithinRuns.ofSums(
                sums(a, batches(), Course::responseIn), sums(a, batches(), Course::answeredIn),
                sums(b, batches(), Course::responseIn), sums(b, batches(), Course::answeredIn));
    }

    private interface Sum {
        double of(Course course, Stretch stretch);
    }

    private static double[] sums(Course course, List<Stretch> parts, Sum what) {
        return parts.stream().mapToDouble(p -> what.of(course, p)).toArray();
    }

    /** The same of a percentile of the response times. */
    Optional<WithinRuns> quantileOverCourse(double q) {
        if (leastIntervals() < WithinRuns.LEAST_INTERVALS) {
            return Optional.empty();
        }
        double[] a = logarithmsWithout(base.getFirst(), q);
        double[] b = logarithmsWithout(other.getFirst(), q);
        double[] ratios = new double[WithinRuns.BATCHES];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = b[i] - a[i];
        }
        double whole = b[ratios.length] - a[ratios.length];
        return Double.isFinite(whole) ? WithinRuns.of(whole, ratios) : Optional.empty();
    }

    /** The percentile's logarithm without each batch, and last of all batches together. */
    private double[] logarithmsWithout(Course course, double q) {
        int first = spans.size() - WithinRuns.BATCHES;
        List<LogHistogram> behind = new ArrayList<>(List.of(new LogHistogram()));
        for (int i = WithinRuns.BATCHES - 1; i >= 0; i--) {
            behind.addFirst(sum(behind.getFirst(), course.responses(first + i)));
        }
        double[] logarithms = new double[WithinRuns.BATCHES + 1];
        LogHistogram before = new LogHistogram();
        for (int i = 0; i < WithinRuns.BATCHES; i++) {
            logarithms[i] = Math.log(sum(before, behind.get(i + 1)).quantile(q));
            before.add(course.responses(first + i));
        }
        logarithms[WithinRuns.BATCHES] = Math.log(before.quantile(q));
        return logarithms;
    }

    private static LogHistogram sum(LogHistogram a, LogHistogram b) {
        LogHistogram sum = new LogHistogram();
        sum.add(a);
        sum.add(b);
        return sum;
    }
}
