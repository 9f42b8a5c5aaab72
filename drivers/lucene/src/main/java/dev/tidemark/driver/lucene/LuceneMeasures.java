package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MeasureSet;

/** What Lucene counts; heap and garbage collection are those of the process that it shares with the generator. */
final class LuceneMeasures {

    static final MeasureSet ALL = MeasureSet.of(EngineMeasures.ON_DISK_SIZE, EngineMeasures.DOCUMENTS,
            SearchMeasures.SEGMENTS, EngineMeasures.FLUSH_WRITE, SearchMeasures.MERGES, EngineMeasures.COMPACTION_WRITE,
            SearchMeasures.CACHE_HITS, SearchMeasures.CACHE_MISSES, SearchMeasures.CACHE_EVICTIONS,
            SearchMeasures.HEAP_USED, SearchMeasures.GC_TIME);

    private LuceneMeasures() {}
}
