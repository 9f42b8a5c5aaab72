/**
 * What drivers of search servers that speak HTTP share: a session that asks for words, for neighbours, or for both and
 * joins their rankings, and how a URL names an index.
 */
package dev.tidemark.core.driver.search.http;
