package dev.tidemark.driver.lucene;

import dev.tidemark.driver.lucene.FieldTypes.PointType;
import java.util.Locale;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.FloatPoint;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;

/** Lucene's classic parser, which finds numbers and ranges of numbers in fields of points, too. Not thread-safe. */
final class ExistingQueryParser extends QueryParser {

    private final ExistingQueries queries;

    ExistingQueryParser(ExistingQueries queries) {
        super(queries.field(), queries.analyzer());
        this.queries = queries;
    }

    /** From and to; null where it is open. */
    private record Range(String from, String to, boolean withFrom, boolean withTo) {}

    @Override
    protected Query getFieldQuery(String field, String text, boolean quoted) throws ParseException {
        return isPoint(field) ? points(field, new Range(text, text, true, true))
                : super.getFieldQuery(field, text, quoted);
    }

    @Override
    protected Query getRangeQuery(String field, String from, String to, boolean withFrom, boolean withTo)
            throws ParseException {
        return isPoint(field) ? points(field, new Range(from, to, withFrom, withTo))
                : super.getRangeQuery(field, from, to, withFrom, withTo);
    }

    private boolean isPoint(String field) {
        FieldInfo info = queries.fields().fieldInfo(field);
        return info != null && ExistingQueries.isPoint(info);
    }

    private Query points(String field, Range range) throws ParseException {
        PointType type = queries.points().get(field);
        if (type == null) {
            int bytes = queries.fields().fieldInfo(field).getPointNumBytes();
            throw new ParseException("which number the points of " + field + " are is not in the index; say "
                    + LuceneParams.FIELD_TYPES.name() + "=" + field + "=" + (bytes == Integer.BYTES ? "int or float"
                    : "long or double"));
        }
        try {
            return switch (type) {
                case INT -> whole(field, range, Integer.MIN_VALUE, Integer.MAX_VALUE, (from, to) ->
                        IntPoint.newRangeQuery(field, (int) from, (int) to));
                case LONG -> whole(field, range, Long.MIN_VALUE, Long.MAX_VALUE, (from, to) ->
                        LongPoint.newRangeQuery(field, from, to));
                case FLOAT -> floats(field, range);
                case DOUBLE -> doubles(field, range);
            };
        } catch (NumberFormatException e) {
            throw new ParseException(field + ": a number was expected ("
                    + type.name().toLowerCase(Locale.ROOT) + "): " + e.getMessage());
        }
    }

    private interface Whole {
        Query between(long from, long to);
    }

    private static Query whole(String field, Range range, long least, long most, Whole query) {
        try {
            long from = range.from() == null ? least
                    : Math.addExact(Long.parseLong(range.from()), range.withFrom() ? 0 : 1);
            long to = range.to() == null ? most : Math.addExact(Long.parseLong(range.to()), range.withTo() ? 0 : -1);
            return from > to || from > most || to < least ? none(field)
                    : query.between(Math.max(from, least), Math.min(to, most));
        } catch (ArithmeticException e) {
            return none(field); // beyond the last number
        }
    }

    private static Query none(String field) {
        return new MatchNoDocsQuery(field + " holds no such number");
    }

    private static Query floats(String field, Range range) {
        float from = range.from() == null ? Float.NEGATIVE_INFINITY : Float.parseFloat(range.from());
        float to = range.to() == null ? Float.POSITIVE_INFINITY : Float.parseFloat(range.to());
        return FloatPoint.newRangeQuery(field, range.withFrom() || range.from() == null ? from
                : FloatPoint.nextUp(from), range.withTo() || range.to() == null ? to : FloatPoint.nextDown(to));
    }

    private static Query doubles(String field, Range range) {
        double from = range.from() == null ? Double.NEGATIVE_INFINITY : Double.parseDouble(range.from());
        double to = range.to() == null ? Double.POSITIVE_INFINITY : Double.parseDouble(range.to());
        return DoublePoint.newRangeQuery(field, range.withFrom() || range.from() == null ? from
                : DoublePoint.nextUp(from), range.withTo() || range.to() == null ? to : DoublePoint.nextDown(to));
    }
}
