/** The commands around rigs: servers that Tidemark starts on this machine. */
package dev.tidemark.cli.rig;
