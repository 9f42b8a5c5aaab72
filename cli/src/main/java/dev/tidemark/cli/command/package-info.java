/** Commands that ask and change; those that run something are in {@link dev.tidemark.cli.run}. */
package dev.tidemark.cli.command;
