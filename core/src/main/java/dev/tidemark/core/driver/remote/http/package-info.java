/**
 * What drivers of servers that speak HTTP and JSON share: the JDK's client under the settings of every server, and
 * refusals in the server's own words.
 */
package dev.tidemark.core.driver.remote.http;
