package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import org.rocksdb.TickerType;

/** Reads what the engine counts. */
final class Readings {

    private static final Map<Measure, TickerType> TICKERS = Map.of(
            EngineMeasures.JOURNAL_WRITE, TickerType.WAL_FILE_BYTES,
            // Includes the bytes of blob files; their own ticker must not be added.
            EngineMeasures.FLUSH_WRITE, TickerType.FLUSH_WRITE_BYTES,
            EngineMeasures.COMPACTION_WRITE, TickerType.COMPACT_WRITE_BYTES,
            RocksDbMeasures.COMPACTION_READ, TickerType.COMPACT_READ_BYTES,
            RocksDbMeasures.CACHE_HITS, TickerType.BLOCK_CACHE_HIT,
            RocksDbMeasures.CACHE_MISSES, TickerType.BLOCK_CACHE_MISS,
            RocksDbMeasures.MEMTABLE_HITS, TickerType.MEMTABLE_HIT,
            RocksDbMeasures.LEVEL_0_HITS, TickerType.GET_HIT_L0,
            RocksDbMeasures.LEVEL_1_HITS, TickerType.GET_HIT_L1,
            RocksDbMeasures.DEEPER_HITS, TickerType.GET_HIT_L2_AND_UP);

    private Readings() {}

    /** What is counted of all shards together. @param tables the sum of the files that each shard has written */
    static Map<String, Double> counters(EngineOptions engine, double tables) {
        Map<String, Double> counters = new HashMap<>();
        TICKERS.forEach((measure, ticker) -> counters.put(measure.name(), (double) engine.count(ticker)));
        counters.put(EngineMeasures.STALL_TIME.name(), engine.count(TickerType.STALL_MICROS) / 1e6);
        // A blob file is synced once, when it is finished; no event tells Java of it.
        counters.put(EngineMeasures.SEGMENTS_WRITTEN.name(),
                tables + engine.count(TickerType.BLOB_DB_BLOB_FILE_SYNCED));
        return counters;
    }
}
