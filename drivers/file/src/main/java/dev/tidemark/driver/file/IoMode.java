package dev.tidemark.driver.file;

/** Which way blocks go. */
public enum IoMode {
    /** Past the operating system's page cache. */
    DIRECT,
    /** Through it. */
    BUFFERED
}
