package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MeasureSet;

/** What Solr counts of the index, and of its JVMs. */
final class SolrMeasures {

    static final MeasureSet ALL = MeasureSet.of(
            EngineMeasures.ON_DISK_SIZE.explained("Bytes of the index at the end, of all copies of all shards, without "
                    + "their transaction logs."),
            EngineMeasures.DOCUMENTS.explained("Documents of the index that searches see at the end, once whatever "
                    + "copies there are: with children, each as one more."),
            SearchMeasures.SEGMENTS, SearchMeasures.MERGES, SearchMeasures.CACHE_HITS, SearchMeasures.CACHE_MISSES,
            SearchMeasures.CACHE_EVICTIONS, SearchMeasures.HEAP_USED, SearchMeasures.GC_TIME, RemoteTarget.RECONNECTS);

    private SolrMeasures() {}
}
