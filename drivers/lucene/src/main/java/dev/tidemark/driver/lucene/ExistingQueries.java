package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.lucene.FieldTypes.Analysis;
import dev.tidemark.driver.lucene.FieldTypes.PointType;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * How queries are read for an index that others have made: as its fields, the settings and, where neither says, the
 * usual types of fields have it.
 *
 * @param field    that is searched where a query names none
 * @param analysis of texts, and of those of single fields
 * @param analyzer the same, Lucene's
 * @param points   which number the points of a field are
 * @param fields   those of the index
 */
record ExistingQueries(String field, Analysis analysis, Analyzer analyzer, Map<String, PointType> points,
        FieldInfos fields) {

    private static final int MOST_NAMED = 30;

    /** @throws DriverException when a field that the settings name is not there or of another kind, or one is needed */
    static ExistingQueries of(IndexReader reader, Values values) throws DriverException {
        FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
        FieldTypes types = values.find(LuceneParams.FIELD_TYPES).map(FieldTypes::of).orElse(FieldTypes.NONE);
        check(fields, types);
        if (values.find(LuceneParams.ID_FIELD).isPresent()) {
            known(fields, values.get(LuceneParams.ID_FIELD), LuceneParams.ID_FIELD.name() + ": ");
        }
        Analysis analysis = values.find(LuceneParams.ANALYZER).orElse(Analysis.STANDARD);
        return new ExistingQueries(field(fields, values.find(LuceneParams.DEFAULT_FIELD)), analysis,
                analyzer(fields, analysis, types.analyzers()), types.points(), fields);
    }

    private static void check(FieldInfos fields, FieldTypes types) throws DriverException {
        String setting = LuceneParams.FIELD_TYPES.name() + ": ";
        for (Map.Entry<String, PointType> point : types.points().entrySet()) {
            FieldInfo field = known(fields, point.getKey(), setting);
            if (!isPoint(field) || field.getPointNumBytes() != point.getValue().bytes()) {
                throw new DriverException(setting + field.name + " holds " + kind(field) + ", and no "
                        + Types.word(point.getValue()) + ", which is a point of " + point.getValue().bytes()
                        + " bytes");
            }
        }
        for (String analyzed : types.analyzers().keySet()) {
            known(fields, analyzed, setting);
        }
    }

    private static FieldInfo known(FieldInfos fields, String name, String setting) throws DriverException {
        FieldInfo field = fields.fieldInfo(name);
        if (field == null) {
            throw new DriverException(setting + "the index has no field '" + name + "'" + Suggestions.hint(name,
                    StreamSupport.stream(fields.spliterator(), false).map(f -> f.name).toList()) + "; it has "
                    + kinds(fields));
        }
        return field;
    }

    private static String field(FieldInfos fields, Optional<String> name) throws DriverException {
        String setting = LuceneParams.DEFAULT_FIELD.name();
        if (name.isPresent()) {
            return known(fields, name.get(), setting + ": ").name;
        }
        if (fields.size() == 0) {
            throw new DriverException("the last commit of the index holds no documents");
        }
        List<FieldInfo> texts = StreamSupport.stream(fields.spliterator(), false).filter(ExistingQueries::isText)
                .toList();
        if (texts.size() != 1) {
            throw new DriverException("the index has " + (texts.isEmpty() ? "no field" : texts.size() + " fields")
                    + " of texts; say by " + setting + " which is searched where a query names none: " + kinds(fields));
        }
        return texts.getFirst().name;
    }

    /** Positions are what fields of texts have, for phrases, and those of ids and keywords have not. */
    private static boolean isText(FieldInfo field) {
        return field.getIndexOptions().compareTo(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS) >= 0;
    }

    static boolean isPoint(FieldInfo field) {
        return field.getPointDimensionCount() == 1 && field.getIndexOptions() == IndexOptions.NONE;
    }

    private static Analyzer analyzer(FieldInfos fields, Analysis analysis, Map<String, Analysis> declared) {
        Map<String, Analyzer> single = new HashMap<>();
        for (FieldInfo field : fields) {
            if (field.getIndexOptions() == IndexOptions.DOCS) {
                single.put(field.name, new KeywordAnalyzer());
            }
        }
        declared.forEach((field, its) -> single.put(field, analyzer(its)));
        return new PerFieldAnalyzerWrapper(analyzer(analysis), single);
    }

    private static Analyzer analyzer(Analysis analysis) {
        return switch (analysis) {
            case STANDARD -> new StandardAnalyzer();
            case SIMPLE -> new SimpleAnalyzer();
            case WHITESPACE -> new WhitespaceAnalyzer();
            case KEYWORD -> new KeywordAnalyzer();
            case ENGLISH -> new EnglishAnalyzer();
        };
    }

    /** Terms of a field, of which there is one list over all shards and segments. */
    TermSample terms(IndexReader reader, String field, long seed) throws IOException, DriverException {
        FieldInfo known = known(fields, field, "");
        Terms terms = MultiTerms.getTerms(reader, field);
        if (terms == null) {
            throw new DriverException("field '" + field + "' has no terms; it holds " + kind(known));
        }
        TermSample sample = new TermSample(seed);
        TermsEnum all = terms.iterator();
        for (BytesRef term = all.next(); term != null; term = all.next()) {
            sample.add(new String(term.bytes, term.offset, term.length, StandardCharsets.UTF_8), all.docFreq(),
                    reader.maxDoc());
        }
        return sample;
    }

    /** @throws DriverException when there is no such field, or it has no vectors that can be asked */
    ExistingVectors vectors(String field) throws DriverException {
        FieldInfo known = known(fields, field, "");
        return ExistingVectors.of(known, kind(known));
    }

    /** The fields of the index with what each holds, in one line. */
    String kinds() {
        return kinds(fields);
    }

    private static String kinds(FieldInfos fields) {
        String named = StreamSupport.stream(fields.spliterator(), false).sorted((a, b) -> a.name.compareTo(b.name))
                .limit(MOST_NAMED).map(field -> field.name + " (" + kind(field) + ")")
                .collect(Collectors.joining(", "));
        return fields.size() == 0 ? "no fields" : fields.size() <= MOST_NAMED ? named
                : named + " and " + (fields.size() - MOST_NAMED) + " more";
    }

    private static String kind(FieldInfo field) {
        if (field.getVectorDimension() > 0) {
            return "vectors of " + field.getVectorDimension();
        }
        if (field.getIndexOptions() != IndexOptions.NONE) {
            return isText(field) ? "text" : "keyword";
        }
        if (field.getPointDimensionCount() > 0) {
            return "points of " + (field.getPointDimensionCount() == 1 ? ""
                    : field.getPointDimensionCount() + " times ") + field.getPointNumBytes() + " bytes";
        }
        return switch (field.getDocValuesType()) {
            case NONE -> "not indexed";
            case NUMERIC, BINARY, SORTED, SORTED_NUMERIC, SORTED_SET -> "doc values";
        };
    }

    /** Reads queries; for one thread at a time. */
    ExistingQueryParser parser() {
        return new ExistingQueryParser(this);
    }
}
