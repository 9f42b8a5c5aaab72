/** What a search engine offers: an index of documents with words and vectors, and sessions that ask it. */
package dev.tidemark.core.driver.search;
