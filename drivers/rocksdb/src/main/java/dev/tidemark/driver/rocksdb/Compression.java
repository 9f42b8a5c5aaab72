package dev.tidemark.driver.rocksdb;

/** How blocks of segments, and values kept apart, are compressed. */
public enum Compression {
    NONE, SNAPPY, LZ4, ZSTD
}
