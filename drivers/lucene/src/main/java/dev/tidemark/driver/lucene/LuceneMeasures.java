package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MeasureSet;

/** What Lucene counts. */
final class LuceneMeasures {

    static final MeasureSet ALL = MeasureSet.of(EngineMeasures.ON_DISK_SIZE, EngineMeasures.DOCUMENTS,
            SearchMeasures.SEGMENTS, SearchMeasures.MERGES, EngineMeasures.COMPACTION_WRITE, SearchMeasures.CACHE_HITS,
            SearchMeasures.CACHE_MISSES, SearchMeasures.CACHE_EVICTIONS);

    private LuceneMeasures() {}
}
