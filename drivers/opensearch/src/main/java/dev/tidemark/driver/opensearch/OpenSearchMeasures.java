package dev.tidemark.driver.opensearch;

import static dev.tidemark.core.result.Direction.LOWER;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What OpenSearch counts of the index, and of its JVMs. */
final class OpenSearchMeasures {

    /** Gauge. */
    static final Measure DOCUMENTS = EngineMeasures.DOCUMENTS.explained("Documents of the index that searches see at "
            + "the end, which are those of its last refresh, as its primary shards count them: with nested ones, each "
            + "as one more.");
    /** Counter, bytes. */
    static final Measure COMPACTION_READ = new Measure("compaction-read", "Compaction read", "MB", LOWER, 0,
            "Bytes of the segments that merges made into others during the measurement; how large the others are is not "
            + "told.");

    static final MeasureSet ALL = MeasureSet.of(
            EngineMeasures.ON_DISK_SIZE.explained("Bytes of the index at the end, of all copies of all shards."),
            DOCUMENTS, SearchMeasures.SEGMENTS,
            SearchMeasures.MERGES, COMPACTION_READ, SearchMeasures.CACHE_HITS, SearchMeasures.CACHE_MISSES,
            SearchMeasures.CACHE_EVICTIONS, SearchMeasures.HEAP_USED, SearchMeasures.GC_TIME, RemoteTarget.RECONNECTS);

    private OpenSearchMeasures() {}
}
