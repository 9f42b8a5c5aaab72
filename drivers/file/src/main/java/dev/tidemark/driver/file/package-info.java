/**
 * Files of blocks, without any database: what the disk and the file system give. A keyspace is a file, a key is a
 * block of it, a value fills its block.
 *
 * <p>The system calls are made through the foreign-function interface ({@link dev.tidemark.core.os.Posix},
 * {@link dev.tidemark.core.os.IoUring}): at least as fast as {@code FileChannel}, free of its lock that all
 * threads share, and the descriptor is there for what Java has no word for.
 */
package dev.tidemark.driver.file;
