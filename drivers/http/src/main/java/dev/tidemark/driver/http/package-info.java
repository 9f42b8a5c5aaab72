/** Requests of the user's own to any server that answers over HTTP. */
package dev.tidemark.driver.http;
