package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MeasureSet;

/** What OpenSearch counts of the index, and of its JVMs. */
final class OpenSearchMeasures {

    static final MeasureSet ALL = MeasureSet.of(EngineMeasures.ON_DISK_SIZE, EngineMeasures.DOCUMENTS,
            SearchMeasures.SEGMENTS, SearchMeasures.MERGES, EngineMeasures.COMPACTION_WRITE, SearchMeasures.CACHE_HITS,
            SearchMeasures.CACHE_MISSES, SearchMeasures.CACHE_EVICTIONS, SearchMeasures.HEAP_USED,
            SearchMeasures.GC_TIME, RemoteTarget.RECONNECTS);

    private OpenSearchMeasures() {}
}
