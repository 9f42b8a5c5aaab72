package dev.tidemark.driver.basex;

/** What documents are stored as. */
enum DocumentFormat {
    AUTO, XML, JSON, BINARY
}
