/** The search server Solr in cloud mode, over HTTP by the JDK's client. */
package dev.tidemark.driver.solr;
