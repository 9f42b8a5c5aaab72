/** Requests over HTTP as people write them, with places for values. */
package dev.tidemark.core.driver.language.http;
