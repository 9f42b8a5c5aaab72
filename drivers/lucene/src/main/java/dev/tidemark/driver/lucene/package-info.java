/**
 * Apache Lucene in this process: one or several indexes in a folder, asked as one. The driver and its declarations name
 * no class of Lucene's.
 */
package dev.tidemark.driver.lucene;
