/**
 * What comes in and goes out: statistics exported and imported, through the browser or by a folder of the server, and
 * the documents of a kept database written to files.
 */
package dev.tidemark.web.transfer;
