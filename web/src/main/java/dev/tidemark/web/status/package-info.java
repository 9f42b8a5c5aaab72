/**
 * What is running, live: told from what its process writes down, so that watching costs the run nothing, and however
 * many watch, the store is looked at once a second.
 */
package dev.tidemark.web.status;
