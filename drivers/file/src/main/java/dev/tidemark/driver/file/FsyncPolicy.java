package dev.tidemark.driver.file;

/** When a session forces what it wrote to the disk. */
public enum FsyncPolicy {
    NONE,
    /** Before each transaction is acknowledged. */
    TRANSACTION,
    /** After every so many of its transactions. */
    EVERY
}
