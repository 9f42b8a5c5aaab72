package dev.tidemark.driver.lucene;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Definitions;

/** The settings of a Lucene target. What is not a param is as Lucene has it. */
final class LuceneParams {

    /** How the index's files are read. */
    enum FileAccess {
        /** Mapped into memory. */
        MMAP,
        /** By reads at a position. */
        NIO
    }

    /** How vectors are kept for the search; the floats are kept beside them. */
    enum VectorType {
        FLOAT32, INT8, INT4,
        /** One bit of each number; what is found by these is ranked anew by the floats. */
        BIT
    }

    static final Param<Path> DIRECTORY = EmbeddedDriver.directory("index", LuceneTarget.FOLDER);

    static final Param<Long> RAM_BUFFER = Param.size("ram-buffer").byDefault(16L << 20).atLeast(1 << 20)
            .atMost(2000L << 20)
            .help("Memory in which documents are gathered before they are written as a segment, of each shard.")
            .changing(REBUILD).asMain();

    static final Param<Long> SEGMENTS_PER_TIER = Param.count("segments-per-tier").byDefault(8L).atLeast(2).atMost(100)
            .help("Segments of about one size that may be there before they are merged.").changing(REBUILD);

    static final Param<Long> MERGE_THREADS = Param.count("merge-threads").orElse("default").atLeast(1).atMost(1024)
            .help("Merges at once, of each shard; default: as Lucene chooses, half the processors, at least 1.")
            .changing(REBUILD);

    static final Param<FileAccess> FILE_ACCESS = Param.oneOf("file-access", FileAccess.class)
            .byDefault(FileAccess.MMAP)
            .help("How files are read: mapped into memory, or by a call for each piece (nio).").changing(REOPEN);

    static final Param<Long> QUERY_CACHE = Param.size("query-cache").byDefault(32L << 20).atLeast(0).atMost(1L << 40)
            .help("Memory on the heap for what filters and parts of queries that come again have found, in segments of "
                    + "10,000 documents or more; 0: nothing is kept.").changing(REOPEN);

    static final Param<Long> SEARCH_THREADS = Param.count("search-threads").byDefault(1L).atLeast(1).atMost(1024)
            .help("Threads that search the segments of one query side by side: the worker's own and, above 1, "
                    + "those that all workers share. Lucene gives each at least 5 segments or 250,000 documents.")
            .changing(REOPEN).asMain();

    static final Param<VectorType> VECTOR_TYPE = Param.oneOf("vector-type", VectorType.class)
            .byDefault(VectorType.FLOAT32)
            .help("How the numbers of vectors are compared: as they are, or rounded to 8 bits, 4 bits or 1 "
                    + "bit each. The exact ones are kept, too; with bit all candidates are ranked anew by them.")
            .changing(REBUILD);

    static final Param<Path> INDEX = SearchParams.indexFolder();

    static final Param<String> DEFAULT_FIELD = Param.text("default-field").reaching(Reach.NOTHING)
            .orElse("the only one").changing(REOPEN)
            .help("with an index of one's own: the field that is searched where a query names none; may be left out "
                    + "where the index has only one field of texts.");

    static final Param<FieldTypes.Analysis> ANALYZER = Param.oneOf("analyzer", FieldTypes.Analysis.class)
            .orElse("default").changing(REOPEN)
            .help("with an index of one's own: what splits the texts of queries into terms, which the index does not "
                    + "record; default: standard.");

    static final Param<Definitions> FIELD_TYPES = Param.typed("field-types", new Definitions.Type("[^\\s=;]+"))
            .reaching(Reach.NOTHING).orElse("none").changing(REOPEN)
            .help("with an index of one's own: what fields hold, with ; between, as in year=int;tag=keyword: int, "
                    + "long, float or double of points, or the analyzer of a text.");

    static final Param<String> ID_FIELD = Param.text("id-field").reaching(Reach.NOTHING).orElse("none")
            .changing(REOPEN)
            .help("with an index of one's own: the field by which documents are called, stored or with doc values, so "
                    + "that answers of two indexes can be compared; reading it takes a part of each query's time. "
                    + "None: Lucene's numbers of documents, which mean nothing in another index.");

    static final ParamSet ALL = ParamSet.of(DIRECTORY, SearchParams.SHARDS, RAM_BUFFER, SEGMENTS_PER_TIER,
            MERGE_THREADS, FILE_ACCESS, QUERY_CACHE, SEARCH_THREADS, VECTOR_TYPE,
            SearchParams.DISTANCE, SearchParams.HNSW_M, SearchParams.HNSW_EF_CONSTRUCTION, INDEX, DEFAULT_FIELD,
            ANALYZER, FIELD_TYPES, ID_FIELD)
            .with(LuceneParams::othersIndexIsSaid, LuceneParams::typesAreKnown);

    private LuceneParams() {}

    private static Optional<String> othersIndexIsSaid(Values values) {
        return values.find(INDEX).isPresent() ? Optional.empty()
                : Stream.of(DEFAULT_FIELD, ANALYZER, FIELD_TYPES, ID_FIELD)
                        .filter(param -> values.find(param).isPresent()).findFirst()
                        .map(param -> param.name() + " has no meaning without " + INDEX.name()
                                + ", an index of your own");
    }

    private static Optional<String> typesAreKnown(Values values) {
        try {
            values.find(FIELD_TYPES).ifPresent(FieldTypes::of);
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }
}
