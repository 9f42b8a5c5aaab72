/** The search server OpenSearch, over HTTP by the JDK's client; vectors by its k-NN plugin. */
package dev.tidemark.driver.opensearch;
