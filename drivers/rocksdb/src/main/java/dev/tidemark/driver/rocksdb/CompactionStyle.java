package dev.tidemark.driver.rocksdb;

/**
 * How disk segments are rewritten. RocksDB's third style, FIFO, deletes the oldest documents to keep to a size, so
 * it stores not what it is given and is not offered.
 */
public enum CompactionStyle {
    /** Levels, each some times larger than the one before; one sorted run per level. */
    LEVEL,
    /** Sorted runs of like size, merged some at a time. */
    UNIVERSAL
}
