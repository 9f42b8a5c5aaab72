/**
 * The search server Solr in cloud mode, over HTTP by the JDK's client; some of the styles of its interface by Solr's
 * own client SolrJ, which nothing else needs.
 */
package dev.tidemark.driver.solr;
