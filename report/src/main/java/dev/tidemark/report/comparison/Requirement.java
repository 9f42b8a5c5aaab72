package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.comparison.Delta.Bounds;

/**
 * A bound for how far the second side's figure may be from the first's, as {@code throughput > -3 %}. It is met or
 * missed where the whole interval lies on one side of the bound; else nobody knows. The level of the intervals is
 * that of the comparisons, which is less where rounds were added, and shared out among all requirements and points,
 * since they were named before anybody looked.
 *
 * @param figure a measure, or {@value #THROUGHPUT} for the one that leads, where that is a rate
 * @param above  whether the change must be above the bound, else below
 * @param bound  in percent of the first side's figure
 * @param text   as it was written
 */
public record Requirement(String figure, boolean above, double bound, String text) {

    private static final String THROUGHPUT = "throughput";
    private static final Pattern FORM = Pattern.compile("([\\w.-]+?)\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*%");

    /** What is known of a requirement. */
    public enum Outcome {
        MET, MISSED, UNDECIDED
    }

    /**
     * What is known of it at one point.
     *
     * @param name     of the requirement there
     * @param sentence for people
     */
    public record Judgement(String name, Outcome outcome, String sentence) {}

    /** @throws InvalidInputException when it is none */
    public static Requirement parse(String text) {
        Matcher m = FORM.matcher(text.strip().replace('−', '-')); // as reports write it
        if (!m.matches() || Double.parseDouble(m.group(3)) <= -100) {
            throw new InvalidInputException("require: '" + text + "' is no requirement; write a figure, < or >, and by "
                    + "how many percent it may differ, as in 'throughput > -3 %' or 'response.p99 < +10 %'");
        }
        return new Requirement(m.group(1), m.group(2).equals(">"), Double.parseDouble(m.group(3)), text.strip());
    }

    /**
     * Judges all of them at each point of each comparison.
     *
     * @throws InvalidInputException when a figure is compared at none, or is only shown; when it is the throughput, and
     *                  something else leads; where no speeds are compared, when it is none that either side has
     */
    public static List<Judgement> judged(List<Requirement> all, List<LabelComparison> comparisons) {
        List<PointComparison> points = comparisons.stream().flatMap(c -> c.points().stream()).toList();
        all.forEach(r -> r.refuseUnknown(points, comparisons));
        double whole = comparisons.stream().mapToDouble(LabelComparison::level).min().orElse(Comparison.LEVEL);
        double level = whole / Math.max(1, all.size() * points.size());
        List<Judgement> judgements = new ArrayList<>();
        for (LabelComparison comparison : comparisons) {
            String sides = comparisons.size() == 1 ? "" : ", " + comparison.pairing().other().name() + " against "
                    + comparison.pairing().base().name();
            if (comparison.points().isEmpty()) {
                all.forEach(r -> judgements.add(new Judgement(r.text + sides, Outcome.UNDECIDED, "Undecided: the sides "
                        + "were run with no settings that both have; required is " + r.text + sides + ".")));
            }
            comparison.points().forEach(p -> all.forEach(r -> judgements.add(r.judged(p, level, sides
                    + (p.description().isEmpty() ? "" : ", at " + p.description())))));
        }
        return judgements;
    }

    private void refuseUnknown(List<PointComparison> points, List<LabelComparison> comparisons) {
        List<Measure> compared = points.stream().flatMap(p -> p.overall().stream()).map(Delta::measure).toList();
        List<Measure> known = !compared.isEmpty() ? compared
                : comparisons.stream().map(LabelComparison::pairing).flatMap(p -> Stream.of(p.base(), p.other()))
                        .flatMap(side -> side.results().measures().all().stream()).toList();
        Optional<Measure> noRate = comparisons.stream().map(LabelComparison::throughput).filter(m -> !isRate(m))
                .findFirst();
        if (figure.equals(THROUGHPUT) && noRate.isPresent()) {
            throw new InvalidInputException("require: no throughput is compared here; the figure that leads is '"
                    + noRate.get().name() + "'");
        }
        List<String> names = Stream.concat(Stream.of(THROUGHPUT).filter(_ -> noRate.isEmpty()),
                known.stream().map(Measure::name)).distinct().toList();
        if (!names.contains(figure)) {
            throw new InvalidInputException("require: no figure '" + figure + "' is compared here"
                    + Suggestions.hint(figure, names));
        }
        if (!figure.equals(THROUGHPUT) && known.stream().anyMatch(m -> m.name().equals(figure)
                && !PointComparer.compared(m))) {
            throw new InvalidInputException("require: '" + figure + "' is only shown, without an interval, so that no "
                    + "number of rounds would decide it; throughput, and response times but the largest, are decided");
        }
    }

    private static boolean isRate(Measure measure) {
        return measure.better() == Direction.HIGHER && measure.unit().endsWith("/s");
    }

    private Optional<Delta> in(PointComparison point) {
        return figure.equals(THROUGHPUT) ? point.throughput()
                : point.overall().stream().filter(d -> d.measure().name().equals(figure)).findFirst();
    }

    private Judgement judged(PointComparison point, double level, String where) {
        Optional<Delta> found = in(point).map(d -> d.boundedAt(level));
        Outcome outcome = found.flatMap(Delta::interval).map(this::outcome).orElse(Outcome.UNDECIDED);
        String what = switch (outcome) {
            case MET -> "Met: ";
            case MISSED -> "Missed: ";
            case UNDECIDED -> "Undecided: ";
        };
        String is = point.refusal().map(why -> "speeds are not compared, since " + why).orElseGet(() -> figure + " "
                + found.map(Requirement::words).orElse("was not measured on both sides"));
        return new Judgement(text + where, outcome, what + is + "; required is " + text + where + "."
                + (outcome == Outcome.UNDECIDED && found.flatMap(Delta::interval).isPresent()
                        ? " More rounds would tell." : ""));
    }

    private Outcome outcome(Bounds interval) {
        double limit = 1 + bound / 100;
        if (above ? interval.low() > limit : interval.high() < limit) {
            return Outcome.MET;
        }
        return (above ? interval.high() <= limit : interval.low() >= limit) ? Outcome.MISSED : Outcome.UNDECIDED;
    }

    private static String words(Delta d) {
        String change = d.ratio().isPresent() ? "is " + ComparisonText.change(d) + ComparisonText.error(d)
                : "is not known well enough to be compared";
        return change + switch (d.evidence()) {
            case Evidence.Rounds _ -> "";
            case Evidence.Sessions _ -> ", which did not run in the same rounds: how sessions differ is not in that";
            case Evidence.OneRun _ -> ", of one run on a side, so that nobody knows how much runs differ";
            case Evidence.Shown _ -> ", without an interval";
        };
    }
}
