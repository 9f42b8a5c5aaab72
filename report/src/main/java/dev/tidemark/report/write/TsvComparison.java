package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.Cell;
import dev.tidemark.report.comparison.AnswerAgreement;
import dev.tidemark.report.comparison.AnswerAgreement.ComparedQuery;
import dev.tidemark.report.comparison.AnswerAgreement.Overlap;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.Evidence;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.WindowComparison;
import dev.tidemark.report.model.ComparisonLines;

/**
 * Comparisons as tab-separated values: one heading, then a line per figure. {@code scope} is {@code overall},
 * {@code last}, {@code time}, {@code operations} or {@code volume}, {@code part} the part of it, {@code from} and
 * {@code to} its bounds in seconds, units or bytes. {@code low} and {@code high} are the ratio's, which hold with
 * {@code confidence}; where {@code significant} is {@code true} or {@code false}, they are what decided it, together
 * with all others of the document. {@code interleaved} says whether both sides ran in the same rounds; where they did
 * not, differences between sessions are not in the interval. Single runs have their ratio by thirds. What is not known
 * is empty. {@code note} says of each side whose figure may be larger, or is only the largest value, that it is. Of scope
 * {@code answers} the sides' mean agreement stands in {@code ratio}, between 0 and 1, and each
 * side's with itself in {@code base-value} and {@code other-value}. A point whose speeds are not compared has one line with scope {@code refused} and the reason in
 * {@code note}.
 */
public final class TsvComparison {

    private static final List<String> HEADING = List.of("base", "other", "point", "scope", "part", "from", "to",
            "measure", "unit", "base-value", "other-value", "ratio", "low", "high", "confidence", "adjusted-p",
            "significant", "base-runs", "other-runs", "interleaved", "first-third", "middle-third", "last-third",
            "note");

    private TsvComparison() {}

    /** Several comparisons one below the other. */
    public static String of(List<LabelComparison> comparisons) {
        StringBuilder out = new StringBuilder(TsvReport.line(HEADING));
        comparisons.forEach(c -> add(out, c));
        return out.toString();
    }

    private static void add(StringBuilder out, LabelComparison whole) {
        for (PointComparison point : whole.points()) {
            List<String> head = List.of(whole.pairing().base().name(), whole.pairing().other().name(),
                    point.description());
            point.refusal().ifPresent(why -> out.append(TsvReport.line(Stream.of(head.stream(), Stream.of("refused"),
                    Stream.generate(() -> "").limit(HEADING.size() - 5), Stream.of(why)).flatMap(s -> s).toList())));
            point.agreement().filter(a -> !a.queries().isEmpty()).ifPresent(a -> {
                out.append(answers(head, "overlap-at-10", a, Overlap::overlap));
                out.append(answers(head, "rank-biased-overlap", a, Overlap::ranked));
            });
            point.overall().forEach(d -> out.append(line(head, List.of("overall", "", "0",
                    point.seconds().map(TsvReport::exact).orElse("")), d)));
            point.last().ifPresent(l -> l.deltas().forEach(d -> out.append(line(head, List.of("last", l.name(),
                    TsvReport.exact(l.from()), TsvReport.exact(l.to())), d))));
            for (WindowComparison windowComparison : point.parts()) {
                windowComparison.parts().forEach(p -> p.deltas().forEach(d -> out.append(line(head, List.of(
                        Types.word(windowComparison.by()), p.name(), TsvReport.exact(p.from()),
                        TsvReport.exact(p.to())), d))));
            }
        }
    }

    private static String answers(List<String> head, String measure, AnswerAgreement a,
            ToDoubleFunction<Overlap> figure) {
        return TsvReport.line(Stream.of(head, List.of("answers", "", "", "", measure, "",
                exact(figure.applyAsDouble(a.mean(ComparedQuery::bases))),
                exact(figure.applyAsDouble(a.mean(ComparedQuery::others))),
                exact(figure.applyAsDouble(a.mean(ComparedQuery::sides)))), Collections.nCopies(11, ""),
                List.of(String.join(" ", a.sentences()))).flatMap(List::stream).toList());
    }

    private static String exact(double number) {
        return Double.isNaN(number) ? "" : TsvReport.exact(number);
    }

    private static String line(List<String> head, List<String> scope, Delta d) {
        return TsvReport.line(Stream.of(head, scope, List.of(d.measure().name(), d.measure().unit(), value(d.base()),
                value(d.other()), exact(d.ratio()), d.interval().map(i -> TsvReport.exact(i.low())).orElse(""),
                d.interval().map(i -> TsvReport.exact(i.high())).orElse(""), exact(d.confidence()),
                exact(d.adjustedP()), d.tested() ? String.valueOf(d.significant()) : "", ComparisonLines.runs(d, false),
                ComparisonLines.runs(d, true), d.interval().isPresent() ? String.valueOf(
                        d.evidence() instanceof Evidence.Rounds) : "",
                third(d, 0), third(d, 1), third(d, 2), note(d)))
                .flatMap(List::stream).toList());
    }

    private static String exact(OptionalDouble number) {
        return number.isPresent() ? TsvReport.exact(number.getAsDouble()) : "";
    }

    private static String third(Delta d, int place) {
        return d.thirds().isEmpty() ? "" : TsvReport.exact(d.thirds().get(place));
    }

    /** What tables have before the number of a side. */
    private static String note(Delta d) {
        String base = note(d.base());
        String other = note(d.other());
        return base.equals(other) ? base : Stream.of(Map.entry("base", base), Map.entry("other", other))
                .filter(side -> !side.getValue().isEmpty()).map(side -> side.getKey() + ": " + side.getValue())
                .collect(Collectors.joining("; "));
    }

    private static String note(Optional<Cell> cell) {
        return Stream.of(cell.filter(Cell::atLeast).map(_ -> "at least, as some were not answered or never finished"),
                cell.filter(Cell::maximum).map(_ -> "maximum, of too few samples for a percentile"))
                .flatMap(Optional::stream).collect(Collectors.joining(", "));
    }

    private static String value(Optional<Cell> cell) {
        return cell.map(c -> TsvReport.exact(c.mean())).orElse("");
    }
}
