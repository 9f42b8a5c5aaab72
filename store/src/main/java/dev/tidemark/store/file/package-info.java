/** Internal: the store's one file, its connections, its version, and how values stand in its columns. */
package dev.tidemark.store.file;
