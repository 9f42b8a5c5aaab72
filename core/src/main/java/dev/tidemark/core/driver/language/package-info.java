/**
 * How statements are written for a database: where each ends, and what in it is a comment, a text in quotes or a word.
 */
package dev.tidemark.core.driver.language;
