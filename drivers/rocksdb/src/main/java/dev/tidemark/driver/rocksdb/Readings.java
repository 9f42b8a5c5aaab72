package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import java.util.HashMap;
import java.util.Map;
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

    static MetricSnapshot of(EngineOptions engine, Shards shards) {
        return new MetricSnapshot("", counters(engine, shards), gauges(shards));
    }

    private static Map<String, Double> counters(EngineOptions engine, Shards shards) {
        Map<String, Double> counters = new HashMap<>();
        TICKERS.forEach((measure, ticker) -> counters.put(measure.name(), (double) engine.count(ticker)));
        counters.put(EngineMeasures.STALL_TIME.name(), engine.count(TickerType.STALL_MICROS) / 1e6);
        counters.put(EngineMeasures.SEGMENTS_WRITTEN.name(), (double) segmentsWritten(engine, shards));
        return counters;
    }

    /** Tables and blob files. A blob file is synced once, when it is finished; no event tells Java of it. */
    private static long segmentsWritten(EngineOptions engine, Shards shards) {
        return shards.tables() + engine.count(TickerType.BLOB_DB_BLOB_FILE_SYNCED);
    }

    private static Map<String, Double> gauges(Shards shards) {
        Map<String, Double> gauges = new HashMap<>();
        gauges.put(EngineMeasures.ON_DISK_SIZE.name(), (double) onDisk(shards));
        gauges.put(EngineMeasures.IN_MEMORY_SIZE.name(), (double) shards.sum("rocksdb.cur-size-all-mem-tables"));
        gauges.put(RocksDbMeasures.DOCUMENTS.name(), (double) shards.documents());
        gauges.put(RocksDbMeasures.KEYS.name(), (double) shards.keys());
        gauges.put(RocksDbMeasures.BLOB_GARBAGE.name(), (double) shards.sum("rocksdb.live-blob-file-garbage-size"));
        gauges.put(RocksDbMeasures.PENDING_COMPACTION.name(), (double) pendingCompaction(shards));
        return gauges;
    }

    static long onDisk(Shards shards) {
        return shards.sum("rocksdb.live-sst-files-size") + shards.sum("rocksdb.live-blob-file-size");
    }

    static long pendingCompaction(Shards shards) {
        return shards.sum("rocksdb.estimate-pending-compaction-bytes");
    }
}
