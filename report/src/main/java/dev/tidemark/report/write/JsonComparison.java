package dev.tidemark.report.write;

import static dev.tidemark.report.write.Json.some;
import static dev.tidemark.report.write.Json.when;
import static dev.tidemark.report.write.Json.written;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.comparison.AnswerAgreement;
import dev.tidemark.report.comparison.AnswerAgreement.ComparedQuery;
import dev.tidemark.report.comparison.AnswerAgreement.Kind;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.Evidence;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.WindowComparison;
import dev.tidemark.report.comparison.WindowComparison.By;
import dev.tidemark.report.write.Documents.ComparedFigure;
import dev.tidemark.report.write.Documents.ComparedPart;

/** Comparisons as JSON: {@code "format": "tidemark-comparison"}. */
public final class JsonComparison {

    private static final int VERSION = 2;

    private JsonComparison() {}

    public static String of(List<LabelComparison> comparisons) {
        return written(new Documents.Comparison(Documents.Comparison.Format.TIDEMARK_COMPARISON, VERSION,
                comparisons.stream().map(JsonComparison::comparison).toList()));
    }

    private static Documents.ComparedSides comparison(LabelComparison whole) {
        return new Documents.ComparedSides(whole.pairing().title(), whole.pairing().base().name(),
                whole.pairing().other().name(), whole.throughput().name(), whole.sentences(), whole.hardware(),
                whole.differences(), whole.notes(), whole.points().stream().map(JsonComparison::point).toList());
    }

    private static Documents.ComparedPoint point(PointComparison point) {
        return new Documents.ComparedPoint(point.description(), ids(point.base()), ids(point.other()), point.refusal(),
                point.seconds(), point.agreement().map(JsonComparison::answers), some(point.slower().stream()
                        .map(q -> new Documents.SlowerQuery(q.text(), q.base(), q.other())).toList()),
                figures(point.overall()), point.last().map(JsonComparison::part), parts(point, By.TIME),
                parts(point, By.OPERATIONS), parts(point, By.VOLUME));
    }

    private static Optional<List<ComparedPart>> parts(PointComparison point, By by) {
        return point.parts().stream().filter(w -> w.by() == by).findFirst()
                .map(w -> w.parts().stream().map(JsonComparison::part).toList());
    }

    private static Documents.Answers answers(AnswerAgreement a) {
        boolean compared = !a.queries().isEmpty();
        return new Documents.Answers(a.queries().size(), a.of(Kind.ALIKE), a.of(Kind.OTHERWISE), a.of(Kind.UNSTEADY),
                a.unmatched().base(), a.unmatched().other(), a.chance(), a.claimed(), a.sentences(),
                when(compared, overlap(a.mean(ComparedQuery::sides))),
                when(compared, overlap(a.mean(ComparedQuery::bases))),
                when(compared, overlap(a.mean(ComparedQuery::others))), when(!a.counted().isEmpty(), a.equalHits()),
                a.leastAlike(a.queries().size()).stream().map(q -> new Documents.QueryAnswers(q.text(),
                        when(q.counted(), new Documents.Hits(q.base().hits(), q.other().hits())),
                        overlap(q.sides()))).toList());
    }

    private static Documents.Overlap overlap(AnswerAgreement.Overlap overlap) {
        boolean known = !Double.isNaN(overlap.overlap());
        return new Documents.Overlap(when(known, overlap.overlap()), when(known, overlap.ranked()));
    }

    private static List<Long> ids(List<Iteration> iterations) {
        return iterations.stream().map(Iteration::id).toList();
    }

    private static ComparedPart part(WindowComparison.ComparedWindow part) {
        return new ComparedPart(part.name(), part.from(), part.to(), figures(part.deltas()));
    }

    private static List<ComparedFigure> figures(List<Delta> deltas) {
        return deltas.stream().map(d -> new ComparedFigure(d.measure().name(), d.measure().unit(),
                d.measure().better(), d.base().map(Json::figure), d.other().map(Json::figure), d.ratio(),
                d.interval().map(i -> new Documents.RatioBounds(i.low(), i.high(), d.confidence().orElseThrow(),
                        d.evidence() instanceof Evidence.Rounds)),
                d.adjustedP().stream().mapToObj(p -> new Documents.Decision(p, d.significant())).findFirst(),
                some(d.thirds()))).toList();
    }
}
